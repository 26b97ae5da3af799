/** The columns of a table, with the place that each has on the cards. */
import { get, make } from "./base.js";
import { choose } from "./form.js";
import { game, request, view } from "./state.js";

/** The options that the list of columns sets. The form leaves them out. */
export const OWN_PLACE = new Set(["leave", "role", "sheet"]);

const ROLES = {
  title: "Title", index: "Corner", type: "Kind", text: "Text", flavour: "Flavour text", stat: "Figure",
  credit: "Small print", picture: "Picture", colour: "Colour",
};
const LEFT_OUT = "-";
let drawn = "";

/** Draw the list of columns, and for a workbook the choice of its sheet. */
export function drawColumns() {
  const columns = get("columns");
  const sheets = game.facts.sheet?.choices ?? [];
  columns.hidden = view.step !== "cards" || !game.columns.length && sheets.length < 2;
  const signature = JSON.stringify([game.columns, sheets, request.values]);
  if (columns.hidden || signature === drawn || columns.querySelector(":focus")) return;
  drawn = signature;
  const left = readList("leave");
  const rows = [...game.columns, ...left.map(name => ({ name, role: LEFT_OUT, why: "you left it out" }))];
  const book = sheets.length > 1 ? [makeSheetList(sheets)] : [];
  get("column-list").replaceChildren(...book, ...rows.map(makeColumn));
}
const readList = option => (request.values[option] ?? "").split(",").filter(Boolean);
const readRoles = () => Object.fromEntries(readList("role").map(pair => pair.split("=")));

function makeSheetList(sheets) {
  const select = make("select", { onchange: () => {
    select.blur();
    choose({ sheet: select.value });
  } }, ...sheets.map(([value, label]) => make("option", { value }, label)));
  select.value = request.values.sheet ?? sheets[0][0];
  return make("label.column", {}, make("span", {}, "Sheet of the workbook"), select);
}
function makeColumn({ name, role, why }) {
  if (role === "back") return make("p.column", {}, make("span", {}, name), make("b", {}, "On the back"));
  const chosen = role === LEFT_OUT ? LEFT_OUT : readRoles()[name] ?? "";
  const found = chosen ? "Automatic" : ROLES[role] ?? "Not printed"; // what printgen chose by itself
  const others = [...Object.entries(ROLES), [LEFT_OUT, "Not printed"]].filter(([, label]) => label !== found);
  const select = make("select", { "aria-label": name, title: `Because of ${why}`, onchange: () => {
    select.blur();
    setColumn(name, select.value);
  } }, ...[["", found], ...others].map(([value, label]) => make("option", { value }, label)));
  select.value = chosen;
  return make("label.column", {}, make("span", {}, name), chosen ? "" : make("small", {}, "automatic"), select);
}
/** Give a column a place: a role, LEFT_OUT, or "" for the one that printgen finds. */
function setColumn(name, place) {
  const { [name]: _, ...roles } = readRoles();
  if (place && place !== LEFT_OUT) roles[name] = place;
  const left = readList("leave").filter(other => other !== name);
  if (place === LEFT_OUT) left.push(name);
  choose({ role: Object.entries(roles).map(pair => pair.join("=")).join(","), leave: left.join(",") });
}
