/** The options of a print as a form: what `printgen build` declares, and what the game says of it. */
import { capitalise, copy, count, finish, get, make, post, replace } from "./base.js";
import { buildState, drawFiles, hidesOptions, showFiles, showOptions, startBuild } from "./build.js";
import { OWN_PLACE } from "./columns.js";
import { makeControl } from "./controls.js";
import { answers, drawPanels, game, request, schedule, setRequest, setStep, view } from "./state.js";

const OPEN_GROUPS = 4; // the command line lists first what most people need; other groups are folded
let groups = [];
let mistakes = []; // problems of options that contradict each other
let refused = null; // { option, error }: what the server did not take
let openHelp = "";
const unfolded = new Set();
let drawn = "";
let isPressed = false; // a button that is replaced while it is pressed would not be clicked
let sending = Promise.resolve();

fetch("/form").then(response => response.json()).then(form => {
  groups = form;
  schedule(drawPanels);
});

/** Return all fields, in the order of the form. */
export const listFields = () => groups.flatMap(group => [...group.usual, ...group.folded]);
const findField = name => listFields().find(field => field.name === name);
const getFacts = field => game.facts[field.name] ?? {};
/** Return the choices of a field: those that the game has, or those that the option declares. */
export const getChoices = field => getFacts(field).choices ?? field.choices;

/* ---- Events */

/** Take over which options are set, and the command that they make. */
export function receiveRequest(event) {
  setRequest(event);
  schedule(drawPanels);
}
/** Take over what is wrong with the options; nothing if they can be used together. */
export function receiveOptions({ problems }) {
  mistakes = problems;
  schedule(drawPanels);
}

/* ---- Choosing */

const isEmpty = value => value === "" || value === false || value === null || value === undefined || value.length === 0;

/** Set options, by name. An empty value unsets one; so does the end of an option that it needs. */
export async function choose(changes) {
  const values = { ...request.values, ...changes };
  for (const name of Object.keys(values)) if (isEmpty(values[name])) delete values[name];
  for (const field of listFields()) if (field.needs && !(field.needs in values)) delete values[field.name];
  setRequest({ ...request, values });
  showOptions();
  drawPanels();
  sending = sending.then(() => post("options", values)); // one after the other: the last choice is the last to arrive
  const answer = await sending;
  refused = answer.error ? answer : null;
  if (refused) drawPanels();
}
/** Wait until the server has all choices. */
export const waitForOptions = () => sending;

function isUseful(field) {
  if (OWN_PLACE.has(field.name) || getFacts(field).isHidden) return false;
  return !field.needs || field.needs in request.values;
}
/** Return the problem of a field; undefined if it has none. */
function findMistake({ name }) {
  if (refused?.option === name) return { message: refused.error, hint: "" };
  return mistakes.find(problem => getOption(problem) === name);
}
const writeSentence = text => finish(capitalise(relabel(text)));
/** Return what is wrong with options, and buttons that do what its hint says. */
function makeMistake(problem, subject = "") {
  return make("div.why", { role: "alert" },
    make("p", {}, `${writeSentence(subject + problem.message)} ${writeSentence(problem.hint)}`),
    make("div.fixes", {}, ...offerOptions(problem)));
}
const getOption = problem => problem.option || problem.where.subject.match(/^--([a-z-]+)/)?.[1] || "";
/** Return whether options contradict each other, so that nothing can be built. */
export const hasMistakes = () => mistakes.length > 0 || refused !== null;

/* ---- Words */

