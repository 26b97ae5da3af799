/** Which cards are shown, and which one is selected. */
import { get } from "./base.js";
import { findErrors, findPrint, findRecord, reportLook, updateFaces } from "./faces.js";
import { drawPanels, drawStage, game, say, view } from "./state.js";

const stage = get("stage");
let search = "";

/** Return the ids of the cards of a print. */
export const listPrint = print => game.order.filter(id => findPrint(id) === print);
function hasWords(id) {
  const { title, name = "", words } = findRecord(id);
  return `${id} ${name} ${title} ${words}`.toLowerCase().includes(search.trim().toLowerCase());
}
/** Return the ids of the cards of the print that is shown, as far as they have the text of the search. */
export const listFound = () => listPrint(view.print).filter(hasWords);

/** Show only the cards with a text. */
export function searchFor(text) {
  search = get("search").value = text;
  drawStage();
}

/* ---- Selecting and moving */

/** Select a card; show its print if another is shown. */
export function select(id, hasFocus = false) {
  const isElsewhere = view.step === "dice" || findPrint(id) !== view.print || !listFound().includes(id);
  if (isElsewhere) search = get("search").value = "";
  if (view.step === "dice") view.step = "cards";
  Object.assign(view, { face: id, print: findPrint(id) });
  if (isElsewhere || view.name === "one" && view.step === "cards") drawStage();
  else {
    updateFaces();
    drawPanels();
  }
  reportLook();
  const face = stage.querySelector("[aria-selected=true]");
  if (hasFocus) face?.focus({ preventScroll: true });
  if (hasFocus) face?.scrollIntoView({ block: "nearest" });
}

/** Select the card that is this many cards further. */
export function selectFurther(distance, hasFocus = true) {
  const found = listFound();
  const index = found.indexOf(view.face) + distance;
  if (found.length) select(found[Math.max(0, Math.min(found.length - 1, index))], hasFocus);
}

/** Select the next card with an error. */
export function selectNextError() {
  const wrong = game.order.filter(id => findErrors(findRecord(id)).length);
  if (!wrong.length) return say("No card has an error", true);
  return select(wrong[(wrong.indexOf(view.face) + 1) % wrong.length], true);
}
