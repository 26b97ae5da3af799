/** What the page of a project knows: its game, its cards, its view, and the answers of the server. */
import { get } from "./base.js";

export const STEPS = { cards: "Cards", print: "Print", dice: "Dice tables" };

/** How the project is looked at. Kept in the browser for the next time, except which print, card and step. */
export const view = {
  step: "", // a key of STEPS
  name: "all", // a key of VIEWS in stage.js
  print: "",
  face: "",
  zoom: 1,
  isTrue: false,
  filter: "",
  overlays: [],
  pixels: 96 / 25.4, // of 1 mm on this screen: 1in is 96px in CSS (Values and Units 4, 6.2)
  letters: true, // whether keys that are single letters are used
};
Object.assign(view, readKept(), { print: "", face: "", step: readStep() });

function readKept() {
  try {
    return JSON.parse(localStorage.getItem("printgen-view") ?? "{}");
  } catch {
    return {};
  }
}
function readStep() {
  const step = location.hash.slice(1);
  return step in STEPS ? step : "cards";
}

/** Keep the view for the next time. */
export const keepView = () => localStorage.setItem("printgen-view", JSON.stringify(view));

/** The last event `game`. */
export let game = {
  name: "", prints: [], order: [], problems: [], broken: false, isTable: false,
  charts: [], odds: [], printed: [], facts: {}, columns: [],
};
/** Set what the last event `game` says. */
export function setGame(event) {
  game = event;
}

/** The last event `request`: the values of the options, and the command that they make. */
export let request = { values: {}, command: "" };
/** Set what the last event `request` says, or what was chosen since. */
export function setRequest(event) {
  request = event;
}

/** The last event `start`: the editor, the folder of dropped files, and the one that paths begin in. */
export let start = { editor: "", folder: "", working: "" };
/** Set what the event `start` says. */
export function setStart(event) {
  start = event;
}

/** The record of each card, by id. */
export const faces = new Map();

/* ---- Questions to the renderer */

/** The last answers of the renderer, by the question and its subject. */
export const answers = new Map();
const asked = new Set();
const timers = {};

/** Return the last answer to a question about a card or a print, and ask again after a change. */
export function ask(question, of) {
  clearTimeout(timers[question]);
  const isAsked = !of || asked.has(question + of);
  if (!isAsked && question === "sheets") send(question, { of });
  else if (!isAsked) timers[question] = setTimeout(send, 80, question, { of }); // arrow keys may pass many cards
  return answers.get(question + of) ?? {};
}
/** Send a question to the renderer. Its answer comes as an event. */
export function send(question, values) {
  asked.add(question + values.of);
  fetch(`${question}?${new URLSearchParams(values)}`).catch(() => {});
}
/** Send a question after a short time, unless another takes its place. */
export function sendSoon(question, values) {
  clearTimeout(timers[question]);
  timers[question] = setTimeout(send, 60, question, values);
}
/** Ask all questions again: something changed. The old answers are shown until the new ones come. */
export const askAgain = () => asked.clear();

/* ---- Drawing */

const PRESS_POLL = 30; // ms
const LONGEST_PRESS = 600; // ms: the list of a select takes the end of a press for itself
let pressedAt = -LONGEST_PRESS;
addEventListener("pointerdown", () => { pressedAt = performance.now(); }, true);
addEventListener("pointerup", () => { pressedAt = -LONGEST_PRESS; }, true);
/** Return whether a pointer was just pressed: what is drawn anew under it loses its click. */
const isPressed = () => performance.now() - pressedAt < LONGEST_PRESS;

const due = new Set();
/** Call this function once before the screen is drawn next, however many events ask for it. */
export function schedule(action) {
  if (due.has(action)) return;
  due.add(action);
  // A page in the background draws nothing, but what it says must be right when it is shown.
  const run = () => {
    if (isPressed()) setTimeout(run, PRESS_POLL);
    else if (due.delete(action)) action();
  };
  if (document.hidden) setTimeout(run);
  else requestAnimationFrame(run);
}

const PAUSE = 250; // ms
const pausing = new Map(); // functions that were called a moment ago, and whether they are due again
/** Call this function now and then, however many events ask for it: a thousand cards come one by one. */
export function scheduleNowAndThen(action) {
  if (pausing.has(action)) {
    pausing.set(action, true);
    return;
  }
  pausing.set(action, false);
  schedule(action);
  setTimeout(() => {
    const isDue = pausing.get(action);
    pausing.delete(action);
    if (isDue) scheduleNowAndThen(action);
  }, PAUSE);
}

const drawings = { stage: () => {}, panels: () => {} };
/** Set the functions that draw the stage with all around it, and only what is around it. */
export const setDrawings = functions => Object.assign(drawings, functions);
/** Draw the stage and the panels. */
export const drawStage = () => drawings.stage();
/** Draw the panels around the stage. */
export const drawPanels = () => drawings.panels();

/** Go to a step. It is in the address, so that the browser's Back button goes to the step before. */
export function setStep(step) {
  if (view.step !== step) history.pushState(null, "", `#${step}`);
  view.step = step;
  get("stage").scrollTop = 0;
  drawStage();
}
addEventListener("popstate", () => {
  view.step = readStep();
  drawStage();
});

/* ---- The last line */

let lasting = "";
/** Show a text in the last line; one that only confirms a choice is soon replaced by what it said before. */
export function say(text, isPassing = false) {
  get("status").textContent = text;
  if (!isPassing) lasting = text;
  else setTimeout(() => { if (get("status").textContent === text) say(lasting); }, 4000);
}
