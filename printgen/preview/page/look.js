/** How cards are looked at: zoom, true size, overlays, and as other eyes and printers show them. */
import { get, make } from "./base.js";
import { findRecord } from "./faces.js";
import { listSheets } from "./sheets.js";
import { drawPanels, drawStage, say, view } from "./state.js";

const OVERLAYS = { safe: "Safe area", bleed: "Bleed and trim", grid: "Grid of 1 mm", boxes: "Boxes with sizes" };
const FAN_MM = 10; // how much of each card a fan shows, as in project.css
const CARDS_IN_HAND = 6;
const GAP = 20; // px between cards, as in project.css
const NAME_HEIGHT = 64; // px below a card for its name
const LEAST_ZOOM = .25;
const MOST_ZOOM = 4;
/** The width that a card or a sheet has at zoom 1, in px. */
const USUAL_WIDTHS = { sheet: 420, large: 700, small: 120, card: 190 };

const stage = get("stage");

/** Show the overlays and the filter on the stage. */
export function showLook() {
  for (const name of Object.keys(OVERLAYS)) {
    document.body.classList.toggle(`shows-${name}`, view.overlays.includes(name));
  }
  document.body.style.setProperty("--filter", view.filter ? `url(#filter-${view.filter})` : "none");
}

/** Set how large 1 mm is shown: as in print, or so that whole columns or one card fill the stage. */
export function fit() {
  const record = findRecord(view.face);
  const bleed = view.overlays.includes("bleed") ? 2 * (record.bleed ?? 0) : 0;
  const room = stage.clientWidth - 2 * Number.parseFloat(getComputedStyle(stage).paddingLeft);
  const fitting = chooseScale(record, bleed, Math.max(1, room));
  const scale = view.isTrue ? view.pixels : Math.max(.5, fitting * view.zoom);
  stage.style.setProperty("--mm", scale);
  stage.style.setProperty("--bleed", bleed / 2);
  get("zoom").value = 100 * view.zoom;
  get("scale").textContent = `${Math.round(100 * scale / view.pixels)} %`;
  get("true-size").ariaPressed = view.isTrue;
}

/** Return the px for 1 mm at zoom 1; `room` is the width of the stage in px. */
function chooseScale(record, bleed, room) {
  if (view.step === "print") return fitColumns(listSheets()[0]?.width ?? 210, USUAL_WIDTHS.sheet, room);
  const width = record.width + bleed;
  if (view.name === "one") return Math.min(room / width, (stage.clientHeight - NAME_HEIGHT) / (record.height + bleed));
  if (view.name === "fan") return Math.min(3, room / (record.width + (CARDS_IN_HAND - 1) * FAN_MM));
  const kind = record.width > 120 ? "large" : record.width < 40 ? "small" : "card";
  return fitColumns(width, USUAL_WIDTHS[kind], room);
}
function fitColumns(width, usual, room) {
  const columns = Math.max(1, Math.round(room / usual));
  return (room - GAP * (columns - 1)) / columns / width;
}

/** Set the zoom; 1 is what fits. */
export function setZoom(zoom) {
  Object.assign(view, { zoom: Math.max(LEAST_ZOOM, Math.min(MOST_ZOOM, zoom)), isTrue: false });
  drawPanels();
}

/** Show cards as large as they are printed, or as they fit. */
export function switchTrueSize() {
  view.isTrue = !view.isTrue;
  drawPanels();
}

/** Show an overlay, or hide it. */
export function switchOverlay(name) {
  const isShown = !view.overlays.includes(name);
  view.overlays = Object.keys(OVERLAYS).filter(key => key === name ? isShown : view.overlays.includes(key));
  get(`show-${name}`).checked = isShown;
  drawStage();
  say(`${OVERLAYS[name]}: ${isShown ? "shown" : "hidden"}`, true);
}

/** Show the next colour filter. */
export function showNextFilter() {
  const { options, selectedIndex } = get("filter");
  setFilter(options[(selectedIndex + 1) % options.length].value);
}
function setFilter(value) {
  view.filter = get("filter").value = value;
  drawStage();
  say(value ? `Cards as seen ${get("filter").selectedOptions[0].text}` : "Cards as seen in colour", true);
}

function setPixels(pixels) {
  view.pixels = get("pixels").value = pixels;
  get("bank-card").style.setProperty("--mm", pixels);
  drawPanels();
}

/** Make the controls work. */
export function listenToLook() {
  get("overlays").append(...Object.entries(OVERLAYS).map(([name, text]) => {
    const input = make("input", { type: "checkbox", id: `show-${name}`, onchange: () => switchOverlay(name) });
    input.checked = view.overlays.includes(name);
    return make("label", {}, input, text);
  }));
  get("zoom").oninput = event => setZoom(event.target.value / 100);
  get("true-size").onclick = switchTrueSize;
  get("filter").value = view.filter;
  get("filter").onchange = event => setFilter(event.target.value);
  get("pixels").oninput = event => setPixels(Number(event.target.value));
  get("calibrate").onclick = () => {
    get("look").hidePopover();
    setPixels(view.pixels);
    get("calibration").showModal();
  };
}
