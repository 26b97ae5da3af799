/** What is wrong, and where: one entry for each cause. */
import { capitalise, count, finish, get, make, replace } from "./base.js";
import { editPlace, isEditingIn } from "./edit.js";
import { describe, findRecord, nameFace } from "./faces.js";
import { offerOptions, relabel } from "./form.js";
import { isInText, linkPlace } from "./places.js";
import { select } from "./selection.js";
import { faces, game, view } from "./state.js";

const SEVERITIES = { error: "Error", note: "Note", "not claimed": "To check" };
let isOpen = false;
let openedItself = false;
let down = ""; // why the renderer ended
let built = []; // findings of the last build, while it is up to date

/** Set why the process that draws the cards ended; "" if it runs. */
export function setDown(message) {
  down = message;
  if (down && !game.order.length) isOpen = openedItself = true;
}
/** Return whether the process that draws the cards ended. */
export const isDown = () => Boolean(down);
/** Keep the findings of a build: some are found only when the PDFs are made. */
export function receiveFindings({ state, isOld, findings }) {
  built = ["done", "failed"].includes(state) && !isOld ? findings : [];
}
/** Open the list by itself while the files cannot be read, and close it when all is well again. */
export function openForBrokenGame() {
  const hasErrors = game.problems.some(problem => problem.severity === "error");
  if (game.broken) isOpen = openedItself = true;
  else if (openedItself && !down && !hasErrors) isOpen = openedItself = false;
}
/** Open the list, or close it. */
export function switchProblems() {
  isOpen = !isOpen;
  openedItself = false;
  drawProblems();
  if (isOpen) get("problems").focus();
}

const describeSeverity = ({ severity }) => SEVERITIES[severity] ?? "Note";
const classify = ({ severity }) => severity === "error" ? "error" : "note";

/** Return a problem as a box, for the card or the table that it is about. */
export function makeFinding(problem) {
  const place = problem.where.file ? linkPlace(problem.where) : "";
  return make(`div.finding.${classify(problem)}`, {},
    make("div.head", {}, make("b.severity", {}, describeSeverity(problem)), place),
    make("p", {}, finish(describe(problem))),
    problem.hint ? make("p.quiet", {}, finish(capitalise(relabel(problem.hint)))) : "",
    ...offerOptions(problem));
}

/* ---- Causes */

const withoutNumbers = message => message.replace(/[-−+]?\d+([.,]\d+)?/g, "#");

/** Return a text that is the same for all problems of one cause. */
function identify({ severity, kind, message, where }) {
  // A value that no template prints has no line; its message differs from card to card.
  const cause = kind || (!where.line && where.field) || withoutNumbers(message);
  return [severity, where.file, where.sheet, where.cell, where.line, cause].join("\n");
}

/** Return [{ problem, ids of cards, number }], errors first: one cause has many problems if it is on many cards. */
function collectCauses() {
  const causes = new Map();
  const add = (problem, id) => {
    const key = identify(problem);
    const cause = causes.get(key) ?? { problem, ids: new Set(), number: 0 };
    causes.set(key, cause);
    cause.number += 1;
    if (id) cause.ids.add(id);
  };
  if (down) add({ severity: "error", message: `the cards cannot be drawn: ${down}`, hint: "", where: {} });
  const byTitle = new Map([...faces.values()].map(face => [face.title, face.id]));
  for (const problem of game.problems) add(problem, byTitle.get(problem.where.subject));
  if (!game.broken) for (const id of game.order) for (const problem of findRecord(id).problems) add(problem, id);
  addBuilt(causes);
  return [...causes.values()].sort((a, b) => (b.problem.severity === "error") - (a.problem.severity === "error"));
}
function addBuilt(causes) {
  const name = ({ file, line }, message) => [file ?? "", line ?? 0, withoutNumbers(message)].join("\n");
  const known = new Set([...causes.values()].map(({ problem }) => name(problem.where, problem.message)));
  const messages = new Set([...causes.values()].map(({ problem }) => withoutNumbers(problem.message)));
  for (const finding of built) {
    const { file, line, column, subject, message, count: number } = finding;
    if (known.has(name({ file, line }, message)) || !line && messages.has(withoutNumbers(message))) continue;
    const problem = { ...finding, where: { file, line, column, subject, field: "" } };
    causes.set(`built\n${causes.size}`, { problem, ids: new Set(), number: number ?? 1 });
  }
}

/** Return how many errors and notes there are. */
export function countProblems(causes = collectCauses()) {
  const errors = causes.filter(({ problem }) => problem.severity === "error").length;
  return { errors, notes: causes.length - errors };
}

/* ---- The list, and its button */

/** Draw the list of problems. */
export function drawProblems() {
  const causes = collectCauses();
  const { errors, notes } = countProblems(causes);
  const summary = [errors && count(errors, "error"), notes && count(notes, "note")].filter(Boolean).join(", ");
  const toggle = get("toggle");
  toggle.textContent = summary || "No problems";
  toggle.className = `chip ${errors ? "bad" : notes ? "fair" : "good"}`;
  toggle.ariaExpanded = isOpen;
  get("light").classList.toggle("bad", errors > 0);
  get("problems").hidden = !isOpen;
  get("summary").textContent = summary || "No problems. Make the PDFs to check every printed value too.";
  if (isEditingIn(get("list"))) return;
  replace(get("list"), ...causes.map(makeCause));
}

function makeCause({ problem, ids, number }) {
  const { where, hint } = problem;
  const isAboutCards = ids.size > 0;
  const subject = isAboutCards || !where.subject ? "" : `${where.subject}: `;
  const like = !isAboutCards && number > 1 ? ` (${number} like this)` : "";
  return make(`li.${classify(problem)}`, {},
    make("b.severity", {}, describeSeverity(problem)),
    make("div.where", {}, where.file ? linkPlace(where) : ""),
    make("div.what", {},
      make("p", {}, finish(subject + describe(problem) + like)),
      hint ? make("p.quiet", {}, finish(capitalise(relabel(hint)))) : "",
      isAboutCards ? makeCards([...ids]) : "",
      make("div.fixes", {}, ...offerOptions(problem), makeFix(where))));
}
/** Return a link to the cards of a cause; each click shows the next one. */
function makeCards(ids) {
  const names = ids.slice(0, 2).map(id => nameFace(findRecord(id))).join("; ");
  const more = ids.length > 2 ? ` and ${ids.length - 2} more` : "";
  const total = ids.length > 1 ? `${count(ids.length, "card")}: ` : "";
  const showNext = () => select(ids[(ids.indexOf(view.face) + 1) % ids.length], true);
  return make("p", {}, make("button.link", { onclick: showNext }, total + names + more));
}
/** Return a button that edits the line of a problem. */
function makeFix(where) {
  if (!isInText(where)) return "";
  const item = make("div.fix", {});
  const restore = () => item.replaceWith(makeFix(where));
  const start = () => editPlace(where, "line", `Line ${where.line}`, item, restore);
  const label = `Edit line ${where.line} of ${where.file}`;
  item.append(make("button", { "aria-label": label, onclick: start }, "Edit this line"));
  return item;
}
