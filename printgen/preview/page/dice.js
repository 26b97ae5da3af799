/** Dice tables: each range of rolls on the axis of its dice, with its exact chance at each modifier. */
import { capitalise, count, make, replace } from "./base.js";
import { editPlace } from "./edit.js";
import { isInText, linkPlace } from "./places.js";
import { makeFinding } from "./problems.js";
import { game } from "./state.js";

const MOST_MODIFIER = 6;
const MINUS = "−";
const modifiers = new Map(); // what is added to the rolls of a table, by its title

/** Return the report on all dice tables. */
export function makeDice() {
  return make("div.dice", {},
    make("div.dice-head", {},
      make("p.quiet", {}, "The exact chance of each result. Click a roll to change it in your file."),
      make("a.button", { href: "report", target: "_blank" }, "Open the full report")),
    ...game.problems.map(makeFinding),
    ...game.charts.map(chart => {
      const section = make("section.chart");
      drawChart(section, chart);
      return section;
    }));
}

/** Return the odds of a chart: the table with the same title, or else with the same results. */
function findOdds(chart) {
  const texts = chart.rows.map(row => row.text);
  const hasResults = ({ rolls }) => {
    const results = Object.keys(rolls);
    return texts.every(text => results.includes(text)) && results.every(text => texts.includes(text));
  };
  return game.odds.find(({ title }) => title === chart.table) ?? game.odds.find(hasResults);
}

function drawChart(section, chart) {
  const { title, low, high, rows, conflicts } = chart;
  const isWrong = conflicts.length > 0;
  const odds = isWrong ? undefined : findOdds(chart);
  const key = `${chart.table}\n${title}`;
  const modifier = odds ? modifiers.get(key) ?? 0 : 0;
  const chances = listChances(rows, odds, modifier);
  const most = Math.max(...chances.map(chance => chance?.[1] ?? 0), ...rows.map(row => row.chance?.[1] ?? 0), .01);
  const items = [
    ...rows.map((row, index) => {
      return [row.low, makeRow(chart, row, { chance: chances[index], most, modifier, odds, isWrong })];
    }),
    ...conflicts.map(conflict => [conflict.low + .5, makeConflict(chart, conflict)]),
  ].sort((a, b) => a[0] - b[0]).map(([, item]) => item);
  const outside = odds?.chances[nameModifier(modifier)]?.[""];
  if (outside?.[1] > 0) items.push(makeOutside(outside, most));
  const setModifier = number => {
    modifiers.set(key, Math.max(-MOST_MODIFIER, Math.min(MOST_MODIFIER, number)));
    drawChart(section, chart);
  };
  replace(section,
    make("div.chart-head", {},
      make("div", {}, make("h2", {}, title), makeVerdict(chart)),
      odds ? makeStepper(modifier, setModifier) : ""),
    make("table", {},
      make("thead", {}, make("tr", {},
        make("th", { scope: "col" }, "Roll"),
        make("th.axis", { scope: "col" }, make("div", {}, make("span", {}, low),
          make("span", {}, "On the dice"), make("span", {}, high))),
        make("th.chance", { scope: "col" }, "Chance"), make("th", { scope: "col" }, "Result"))),
      make("tbody", {}, ...items)));
}

function makeVerdict(chart) {
  const { low, high, rows, conflicts } = chart;
  if (conflicts.length) return make("p.verdict.wrong", {}, `✗ ${count(conflicts.length, "mistake")} in the rolls`);
  if (rows.every(row => row.chance === null)) return makeUnknown(chart);
  return make("p.verdict.right", {}, `✓ Each roll from ${low} to ${high} has exactly one row`);
}
/** Say that the dice are not known, and offer to name them in the heading of the column. */
function makeUnknown(chart) {
  const { low, high, head } = chart;
  const box = make("div.verdict.unknown", {}, make("p", {}, `Each number from ${low} to ${high} is in exactly one row. `
    + "Which dice are rolled? Name them in the heading of this column, for example 2d6: then their chances are shown."));
  if (!isInText(head)) return box;
  const item = make("div", {});
  const restore = () => item.replaceChildren(button);
  const start = () => editPlace(head, "cell", "The heading", item, restore);
  const button = make("button", { onclick: start }, "Change the heading");
  item.append(button);
  box.append(item);
  return box;
}

/* ---- Modifiers */

const nameModifier = modifier => modifier < 0 ? String(modifier) : `+${modifier}`;
const showModifier = modifier => modifier ? nameModifier(modifier).replace("-", MINUS) : "0";

