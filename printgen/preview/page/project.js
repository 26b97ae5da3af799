/** The page of one game or table: its steps, its views, and the events that keep it up to date. */
import { count, get, make, post } from "./base.js";
import { receiveBuild } from "./build.js";
import { drawColumns } from "./columns.js";
import { listenForDrops } from "./drop.js";
import { findNewCard, leaveUnopened, receiveCell } from "./edit.js";
import { dropDrawings, reportLook, updateFaces } from "./faces.js";
import { drawPanel, receiveOptions, receiveRequest } from "./form.js";
import { drawInspector, editClicked, switchProofed } from "./inspector.js";
import { listenToKeys } from "./keys.js";
import { fit, listenToLook } from "./look.js";
import {
  countProblems, drawProblems, openForBrokenGame, receiveFindings, setDown, switchProblems,
} from "./problems.js";
import { searchFor, select } from "./selection.js";
import { drawPrints, setView, showStage, VIEWS } from "./stage.js";
import {
  answers, ask, askAgain, drawPanels, drawStage, faces, game, keepView, say, schedule, scheduleNowAndThen,
  setDrawings, setGame, setStart, setStep, start, STEPS, view,
} from "./state.js";

export { setStep } from "./state.js";

const NARROW = matchMedia("(max-width: 760px)");

setDrawings({
  stage() {
    showStage();
    drawPanels();
  },
  panels() {
    [fit, drawPrints, drawColumns, drawInspector, drawPanel, drawProblems, sayState, keepView].forEach(draw => draw());
  },
});

/* ---- Controls */

function makeButtons(texts, choose) {
  return Object.entries(texts).map(([value, text]) => make("button", { value, onclick: () => choose(value) }, text));
}
get("steps").append(...makeButtons(STEPS, setStep));
get("views").append(...makeButtons(VIEWS, setView));
get("search").oninput = event => searchFor(event.target.value);
get("toggle").onclick = switchProblems;
get("show-proofed").onchange = switchProofed;
get("next").onclick = () => setStep("print");
if (NARROW.matches) get("columns").open = false;
listenToLook();
listenToKeys();

/** A click selects a card. On the large card, it changes a value. */
addEventListener("click", event => {
  const face = event.target.closest(".face, #large");
  if (!face) return;
  if (face.id === "large" || view.name === "one" && view.step === "cards") return editClicked(event);
  select(face.dataset.id, true);
  if (NARROW.matches && view.step === "cards" && view.name === "all") setView("one");
});
get("stage").addEventListener("dblclick", event => {
  const face = event.target.closest(".face");
  if (!face) return;
  select(face.dataset.id);
  setView("one");
});

/* ---- Events from the server */

const fonts = new Map(); // the rule of each typeface
const fontStyles = document.head.appendChild(make("style"));

const formatTime = () => new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
function setGone(isGone) {
  get("light").classList.toggle("off", isGone);
  document.body.classList.toggle("gone", isGone);
}

function keepAnswer(event) {
  answers.set(event.event + event.of, event);
  schedule(event.event === "sheets" ? drawStage : drawInspector);
}

const changedFaces = new Set(); // ids of cards that are not drawn again yet
function drawChangedFaces() {
  updateFaces(changedFaces);
  changedFaces.clear();
  drawPanels();
}

let done = null; // the time of the last event `done`, and how many cards changed; null while files are read
let saidState = "";

/** Say that all is up to date, or that something is wrong in what was read: an error may come after `done`. */
function sayState() {
  if (!done) return;
  const { errors } = countProblems();
  const { time, changed } = done;
  const cards = changed && changed < game.order.length ? ` ${count(changed, "card")} changed.` : "";
  const state = game.order.length ? "The cards are as before." : "It cannot be shown yet.";
  let text = `Up to date at ${time}.${cards}`;
  if (game.broken) text = `Read at ${time}. ${state}`;
  else if (errors) text = `Read at ${time}, with ${count(errors, "error")}.${cards}`;
  if (text !== saidState) say(text);
  saidState = text;
}

const RECEIVERS = {
  start(event) {
    setStart(event);
    faces.clear();
    schedule(drawStage);
  },
  game(event) {
    const ids = event.prints.map(([id]) => id);
    // Dice tables are read after the cards. A table with rolls is rarely a deck.
    // A step that somebody chose is in the address.
    if (event.charts.length && !game.charts.length && !location.hash) view.step = "dice";
    setGame(event);
    get("game").textContent = game.name;
    document.title = `${game.name}: printgen`;
    if (!ids.includes(view.print)) view.print = ids[0] ?? "";
    openForBrokenGame();
    document.body.classList.toggle("stale", game.broken);
    const newCard = findNewCard();
    if (newCard) view.face = newCard;
    schedule(drawStage);
  },
  font({ id, rule }) {
    fonts.delete(id); // of two with one name, the last is used
    fonts.set(id, rule);
    fontStyles.textContent = [...fonts.values()].join("\n");
  },
  face(record) {
    faces.set(record.id, record);
    changedFaces.add(record.id);
    scheduleNowAndThen(drawChangedFaces);
  },
  working() {
    done = null;
    say("Reading what was saved…");
  },
  done({ ms, changed }) {
    setDown("");
    askAgain();
    dropDrawings();
    done = { time: formatTime(), changed };
    saidState = "";
    sayState();
    get("status").title = `${count(changed, "card")} changed, ${ms} ms`;
    setGone(false);
    reportLook();
    if (view.step === "print") ask("sheets", view.print);
    schedule(drawPanels);
  },
  down({ message }) {
    setDown(message);
    leaveUnopened();
    done = null;
    get("light").classList.add("off");
    say("The process that draws the cards ended. It is started again.");
    schedule(drawStage);
  },
  gone({ isFinal }) {
    done = null;
    setGone(true);
    say(isFinal ? "printgen was started again. Open the address that it printed."
      : "printgen has ended. Start it again, and open the address that it prints.");
  },
  build(event) {
    receiveBuild(event);
    receiveFindings(event);
    schedule(drawProblems);
  },
  fields: keepAnswer,
  proofed: keepAnswer,
  sheets: keepAnswer,
  cell: receiveCell,
  request: receiveRequest,
  options: receiveOptions,
};

/* One tab reads the events, and passes them on to the others: browsers allow six connections to a server. */
const channel = new BroadcastChannel(location.pathname);
const receive = events => events.forEach(event => RECEIVERS[event.event]?.(event));
let isReader = false;
let early = []; // events of another tab that came before the state
channel.onmessage = ({ data }) => {
  early?.push(...data);
  receive(data);
};
function readEvents() {
  const pass = events => {
    isReader = true;
    channel.postMessage(events);
    receive(events);
  };
  const source = new EventSource("events");
  source.onmessage = ({ data }) => pass(JSON.parse(data));
  source.onerror = () => pass([{ event: "gone", isFinal: source.readyState === EventSource.CLOSED }]);
  return new Promise(() => {}); // keeps the lock until this tab is closed
}
history.replaceState(null, "", location.pathname + location.hash); // the token is in a cookie
fetch("state").then(response => response.json()).then(events => {
  const later = early;
  early = null;
  // The events that this tab reads begin with a newer state.
  if (!isReader) receive([...events, ...later]);
}, () => receive([{ event: "gone" }]));
navigator.locks.request(location.pathname, readEvents);

async function openDropped(source) {
  const { address } = source ? await post("/open", { source }) : {};
  if (address) location.href = address;
}
listenForDrops(() => ({ address: "files", folder: start.folder, done: openDropped }));
