/** The selected card: large, with each printed value, which a click changes. */
import { get, make, replace } from "./base.js";
import { addRow, edit, isEditingIn, isEditingOther, leaveEditor, removeRow } from "./edit.js";
import { findErrors, lightValue, makeFace, nameFace, nameField, updateFace } from "./faces.js";
import { formatPlace, isInTable, isInText, isInWorkbook, linkPlace } from "./places.js";
import { makeFinding } from "./problems.js";
import { selectFurther } from "./selection.js";
import { ask, faces, game, view } from "./state.js";

const LARGE_HEIGHT = 300; // px, at most
const large = get("large");
large.append(...makeFace("").childNodes);
large.querySelector(".picture").isNear = true;
let isProofed = false;

/** Draw the selected card and its values. */
export function drawInspector() {
  const record = faces.get(view.face);
  large.hidden = !record;
  if (isEditingOther(view.face)) leaveEditor();
  if (view.step !== "cards" || isEditingIn(get("about"))) return;
  if (!record) {
    get("about").replaceChildren(make("p.quiet.empty", {}, game.order.length
      ? "Select a card to see each printed value, and where it is written." : "The selected card is shown here."));
    return;
  }
  const { at, fields = [] } = ask("fields", record.id);
  const proof = { problems: [], ...isProofed ? ask("proofed", record.id) : {} };
  drawLarge(record, proof);
  replace(get("about"),
    make("div.head", {}, make("h2", {}, nameFace(record)), makeMoves()),
    make("p.quiet", {}, ...at ? [linkPlace(at), " · "] : [], describeSize(record)),
    isProofed ? makeProofNote(proof) : "",
    ...[...record.problems, ...findErrors(proof)].map(makeFinding),
    make("p.hint.quiet", {}, describeEditing(at, fields)),
    make("ul", { id: "fields" }, ...sortFields(fields).map(field => makeField(field, at)), ...listEmpty(fields, at)),
    makeRowActions(record, at));
}

function drawLarge(record, proof) {
  large.dataset.id = record.id;
  const scale = Math.min((get("inspector").clientWidth - 48) / record.width, LARGE_HEIGHT / record.height);
  large.style.setProperty("--mm", scale);
  updateFace(large);
  for (const old of document.querySelectorAll(".proofed")) old.remove();
  for (const paper of proof.png ? document.querySelectorAll("#large .paper, .single .paper") : []) {
    paper.append(make("img.proofed", { alt: "", src: `data:image/png;base64,${proof.png}` }));
  }
}
function makeMoves() {
  const move = distance => () => selectFurther(distance, false);
  return make("div.moves", {},
    make("button.plain.round", { "aria-label": "Previous card", title: "Previous card (←)", onclick: move(-1) }, "←"),
    make("button.plain.round", { "aria-label": "Next card", title: "Next card (→)", onclick: move(1) }, "→"));
}
function makeProofNote(proof) {
  return make("div.head.proof", {}, make("p", {}, proof.png ? "Drawn from its PDF" : "Drawing it from its PDF…"),
    make("button.small", { onclick: switchProofed }, "Show as usual"));
}
function describeSize({ width, height, copies }) {
  return `${width} × ${height} mm${copies > 1 ? ` · ${copies} copies` : ""}`;
}
function describeEditing(at, fields) {
  if (!fields.length) return "";
  if (game.isBundled) return "This game belongs to printgen, so its values are read only here.";
  const places = [at, ...fields.map(field => field.place)];
  if (places.some(isInWorkbook)) {
    return "A workbook is read only here. Change it in your spreadsheet program and save: the cards follow.";
  }
  return places.some(isInText) ? "Click a value to change it in your file." : "Click a value to open its line.";
}

/** Show the selected card as it is in the PDF, or as it is drawn here. */
export function switchProofed() {
  isProofed = !isProofed;
  get("show-proofed").checked = isProofed;
  drawInspector();
}

/* ---- Values */

/** Return the name of a value in words; a long one may be broken after its dots. */
const nameValue = name => name.replace(/\.head$/, " (label)").replace(/[._]/g, "$&\u200b");

/** Return fields with those that nobody can change last, and marks, which say less than texts, after these. */
function sortFields(fields) {
  const rank = ({ name, place }) => 2 * !place.line + /\bmark\b/.test(name);
  return [...fields].sort((a, b) => rank(a) - rank(b));
}
function makeField(field, at) {
  const { name, text, place } = field;
  const isEditable = isInText(place) && !game.isBundled && !game.broken;
  const isElsewhere = formatPlace(place) !== formatPlace(at ?? {});
  const source = place.cell ? make("code.source", {}, place.cell) : isElsewhere && place.file ? linkPlace(place, 0) : "";
  const origin = !place.file ? make("span.source", {}, "from the template") : source;
  const label = nameValue(name);
  const item = make("li", {});
  const children = [make("b", {}, label), make("span", {}, text)];
  const value = isEditable ? make("button.value", { title: "Change this value" }, ...children)
    : make("div.value", { tabindex: 0 }, ...children);
  value.dataset.name = name;
  value.onmouseenter = value.onfocus = () => lightValue(name);
  value.onmouseleave = value.onblur = () => lightValue("");
  const restore = () => item.replaceWith(makeField(field, at));
  if (isEditable) value.onclick = () => edit({ of: view.face, name, kind: "cell", label: name, item, restore });
  item.append(value, origin);
  return item;
}
/** Return the columns of a table that are empty on this card: a click fills them. */
function listEmpty(fields, at) {
  if (!game.isTable || !at || !isInTable(at)) return [];
  const printed = new Set(fields.map(({ name }) => name.split(".")[0]));
  const columns = game.columns.filter(({ role }) => role !== "back" && role !== "picture");
  if (!columns.some(({ name }) => printed.has(name))) return []; // a back, or a print of another table
  return columns.filter(({ name }) => !printed.has(name)).map(({ name }) => makeEmpty(name));
}
function makeEmpty(name) {
  const item = make("li.empty", {});
  const restore = () => item.replaceWith(makeEmpty(name));
  const start = () => edit({ of: view.face, name, kind: "cell", label: name, item, restore });
  const button = make("button.value", { "data-name": name, title: "Write a value", onclick: start },
    make("b", {}, name), make("span", {}, "Empty"));
  item.append(button);
  return item;
}
function makeRowActions(record, at) {
  if (!game.isTable || !at || !isInTable(at)) return "";
  const add = { title: "Add a copy of its row below it in the file, for a new card", onclick: () => addRow(record.id) };
  const remove = { title: "Remove its row from the file", onclick: () => removeRow(record.id) };
  return make("div.pair", {}, make("button", add, "Copy this card"), make("button", remove, "Remove this card"));
}

/** Change the value that was clicked on the large card. */
export function editClicked(event) {
  const shape = event.composedPath()[0].closest?.("[data-field], [data-input]");
  const name = shape ? nameField(shape) : "";
  const value = name && get("about").querySelector(`[data-name="${CSS.escape(name)}"]`);
  if (!value) return;
  value.scrollIntoView({ block: "nearest" });
  if (value.onclick) value.click();
  else value.focus();
}