function makeStepper(modifier, set) {
  const step = (distance, text, label) => make("button.round.plain", {
    "aria-label": label,
    disabled: Math.abs(modifier + distance) > MOST_MODIFIER,
    onclick: () => set(modifier + distance),
  }, text);
  return make("div.stepper", { role: "group", "aria-label": "Modifier" },
    make("span.quiet", {}, "Modifier"),
    step(-1, MINUS, "Subtract 1 from each roll"),
    make("output", { "aria-live": "polite" }, showModifier(modifier)),
    step(1, "+", "Add 1 to each roll"),
    modifier ? make("p.key", {}, "without it") : "");
}

/** Return the chance of each row; null if it is unknown, or is that of a row before with the same result. */
function listChances(rows, odds, modifier) {
  if (!modifier) return rows.map(row => row.chance);
  const chances = odds.chances[nameModifier(modifier)];
  const isFirst = ({ text }, index) => rows.findIndex(row => row.text === text) === index;
  return rows.map((row, index) => isFirst(row, index) ? chances[row.text] ?? null : null);
}

/** Return the first and the last roll of the dice with which a total is in a row; null if there is none. */
function findRolls({ low, high, rows }, row, { modifier, odds }) {
  const isOpenEnded = odds && !(odds.chances[nameModifier(modifier)]?.[""]?.[1] > 0);
  const isLowest = isOpenEnded && row.low === Math.min(...rows.map(each => each.low));
  const isHighest = isOpenEnded && row.high === Math.max(...rows.map(each => each.high));
  const first = isLowest ? low : Math.max(low, row.low - modifier);
  const last = isHighest ? high : Math.min(high, row.high - modifier);
  return first <= last ? [first, last] : null;
}

/* ---- Rows */

function makeRow(chart, row, { chance, most, modifier, odds, isWrong }) {
  const rolls = findRolls(chart, row, { modifier, odds });
  return make("tr", { class: chance?.[1] === 0 ? "never" : "" }, makeRange(row), makeTrack(chart, "row", rolls),
    makeChance(chance, most, modifier ? row.chance : null, isWrong), make("td.outcome", {}, row.text));
}

const CONFLICTS = {
  "no row": "No row has this roll",
  "two rows": "Two rows have this roll",
  "not on the dice": "The dice never show this",
};
function makeConflict(chart, { low, high, label, text }) {
  const isGap = text === "no row";
  const result = CONFLICTS[text] ?? capitalise(text);
  return make(isGap ? "tr.gap" : "tr.overlap", {},
    make("th.range", { scope: "row" }, label),
    makeTrack(chart, isGap ? "gap" : "overlap", [low, high]),
    make("td"),
    make("td.outcome", {}, result));
}

function makeOutside(chance, most) {
  return make("tr.outside", {}, make("th.range", { scope: "row" }, "other"), make("td.axis"),
    makeChance(chance, most, null, false), make("td.outcome", {}, "The total is in no row"));
}

function makeTrack({ low, high }, kind, rolls) {
  const share = number => `${100 * number / (high - low + 1)}%`;
  const bar = rolls ? make(`i.${kind}`) : "";
  if (rolls) {
    const [first, last] = rolls;
    Object.assign(bar.style, { left: share(first - low), width: share(last - first + 1) });
    bar.title = first === last ? `${first} on the dice` : `${first}–${last} on the dice`;
  }
  return make("td.axis", {}, make("span.track", {}, bar));
}

/** Return the roll of a row. In a text table, a click changes it. */
function makeRange(row) {
  const cell = make("th.range", { scope: "row" });
  if (!isInText(row.place)) {
    cell.append(row.label, row.place.file ? make("small", {}, linkPlace(row.place)) : "");
    return cell;
  }
  const restore = () => cell.replaceWith(makeRange(row));
  const { file, line, column } = row.place;
  cell.append(make("button.roll", {
    title: `Change this roll, line ${line}`, "aria-label": `Change the roll ${row.label}`,
    "data-name": `${file}:${line}:${column || 1}`,
    onclick: () => editPlace(row.place, "cell", `The roll ${row.label}`, cell, restore),
  }, row.label));
  return cell;
}

function makeChance(chance, most, unmodified, isWrong) {
  if (isWrong) return make("td.chance.quiet", {}, "–");
  if (!chance) return make("td.chance.quiet", {}, "");
  const [fraction, value] = chance;
  const share = number => `${100 * number / most}%`;
  const bar = make("span.bar", {}, make("i"));
  bar.firstChild.style.width = share(value);
  if (unmodified) {
    const tick = make("b", { title: `Without a modifier: ${formatPercent(unmodified[1])}` });
    tick.style.left = share(unmodified[1]);
    bar.append(tick);
  }
  return make("td.chance", {}, make("span.figures", {}, make("b", {}, formatPercent(value)),
    make("span.quiet", {}, value ? fraction : "")), bar);
}
const formatPercent = value => value ? `${(100 * value).toFixed(1)} %` : "never";
