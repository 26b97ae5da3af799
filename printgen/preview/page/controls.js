/** A control for each kind of field: segments, lists, numbers, texts, files and folders. */
import { get, make } from "./base.js";
import { redrawPanel } from "./form.js";
import { save } from "./drop.js";

const MOST_SEGMENTS = 3;
const OTHER = "*"; // the value of "Another…" in a list
const EXAMPLES = { // for options whose example in the command line is only a word
  paper: "210 x 330", size: "65.8 x 76", back: "A text, or the file of a picture", cards: "1-9, or a text on the cards",
  only: "The name of a print", gutter: "In mm", png: "300", decks: "1", encoding: "cp1252",
};

/** Return the control of a field with a value; `set` gets what is chosen, "" for nothing. */
export function makeControl(field, value, { id, isOff, set }) {
  const current = [value ?? ""].flat();
  const give = text => set(field.isList && text !== "" ? [text].flat() : text);
  const context = { id, isOff, set: give, current };
  if (field.kind === "flag") return makeCheckbox(value === true, { id, isOff, set });
  if (field.kind === "file" || field.kind === "folder") return makeFiles(field, context);
  if (field.parts.length) return makeParts(field, { ...context, set });
  const prints = new Set(field.choices.map(([text]) => text.includes("=") ? text.split("=")[0] : ""));
  if (field.isList && prints.size > 1) return makeLists(field, context);
  if (field.isList && field.name !== "size" && field.choices.length) return makeCheckboxes(field, context);
  const entries = listEntries(field);
  const isShort = field.choices.length > 0 && entries.length <= MOST_SEGMENTS;
  if (isShort && !field.isOpen) return makeSegments(field, entries, context);
  if (field.choices.length) return makeList(field, entries, context);
  return makeInput(field, context);
}

/** Return the choices of a field with the one of no choice, unless a default takes its place. */
function listEntries(field) {
  const hasDefault = field.default !== "" || field.name === "size";
  return hasDefault ? field.choices : [["", field.none], ...field.choices];
}
const getUsual = field => field.default || (field.name === "size" ? field.choices[0]?.[0] : "") || "";

/** Draw the panel after an input lost the focus, unless it did so because the panel was drawn. */
const redrawSoon = ({ target }) => setTimeout(() => { if (target.isConnected) redrawPanel(); });

function makeCheckbox(isChecked, { id, isOff, set }) {
  return make("input", { type: "checkbox", id, checked: isChecked, disabled: isOff,
    onchange: event => set(event.target.checked) });
}

function makeCheckboxes(field, { id, current, set }) {
  const change = (text, isOn) => set(isOn ? [...current.filter(Boolean), text] : current.filter(item => item !== text));
  return make("span.boxes", { role: "group", id, "aria-labelledby": `label-${field.name}` },
    ...field.choices.map(([text, label]) => {
      const onchange = event => change(text, event.target.checked);
      const checked = current.includes(text);
      return make("label", {}, make("input", { type: "checkbox", id: `${id}-${text}`, checked, onchange }), label);
    }));
}

function makeSegments(field, entries, { id, isOff, current, set }) {
  const chosen = current[0] || getUsual(field);
  return make("span.segments", { role: "radiogroup", id, "aria-labelledby": `label-${field.name}` },
    ...entries.map(([text, label]) => make("label", {},
      make("input", { type: "radio", name: field.name, value: text, id: `${id}-${text}`, disabled: isOff,
        checked: chosen === text, onchange: () => set(text === getUsual(field) ? "" : text) }),
      make("span", {}, label))));
}

function makeList(field, entries, { id, isOff, current, set }) {
  const chosen = current[0] || getUsual(field);
  const isKnown = entries.some(([text]) => text === chosen);
  const other = field.isOpen ? [[OTHER, isKnown ? "Another…" : chosen]] : [];
  const select = make("select", { id, disabled: isOff, onchange: () => {
    if (select.value === OTHER) askForText(select, field, set);
    else set(select.value === getUsual(field) ? "" : select.value);
  } }, ...[...entries, ...other].map(([text, label]) => make("option", { value: text }, label)));
  select.value = isKnown ? chosen : OTHER;
  return select;
}

