/** One card on the screen: its picture, its name, and its first error. */
import { capitalise, get, make } from "./base.js";
import { faces, sendSoon, view } from "./state.js";

/* ---- Records */

/** Return the print of a card. */
export const findPrint = id => id.slice(0, id.indexOf("/"));

/** Return the problems of a record that stop the build. */
export const findErrors = record => record.problems.filter(problem => problem.severity === "error");

/** Return the name of a card as it is shown. */
export const nameFace = record => capitalise(record.name || record.title);

/** Return what a problem says: a sentence, or the name of its field and what is wrong with it. */
export const describe = ({ where, message }) => where.field ? `${where.field}: ${message}` : capitalise(message);

function findDrawn(print) {
  for (const record of faces.values()) if (findPrint(record.id) === print) return record;
  return null;
}

/** Return the record of a card; one that is not drawn yet has the size of another card of its print. */
export function findRecord(id) {
  if (faces.has(id)) return faces.get(id);
  const { width = 63.5, height = 88.9 } = findDrawn(findPrint(id)) ?? {};
  return { id, width, height, title: "waiting", words: "", hash: "", copies: 1, problems: [] };
}

/* ---- Pictures. Each is in a shadow root: ids and classes in it recur on other cards. */

const PICTURE_STYLE = `<style>
  :host { display: block }
  svg { display: block; width: 100%; height: 100%; overflow: var(--spill) }
  text { white-space: pre }
  .size { fill: #9a2f05; font-family: sans-serif; stroke: #fff; stroke-width: .3em; paint-order: stroke }
  rect.box { fill: none; stroke: #c2410c; stroke-width: 1; vector-effect: non-scaling-stroke }
  rect.lit { fill: #ffb00044; stroke-width: 2 }
</style>`;
const drawings = new Map(); // SVG by hash

const watcher = new IntersectionObserver(entries => {
  for (const { target, isIntersecting } of entries) {
    target.isNear = isIntersecting;
    drawPicture(target);
  }
  reportLook();
}, { root: get("stage"), rootMargin: "700px" });

/** Draw the pictures of the stage, and only these, when they come near the part that is seen. */
export function watchPictures() {
  watcher.disconnect();
  for (const picture of get("stage").querySelectorAll(".face .picture")) watcher.observe(picture);
}

const findId = element => element.closest("[data-id]").dataset.id;

/** Tell the renderer which cards are seen, so that it draws these first. */
export function reportLook() {
  const near = [...get("stage").querySelectorAll(".face .picture")].filter(picture => picture.isNear);
  sendSoon("look", { of: [view.face, ...near.map(findId)].join("\n") });
}

/** Return an element for a picture; `drawing` is its SVG if it is known. */
export function makePicture(drawing = "") {
  const picture = make("div.picture", { "aria-hidden": "true" });
  picture.attachShadow({ mode: "open" }).innerHTML = drawing && PICTURE_STYLE + drawing;
  return Object.assign(picture, { drawn: "", isNear: false });
}

/** Draw the picture of a card while it is near the part of the stage that is seen. */
async function drawPicture(picture) {
  const id = findId(picture);
  const wanted = picture.isNear ? findRecord(id).hash : "";
  if (picture.drawn === wanted) return;
  picture.drawn = wanted;
  if (wanted && !drawings.has(wanted)) {
    const response = await fetch(`drawing/${wanted}?${new URLSearchParams({ of: id })}`).catch(() => null);
    if (response?.ok) drawings.set(wanted, await response.text());
    else if (picture.drawn === wanted) picture.drawn = ""; // else a newer drawing is on its way
  }
  if (picture.drawn !== wanted) return;
  picture.shadowRoot.innerHTML = wanted && PICTURE_STYLE + drawings.get(wanted);
  drawBoxes(picture);
}

/** Forget the drawings that no card has any more. */
export function dropDrawings() {
  const used = new Set([...faces.values()].map(record => record.hash));
  for (const hash of drawings.keys()) if (!used.has(hash)) drawings.delete(hash);
}