/** Return a text of the command line with the labels of options, and of their choices. */
export function relabel(text) {
  return (text ?? "").replace(/--([a-z][a-z-]*)(?:[ =]([\w.]+))?/g, (typed, name, value) => {
    const field = findField(name);
    if (!field) return typed;
    const choice = getChoices(field).find(([choiceValue]) => choiceValue === value);
    const rest = choice ? `: ${choice[1]}` : value ? ` ${value}` : "";
    return `“${field.label}${field.kind === "flag" && value ? `” ${value}` : `${rest}”`}`;
  });
}
/** Return what a fix does, in words: ["size", "tarot"] is "Size: tarot, 70 × 120 mm". */
function describeChange([name, value]) {
  const field = findField(name);
  if (value === null) return `Leave out “${field.label}”`;
  if (field.kind === "flag") return `Use “${field.label}”`;
  const choice = getChoices(field).find(([choiceValue]) => choiceValue === value);
  return `${field.label}: ${choice ? choice[1] : value}`;
}
/** Return buttons that do what the hint of a problem says: each sets options. */
export function offerOptions(problem) {
  const fixes = (problem.fixes ?? []).map(fix => Array.isArray(fix) ? fix : Object.entries(fix));
  const known = fixes.filter(fix => fix.every(([name]) => findField(name)));
  return known.filter(fix => !isSet(fix)).map(fix => {
    const apply = () => choose(Object.fromEntries(fix.map(([name, value]) => [name, toValue(findField(name), value)])));
    return make("button.offer", { onclick: apply }, fix.map(describeChange).join(" and "));
  });
}
function toValue(field, value) {
  if (value === null) return "";
  if (field.kind === "flag") return true;
  return field.isList ? [value] : value;
}
const isSet = fix => fix.every(([name, value]) => {
  const current = [request.values[name] ?? null].flat()[0];
  return value === null ? current === null : current === true || current === value;
});
/** Show the field of an option, unfolded. */
export function showField(name) {
  const group = groups.find(each => [...each.usual, ...each.folded].some(field => field.name === name));
  if (!group) return;
  unfolded.add(group.name);
  if (group.folded.some(field => field.name === name)) unfolded.add(`${group.name}: more`);
  showOptions();
  setStep("print");
  schedule(() => get(`option-${name}`)?.focus());
}

/* ---- Drawing */

/** Draw the panel of the step Print: the form, or the files that were made. */
export function drawPanel() {
  const panel = get("panel");
  if (view.step !== "print" || !groups.length || isPressed) return;
  const state = [request, mistakes, refused, buildState(), game.facts, game.isTable, openHelp, [...unfolded],
    hidesOptions(), countSheets()];
  const signature = JSON.stringify(state);
  if (signature === drawn || isTyping(panel)) return;
  drawn = signature;
  const focus = document.activeElement?.id;
  const scrollTop = panel.querySelector(".scroll")?.scrollTop ?? 0;
  const parts = hidesOptions() ? drawFiles() : [drawForm(), drawFoot()];
  replace(panel, ...parts); // which finds what has the focus by its name, and the next lines by its id
  const scroll = panel.querySelector(".scroll");
  if (scroll) scroll.scrollTop = scrollTop;
  if (!focus || focus === document.activeElement?.id) return;
  get(focus)?.focus({ preventScroll: true });
  get(focus)?.select?.();
}
/** Return whether somebody is writing a value that is not chosen yet, or the first of several that are one. */
function isTyping(panel) {
  const field = panel.querySelector("input:is([type=text], [type=number]):focus");
  return field !== null && (field.isTyped || field.closest(".parts") !== null);
}
get("panel").addEventListener("input", event => { event.target.isTyped = true; }, true);
get("panel").addEventListener("change", event => { event.target.isTyped = false; }, true);
get("panel").addEventListener("pointerdown", event => {
  isPressed = !event.target.closest("select"); // the list that it opens takes the end of the press
});
for (const end of ["pointerup", "pointercancel"]) {
  addEventListener(end, () => {
    isPressed = false;
    setTimeout(drawPanel); // after the click
  });
}
/** Draw the panel again although a field has the focus. */
export function redrawPanel() {
  drawn = "";
  drawPanel();
}
function drawForm() {
  const shown = groups.filter(group => group.name !== "Tables" || game.isTable);
  return make("div.scroll", { id: "form" }, ...shown.map(drawGroup), drawCommand());
}
function drawGroup(group, index) {
  const usual = group.usual.filter(isUseful);
  const folded = group.folded.filter(isUseful);
  if (!usual.length && !folded.length) return "";
  const isChosen = field => field.name in request.values || findMistake(field);
  const more = folded.length
    ? makeFold(`${group.name}: more`, "More", folded.some(isChosen), folded.map(drawField))
    : "";
  if (index >= OPEN_GROUPS) {
    return makeFold(group.name, group.name, [...usual, ...folded].some(isChosen), [...usual.map(drawField), more]);
  }
  return make("section.group", {}, make("h2", {}, group.name), ...usual.map(drawField), more);
}
function makeFold(key, title, isOpen, children) {
  const summary = make("summary", { id: `fold-${key.replace(/\W+/g, "-")}` }, title);
  const details = make("details.group", {}, summary, ...children);
  details.open = isOpen || unfolded.has(key);
  details.ontoggle = () => {
    if (details.open) unfolded.add(key);
    else unfolded.delete(key);
  };
  return details;
}
function drawField(field, index, others) {
  const { why = "" } = getFacts(field);
  const mistake = findMistake(field);
  const id = `option-${field.name}`;
  const set = value => choose({ [field.name]: value });
  const choices = getChoices(field);
  const control = makeControl({ ...field, choices }, request.values[field.name], { id, isOff: why !== "", set });
  const isReasonLast = why && why !== getFacts(others[index + 1] ?? { name: "" }).why;
  const isHelpOpen = openHelp === field.name;
  const showHelp = () => {
    openHelp = isHelpOpen ? "" : field.name;
    drawPanel();
  };
  const help = make("button.help.plain.round", { id: `help-${field.name}`, "aria-expanded": String(isHelpOpen),
    "aria-label": `Help: ${field.label}`, onclick: showHelp }, "?");
  const head = field.kind === "flag"
    ? [make("label", { for: id }, control, make("span", {}, field.label)), help]
    : [make("label", { for: id, id: `label-${field.name}` }, field.label), help, control];
  return make(`div.option.${field.kind}${mistake ? ".wrong" : ""}`, {}, ...head,
    isReasonLast ? make("p.quiet", {}, why) : "",
    isHelpOpen ? makeHelp(field) : "",
    mistake ? makeMistake(mistake) : "");
}
function makeHelp(field) {
  const link = field.doc ? make("a", { href: `/help/${field.doc}`, target: "help" }, "Read more") : "";
  return make("p.quiet.help-text", {}, `${relabel(field.help).replace(/ Needs “[^”]*”\.$/, "")} `, link);
}
function drawCommand() {
  const code = make("code", { tabindex: "0" }, request.command);
  const button = make("button.small", { onclick: () => copy(request.command, button) }, "Copy");
  return makeFold("command", "The same as a command", false, [
    make("p.quiet", {}, "You never need this. It makes the same files in a terminal."),
    make("div.command", {}, code, button),
  ]);
}

