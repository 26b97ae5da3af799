/** The sheets of paper, as they are printed. */
import { count, make } from "./base.js";
import { describe, makeFace, makePicture, setMeasures } from "./faces.js";
import { answers, ask, view } from "./state.js";

const shown = new Map(); // the sheets of each print, which are shown until the new ones come

/** Return the sheets of the print that is shown, as the renderer answered last; none if it did not yet. */
export function listSheets() {
  const { sheets } = answers.get(`sheets${view.print}`) ?? {};
  if (sheets) shown.set(view.print, sheets);
  return shown.get(view.print) ?? [];
}

/** Return a heading and a text in place of cards. */
export const makeNothing = (heading, text) => make("div.nothing", {}, make("h2", {}, heading), make("p", {}, text));

/** Return the sheets of the print that is shown. */
export function makeSheets() {
  const { problems } = ask("sheets", view.print);
  const sheets = listSheets();
  if (problems) return makeNothing("No sheets", problems.map(describe).join(" "));
  if (!shown.has(view.print)) return makeNothing("One moment", "The sheets are being laid out.");
  if (!sheets.length) return makeNothing("No sheets", "With these choices, this print has no card.");
  return make("div.rows", {}, ...sheets.map((sheet, index) => makeSheet(sheet, index, sheets.length)));
}

function makeSheet(sheet, index, number) {
  const label = `Sheet ${index + 1} of ${number}`;
  const placed = sheet.places.map(([id, x, y, isTurned, part]) => {
    const face = makeFace(id);
    face.style.setProperty("--x", x);
    face.style.setProperty("--y", y);
    face.classList.toggle("turned", isTurned);
    if (part) face.style.clipPath = clipToPart(part, x, y);
    return face;
  });
  const page = make("div.page", { role: "listbox", "aria-label": label }, ...placed, makePicture(sheet.marks));
  setMeasures(page, sheet);
  page.classList.toggle("part", sheet.places.some(([, , , , part]) => part));
  page.style.setProperty("--printed", sheet.bleed);
  const size = `${round(sheet.width)} × ${round(sheet.height)} mm`;
  return make("figure.sheet", {}, page,
    make("figcaption", {}, make("b", {}, label), make("span", {}, `${count(placed.length, "card")}, ${size}`)));
}

/** Return the CSS clip path that shows one part of a board. The part, and the corner x, y of the board, are in mm on the page. */
function clipToPart([left, top, right, bottom], x, y) {
  const corners = [[left, top], [right, top], [right, bottom], [left, bottom]];
  const points = corners.map(corner => corner.map((side, axis) => `calc(${side - [x, y][axis]} * var(--px))`).join(" "));
  return `polygon(${points.join(", ")})`;
}

const round = size => Math.round(10 * size) / 10;
