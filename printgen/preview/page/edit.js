/** Editing of one cell or line of a table: the server writes only this, and only if nothing else changed the file. */
import { capitalise, finish, get, make, post } from "./base.js";
import { formatPlace } from "./places.js";
import { answers, drawPanels, drawStage, game, say, view } from "./state.js";

const LETTERS_IN_LINE = 38;
const MOST_LINES = 10;
const TOAST_SECONDS = 8;

/**
 * What is being edited: { of, name, kind, label, item, restore, input?, old?, digest? }.
 * `item` is the element that the editor is in; `restore` shows in it what was there before.
 */
let editing = null;
let rowsBefore = null; // the order of the cards before a row was added, until it is shown
let toastTimer = 0;

/** Edit a printed value of a card; `kind` is "cell" or "line". */
export async function edit(target) {
  if (editing?.item === target.item) return;
  const isLeft = leaveEditor();
  editing = target; // at once: what is drawn meanwhile leaves its item where it is
  const { of, name, kind, item } = target;
  item.setAttribute("aria-busy", "true");
  await isLeft;
  if (editing !== target) return;
  fetch(`cell?${new URLSearchParams({ of, name, kind })}`)
    .catch(() => { if (editing === target) showError({ error: "printgen does not answer" }); });
}

/** Edit the cell or the line at a place. */
export function editPlace({ file, line, column }, kind, label, item, restore) {
  edit({ of: "", name: `${file}:${line}:${column || 1}`, kind, label, item, restore });
}

/** Close the editor, and save what was changed in it: somebody goes on to another value or card. */
export async function leaveEditor() {
  const target = editing;
  const isSaved = hasChange() ? save() : null;
  editing = null;
  target?.restore();
  await isSaved; // the next value is asked for after this one is written
}
/** Return whether a value of another card is being edited. */
export const isEditingOther = of => Boolean(editing) && editing.of !== of && editing.of !== "";
/** Return whether something in this element is being edited, or its text is asked for: it is not drawn anew. */
export const isEditingIn = parent => Boolean(editing) && parent.contains(editing.item);

const isOpen = () => Boolean(editing?.input);
const hasChange = () => isOpen() && editing.input.value !== editing.old;

/** Leave the editor, and show what was there before, with all that changed meanwhile. */
function stop() {
  const target = editing;
  editing = null;
  target?.restore();
  drawAround();
}
/** Draw what editors are in. */
function drawAround() {
  if (view.step === "dice") drawStage();
  else drawPanels();
}
/** Leave an editor that waits for its text: the process that would send it ended. */
export function leaveUnopened() {
  if (editing && !isOpen()) stop();
}
function stopAndFocus() {
  const { name } = editing;
  stop();
  document.querySelector(`[data-name="${CSS.escape(name)}"]`)?.focus();
}

function save() {
  if (!hasChange()) return stopAndFocus();
  const { of, name, kind, input, digest } = editing;
  input.closest(".editor").querySelector(".save").disabled = true;
  return write({ of, name, kind, new: input.value, digest });
}
async function write(values) {
  const answer = await post("cell", { of: "", name: "", new: "", digest: "", ...values });
  if (answer.error) say(answer.error, true);
}

/** Add a copy of the row of a card below it. */
export function addRow(of) {
  rowsBefore = { order: [...game.order], of };
  write({ of, kind: "add-row" });
}
/** Remove the row of a card from its file. */
export const removeRow = of => write({ of, kind: "remove-row" });

/** Take back the last change that this page wrote. */
export function undo() {
  hideToast();
  write({ kind: "undo" });
}

/** Return the card of a new row, once it is there; "" before. */
export function findNewCard() {
  if (!rowsBefore || game.order.length <= rowsBefore.order.length) return "";
  const { order, of } = rowsBefore;
  rowsBefore = null;
  // The cards of a table without keys are numbered, so the next number is the new row.
  return game.order[order.indexOf(of) + 1] ?? "";
}

/** Show the answer of the renderer: the text of a cell, that it was written, or why not. */
export function receiveCell(event) {
  const isOurs = editing && editing.of === event.of && editing.name === event.name;
  if (event.written) showWritten(event, isOurs);
  else if (isOurs && event.error) showError(event);
  else if (isOurs && !isOpen()) openEditor(event);
  else if (event.error) showToast(capitalise(finish([event.error, event.hint].filter(Boolean).join(". "))));
}

function openEditor({ text, digest, place, isLine }) {
  const { item } = editing;
  const label = isLine ? `Line ${place.line}` : editing.label;
  const lines = text.split("\n").reduce((sum, line) => sum + 1 + Math.floor(line.length / LETTERS_IN_LINE), 0);
  const input = make("textarea", { "aria-label": label, rows: Math.min(MOST_LINES, lines), spellcheck: false });
  input.value = text;
  input.onkeydown = receiveKey;
  const what = isLine ? "The line is written as it is here" : "Only this cell is changed";
  item.removeAttribute("aria-busy");
  item.replaceChildren(make("div.editor", {}, make("b", {}, label), input,
    make("p.quiet", {}, `${what}, in ${formatPlace(place)}.`),
    make("div.pair", {}, make("button.primary.save", { title: "Enter", onclick: save }, "Save"),
      make("button", { title: "Esc", onclick: stopAndFocus }, "Cancel"))));
  Object.assign(editing, { input, old: text, digest });
  input.focus();
  // A value is often replaced. Of a line, a part is mended.
  if (isLine) input.setSelectionRange(text.length, text.length);
  else input.select();
}
function receiveKey(event) {
  if (event.isComposing) return; // Enter chooses a letter of an input method
  if (event.key === "Enter" && !event.shiftKey) {
    event.preventDefault();
    save();
  }
  if (event.key === "Escape") {
    event.stopPropagation();
    stopAndFocus();
  }
}

function showError({ error, hint = "" }) {
  const { item } = editing;
  item.removeAttribute("aria-busy");
  item.querySelector(".why")?.remove();
  const text = [error, hint].filter(Boolean).map(part => finish(capitalise(part))).join(" ");
  item.append(make("p.why", { role: "alert" }, text));
  const button = item.querySelector(".save");
  if (button) button.disabled = false;
  if (!isOpen()) editing = null;
}

function showWritten(event, isOurs) {
  if (isOurs) {
    const { of, name, input } = editing;
    const field = answers.get(`fields${of}`)?.fields?.find(each => each.name === name);
    if (field && input) field.text = input.value;
    stopAndFocus();
  } else drawAround();
  const place = event.place?.file ? formatPlace(event.place) : "";
  const texts = {
    undo: "The last change is taken back",
    "add-row": `The card was copied${place && `, below ${place}`}`,
    "remove-row": `The card was removed${place && ` from ${place}`}`,
  };
  // After an undo, a second button with this word would be taken for its opposite.
  showToast(texts[event.kind] ?? `Saved in ${place}`, event.canUndo && event.kind !== "undo");
}

/* ---- What was done, with a button that takes it back */

function showToast(text, canUndo = false) {
  const button = canUndo ? make("button.plain", { onclick: undo, title: "Ctrl Z" }, "Undo") : "";
  const close = make("button.plain.round", { "aria-label": "Close this message", onclick: hideToast }, "×");
  get("toast").replaceChildren(make("span", {}, text), ...button ? [button] : [], close);
  get("toast").hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(hideToast, 1000 * TOAST_SECONDS);
}
function hideToast() {
  get("toast").hidden = true;
}

addEventListener("keydown", event => {
  const isTyping = event.target.matches?.("input, select, textarea");
  if (isTyping || event.shiftKey || event.key.toLowerCase() !== "z" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  undo();
});