/* ---- The foot: how much will be printed, and the button that makes it */

/** Return how many cards and pages the print that is shown has; null if they are not counted yet. */
function countSheets() {
  const sheets = answers.get(`sheets${view.print}`)?.sheets;
  if (!sheets) return null;
  // Count a board once: only its first part is at the top left corner of the board.
  const isFirst = ([, x, y, , part]) => !part || Math.max(part[0] - x, part[1] - y) < 0.01;
  const ids = sheets.flatMap(sheet => sheet.places.filter(isFirst).map(([id]) => id));
  return { cards: ids.filter(id => id.startsWith(`${view.print}/`)).length, pages: sheets.length };
}
function describeSheets() {
  const counted = countSheets();
  if (!counted) return "";
  const noun = game.prints.find(([id]) => id === view.print)?.[1] === "page" ? "sheet" : "card";
  const title = game.printed.length > 1 ? `${capitalise(view.print.replaceAll("-", " "))}: ` : "";
  return `${title}${count(counted.cards, noun)} on ${count(counted.pages, "page")}`;
}
function drawFoot() {
  const build = buildState();
  if (build.state === "running") {
    return make("div.foot", {},
      make("p", { role: "status" }, make("span.spinner"), ` ${capitalise(build.step || "starting")}…`),
      make("button", { id: "cancel", onclick: () => post("cancel") }, "Cancel"));
  }
  const isOff = hasMistakes() || game.broken;
  const single = findSingle();
  const shown = new Set(listFields().filter(isUseful).map(field => field.name));
  const others = mistakes.filter(problem => !shown.has(getOption(problem)));
  return make("div.foot", {},
    ...others.map(problem => makeMistake(problem, `${problem.where.subject}: `)),
    hasMistakes() && !others.length
      ? make("p.why", {}, "Two choices contradict each other: see above.")
      : make("p.sum", {}, describeSheets()),
    make("button.primary.big", { id: "build", disabled: isOff, onclick: startBuild },
      single ? `Make all ${game.printed.length} PDFs` : "Make PDFs"),
    single ? make("button.big", { id: "build-one", disabled: isOff, onclick: () => buildOnly(single) },
      `Only ${single.replaceAll("-", " ")}`) : "",
    build.state ? make("button.big", { id: "files", onclick: openFiles }, "Files") : "");
}
/** Return the print that somebody chose at the left, if others would be made with it; "" otherwise. */
function findSingle() {
  const print = view.print.replace(/-backs$/, "");
  const choices = game.facts.only?.choices ?? [];
  const isOneOfSeveral = game.printed.length > 1 && choices.some(([id]) => id === print);
  return isOneOfSeveral && !request.values.only ? print : "";
}
async function buildOnly(print) {
  await choose({ only: [print] });
  startBuild();
}
function openFiles() {
  showFiles();
  drawPanel();
}
