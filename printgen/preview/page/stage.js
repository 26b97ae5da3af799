/** The middle of the page, and the prints next to it. */
import { capitalise, count, get, make, replace } from "./base.js";
import { makeDice } from "./dice.js";
import { isEditingIn, leaveEditor } from "./edit.js";
import { findErrors, findRecord, makeFace, watchPictures } from "./faces.js";
import { showLook } from "./look.js";
import { isDown } from "./problems.js";
import { listFound, listPrint } from "./selection.js";
import { makeNothing, makeSheets } from "./sheets.js";
import { drawStage, game, setStep, STEPS, view } from "./state.js";

export const VIEWS = { all: "All", one: "One", fan: "Fan" };
const MOST_COPIES_IN_FAN = 3;
const CARDS_IN_HAND = 6;
const stage = get("stage");

/* ---- The stage */

/** Draw the stage; the caller draws the panels. */
export function showStage() {
  correctView();
  const found = listFound();
  if (!found.includes(view.face)) view.face = found[0] ?? "";
  const focused = stage.contains(document.activeElement) ? document.activeElement : null;
  const { scrollTop } = stage;
  if (isEditingIn(stage)) {
    if (view.step === "dice") return;
    leaveEditor();
  }
  showStep();
  stage.replaceChildren(makeView(found));
  watchPictures();
  showLook();
  stage.scrollTop = scrollTop;
  if (focused) findSame(focused).focus({ preventScroll: true });
}

/** Return the control that a control of the stage became, or the selected card. */
function findSame({ dataset }) {
  const control = dataset.name && stage.querySelector(`[data-name="${CSS.escape(dataset.name)}"]`);
  return control || (stage.querySelector("[aria-selected=true]") ?? stage);
}

/** Leave a step and a print that the game does not have any more. */
function correctView() {
  if (view.step === "dice" && !game.charts.length) view.step = "cards";
  if (view.step !== "dice" && !game.order.length && game.charts.length) view.step = "dice";
  if (view.step === "print" && !game.printed.includes(view.print)) view.print = game.printed[0] ?? view.print;
}

/** Show which step and view it is, on the controls and for the style sheet. */
function showStep() {
  document.body.dataset.step = view.step;
  document.body.classList.toggle("no-cards", !game.order.length);
  document.body.classList.toggle("one", view.name === "one" && view.step === "cards");
  for (const button of get("views").children) button.ariaPressed = button.value === view.name;
  for (const button of get("steps").children) {
    if (button.value === view.step) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
    button.hidden = button.value === "dice" ? !game.charts.length : !game.order.length && game.charts.length > 0;
  }
  get("next").hidden = view.step !== "cards" || !game.order.length;
  get("inspector").hidden = view.step !== "cards";
  get("panel").hidden = view.step !== "print";
  stage.ariaLabel = STEPS[view.step];
}

function makeView(found) {
  if (view.step === "dice") return makeDice();
  if (!game.order.length && game.broken) {
    return makeNothing("This table cannot be read yet",
      "The list of problems says what to change. The cards appear as soon as the file can be read.");
  }
  if (!game.order.length && isDown()) return makeNothing("The cards cannot be drawn", "The list of problems says why.");
  if (!game.order.length) return makeNothing("One moment", "The cards appear as soon as the table is read.");
  if (view.step === "print") return makeSheets();
  if (!found.length) return makeNothing("No card found", `No card contains “${get("search").value}”.`);
  if (view.name === "one") return makeList("single", [view.face], "The selected card");
  return view.name === "fan" ? makeFan(found) : makeList("all", found);
}
function makeList(kind, ids, label = count(ids.length, "card")) {
  return make(`div.faces.${kind}`, { role: "listbox", "aria-label": label }, ...ids.map(makeFace));
}
function makeFan(found) {
  const cards = found.flatMap(id => Array(Math.min(findRecord(id).copies, MOST_COPIES_IN_FAN)).fill(id));
  const hands = [];
  while (cards.length) hands.push(makeList("fan", cards.splice(0, CARDS_IN_HAND)));
  return make("div.rows", {}, ...hands);
}

/** Show the cards in another view. */
export function setView(name) {
  view.name = name;
  if (view.step === "cards") drawStage();
  else setStep("cards");
}

/* ---- The prints at the left */

/** Draw the list of prints. */
export function drawPrints() {
  const shown = game.prints.filter(([id]) => view.step !== "print" || game.printed.includes(id));
  replace(get("prints"), ...shown.map(makePrint));
  document.body.classList.toggle("has-one-print", shown.length < 2);
}
function makePrint([id, kind, size]) {
  const records = listPrint(id).map(findRecord);
  const copies = records.reduce((sum, record) => sum + record.copies, 0);
  const errors = records.filter(record => findErrors(record).length).length;
  const noun = kind === "page" ? "sheet" : "card";
  const dimensions = /^([\d.]+)x([\d.]+)$/.exec(size ?? "");
  const details = [count(copies, noun), dimensions ? `${dimensions[1]} × ${dimensions[2]} mm` : size].filter(Boolean);
  const choose = () => {
    Object.assign(view, { print: id, face: "" });
    stage.scrollTop = 0;
    drawStage();
  };
  return make("li", {}, make("button", { "aria-current": id === view.print, onclick: choose },
    make("span", {}, capitalise(id.replaceAll("-", " ")), make("small", {}, details.join(", "))),
    errors ? make("span.badge", {}, errors, make("span.unseen", {}, " with errors")) : ""));
}

/** Return the number of cards in a row of the stage. */
export function countInRow() {
  const tops = [...stage.querySelectorAll(".face")].map(face => face.getBoundingClientRect().top);
  return Math.max(1, tops.findIndex(top => top > tops[0] + 5));
}
