/** The keys of the page, and the list of them. */
import { get, make } from "./base.js";
import { startBuild } from "./build.js";
import { switchProofed } from "./inspector.js";
import { setZoom, showNextFilter, switchOverlay, switchTrueSize } from "./look.js";
import { switchProblems } from "./problems.js";
import { searchFor, select, selectFurther, selectNextError } from "./selection.js";
import { countInRow, setView } from "./stage.js";
import { drawPanels, keepView, setStep, STEPS, view } from "./state.js";

const ZOOM_STEP = 1.15;
const stepActions = Object.fromEntries(Object.keys(STEPS).map((step, index) => [index + 1, () => setStep(step)]));

/** [keys as they are shown, what they do, { key: action }] */
const KEYS = [
  ["1 2 3", "Cards, print, dice tables", stepActions],
  ["C X V", "All cards, one card, a fan", {
    c: () => setView("all"), x: () => setView("one"), v: () => setView("fan"),
  }],
  ["← → ↑ ↓", "Go to another card", {}],
  ["Enter, Esc", "One card large, and back", {}],
  ["/", "Search", { "/": focusSearch }],
  ["N", "Next card with an error", { n: selectNextError }],
  ["E", "Problems", { e: switchProblems }],
  ["A", "The selected card as it is in the PDF", { a: switchProofed }],
  ["P", "Make the PDFs", { p: () => { setStep("print"); startBuild(); } }],
  ["S B G O", "Safe area, bleed, grid, boxes", {
    s: () => switchOverlay("safe"), b: () => switchOverlay("bleed"),
    g: () => switchOverlay("grid"), o: () => switchOverlay("boxes"),
  }],
  ["F", "Next colour filter", { f: showNextFilter }],
  ["+ − 0", "Zoom in, zoom out, fit", {
    "+": () => setZoom(view.zoom * ZOOM_STEP), "-": () => setZoom(view.zoom / ZOOM_STEP), 0: () => setZoom(1),
  }],
  ["T", "True size", { t: switchTrueSize }],
  ["Ctrl Z", "Take back the last change of a file", {}],
  ["?", "These keys", { "?": showKeys }],
];
const LETTERS = Object.assign({}, ...KEYS.map(([, , actions]) => actions));

function focusSearch(event) {
  event.preventDefault();
  if (view.step !== "cards") setStep("cards");
  get("search").focus();
}

/** Show the list of keys. */
export function showKeys() {
  const letters = make("input", { type: "checkbox", onchange: () => { view.letters = letters.checked; keepView(); } });
  letters.checked = view.letters;
  const help = make("a.button", { href: "/help/", target: "help" }, "Open the help pages");
  get("message-title").textContent = "Help and keys";
  get("message-text").replaceChildren(
    make("p.quiet", {}, "Click a value of a card to change it. Drop a picture here to save it next to your file."),
    make("div.keys", {}, ...KEYS.flatMap(([keys, text]) => [
      make("span", {}, ...keys.split(" ").map(key => make("kbd", {}, key.replace(",", "")))), make("span", {}, text),
    ])),
    make("label.check", {}, letters, "Use keys that are single letters"),
    make("p", {}, help));
  get("message").showModal();
}

/** Move from card to card, or do what a letter says. */
function receiveKey(event) {
  const { key, target } = event;
  const isInFace = target.closest?.(".face");
  const isTyping = target.matches?.("input:not([type=checkbox], [type=radio], [type=range]), select, textarea");
  const canMove = isInFace || target === get("stage") || target === document.body;
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open], :popover-open")) return;
  const inRow = isInFace ? countInRow() : 1;
  const moves = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -inRow, ArrowDown: inRow, Home: -1e6, End: 1e6 };
  if (key === "Escape" && target.id === "search") {
    searchFor("");
    get("stage").focus();
  } else if (isTyping) return;
  else if (key in moves && canMove && view.step !== "dice") {
    event.preventDefault();
    selectFurther(moves[key]);
  } else if (key === "Enter" && isInFace) {
    select(isInFace.dataset.id);
    setView("one");
  } else if (key === "Escape" && view.name === "one" && view.step === "cards") setView("all");
  else if (view.letters) LETTERS[key.toLowerCase()]?.(event);
}

/** Make the keys work. */
export function listenToKeys() {
  addEventListener("keydown", receiveKey);
  addEventListener("resize", drawPanels);
  get("help").onclick = showKeys;
}