/** Replace a list by an input, for a value that is not in it. */
function askForText(select, field, set) {
  const input = make("input", { type: "text", id: select.id, "aria-label": field.label,
    placeholder: EXAMPLES[field.name] ?? field.example, onblur: redrawSoon });
  input.onchange = () => set(input.value.trim());
  input.isTyped = true;
  select.replaceWith(input);
  input.focus();
}

/** Return one list for each print that has choices of its own, such as sizes. */
function makeLists(field, { id, current, set }) {
  const prints = new Map();
  for (const choice of field.choices) {
    const [print] = choice[0].split("=");
    prints.set(print, [...prints.get(print) ?? [], choice]);
  }
  return make("span.lists", { id, role: "group", "aria-labelledby": `label-${field.name}` },
    ...[...prints].map(([print, choices]) => {
      const others = current.filter(text => text && !text.startsWith(`${print}=`));
      const select = make("select", {
        id: `${id}-${print}`,
        onchange: () => set([...others, ...select.selectedIndex > 0 ? [select.value] : []]),
      }, ...choices.map(([text, label]) => make("option", { value: text }, label)));
      select.value = current.find(text => text.startsWith(`${print}=`)) ?? choices[0][0];
      return make("label", {}, print.charAt(0).toUpperCase() + print.slice(1).replaceAll("-", " "), select);
    }));
}

/** Return several numbers that are one value, such as right and down. */
function makeParts(field, { id, current, set }) {
  const inputs = field.parts.map((part, index) => make("input", { type: "text", inputmode: "decimal", placeholder: part,
    id: index ? `${id}-${index}` : id, "aria-label": `${field.label}, ${part}, in mm`,
    onblur: redrawSoon,
    onchange: () => {
      const values = inputs.map(input => input.value.trim());
      if (values.every(Boolean)) set(values);
      else if (values.every(text => !text)) set("");
    } }));
  inputs.forEach((input, index) => { input.value = current[index] ?? ""; });
  return make("span.parts", {}, ...inputs);
}

function makeInput(field, { id, isOff, current, set }) {
  const step = field.default.includes(".") ? "any" : "1";
  const limits = { min: field.least ?? "", max: field.most ?? "", step };
  const kind = field.kind === "number" ? { type: "number", ...limits } : { type: "text" };
  const placeholder = EXAMPLES[field.name] ?? (field.default || field.example);
  const input = make("input", { ...kind, id, placeholder, disabled: isOff, autocomplete: "off",
    onblur: redrawSoon });
  input.value = current.join(", ");
  input.onchange = () => set(input.value.trim());
  return input;
}

/* ---- Files and folders: those in the folder of this page, or one that is brought */

function makeFiles(field, { id, isOff, current, set }) {
  const chosen = current.filter(Boolean);
  const select = make("select", { id, disabled: isOff, onchange: () => choosePath(select, field, set) },
    make("option", { value: "" }, field.none),
    ...chosen.map(path => make("option", { value: path }, path)),
    field.kind === "file" ? make("option", { value: OTHER }, "Choose a file…") : "");
  select.value = chosen[0] ?? "";
  select.onfocus = () => addPaths(select, field);
  return select;
}
/** Add what is in the folder to a list. It is asked for only when somebody looks at the list. */
async function addPaths(select, field) {
  select.onfocus = null;
  const response = await fetch(`/choices/${field.name}`).catch(() => null);
  const paths = response?.ok ? await response.json() : [];
  const known = new Set([...select.options].map(option => option.value));
  const last = field.kind === "file" ? select.lastElementChild : null;
  for (const path of paths.filter(each => !known.has(each))) {
    select.insertBefore(make("option", { value: path }, path), last);
  }
}
function choosePath(select, field, set) {
  if (select.value !== OTHER) return set(select.value);
  const input = make("input", { type: "file", accept: field.suffixes.join(",") });
  input.onchange = async () => {
    const [file] = input.files;
    const { source, free, error } = await save("files", file.name, file);
    if (source) return set(source);
    const again = free ? await save("files", free, file) : {};
    if (again.source) set(again.source);
    else get(select.id)?.after(make("p.why", { role: "alert" }, error ?? "The file could not be saved."));
  };
  input.click();
}