/** Return the name of the printed value that an element of a drawing shows. */
export const nameField = element => element.dataset.field ?? element.dataset.input;

/** Frame all printed values of a picture if boxes are shown, and in any case the value called `name`. */
export function drawBoxes(picture, name = "") {
  const svg = picture.shadowRoot.querySelector("svg");
  const frame = svg?.getBoundingClientRect();
  if (!frame?.width || picture.closest(".turned")) return;
  svg.querySelector("g.boxes")?.remove();
  const areAllShown = view.overlays.includes("boxes");
  const scale = frame.width / svg.viewBox.baseVal.width;
  const shapes = [];
  for (const element of svg.querySelectorAll("[data-field], [data-input]")) {
    const isLit = name && nameField(element) === name;
    const box = element.getBoundingClientRect();
    const [x, y, width, height] = [box.x - frame.x, box.y - frame.y, box.width, box.height].map(size => size / scale);
    if (isLit || areAllShown) {
      const kind = isLit ? "box lit" : "box";
      shapes.push(`<rect class="${kind}" x="${x}" y="${y}" width="${width}" height="${height}"/>`);
    }
    if (areAllShown && scale > 5) {
      const size = `${width.toFixed(1)} × ${height.toFixed(1)}`;
      shapes.push(`<text class="size" x="${x}" y="${y - 2 / scale}" font-size="${10 / scale}">${size}</text>`);
    }
  }
  const boxes = svg.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "g"));
  boxes.classList.add("boxes");
  boxes.innerHTML = shapes.join("");
}

/* ---- Cards */

/** Set the measures of a card or a sheet, in mm, for the style sheet. */
export function setMeasures(element, { width, height, bleed, safe, radius }) {
  const measures = { width, height, bleed: bleed ?? 0, safe: safe ?? 0, radius: radius ?? 3 };
  for (const [name, value] of Object.entries(measures)) element.style.setProperty(`--${name}`, value);
}

/** Return the element of a card. */
export function makeFace(id) {
  const face = make("div.face", { "data-id": id },
    make("div.paper", {}, makePicture(), make("div.overlay")),
    make("div.name", {}, make("span"), make("span.copies")),
    make("div.reason"));
  updateFace(face);
  return face;
}

/** Show what the record of a card says now. */
export function updateFace(face) {
  const record = findRecord(face.dataset.id);
  const { copies, hash, outline, safe, width, height } = record;
  const [error] = findErrors(record);
  const isSelected = record.id === view.face;
  const reason = error ? `Drawn as far as it fits: ${describe(error)}` : "";
  const isHexagon = outline === "hexagon";
  const classes = {
    wrong: error, undrawn: !hash, round: outline === "circle", hexagon: isHexagon, wide: isHexagon && width > height,
    unsafe: !safe,
  };
  for (const [name, isOn] of Object.entries(classes)) face.classList.toggle(name, Boolean(isOn));
  setMeasures(face, record);
  const copiesText = copies > 1 ? `× ${copies}` : "";
  if (face.id !== "large") {
    face.role = "option";
    face.ariaSelected = isSelected;
    face.ariaLabel = [nameFace(record), copiesText, reason && `Error: ${reason}`].filter(Boolean).join(". ");
    face.tabIndex = isSelected ? 0 : -1;
  }
  face.querySelector(".name span").textContent = nameFace(record);
  face.querySelector(".copies").textContent = copiesText;
  Object.assign(face.querySelector(".reason"), { textContent: reason, title: reason, hidden: !reason });
  drawPicture(face.querySelector(".picture"));
}

/** Show on all cards of the stage what their records say; with `ids`, a set, on these cards only. */
export function updateFaces(ids = faces) {
  for (const face of get("stage").querySelectorAll(".face")) if (ids.has(face.dataset.id)) updateFace(face);
}

/** Mark a printed value on the selected card. */
export function lightValue(name) {
  const pictures = document.querySelectorAll("#large .picture, .single [aria-selected=true] .picture");
  for (const picture of pictures) drawBoxes(picture, name);
}
