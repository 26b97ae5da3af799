/** Files that are dropped on a page or chosen: saved into its folder after a question, and never over another. */
import { capitalise, finish, get, make } from "./base.js";

const TABLES = /\.(csv|tsv|xlsx|ods|json|ya?ml|md|txt|html?)$/i;

/** Save a file. Returns `source`, or `free` (a free name, if another file has this one), or `error` with a hint. */
export async function save(address, name, data) {
  const path = `${address}/${encodeURIComponent(name)}`;
  const response = await fetch(path, { method: "PUT", body: data }).catch(() => null);
  if (!response) return { error: "printgen does not answer. Start it again." };
  if (response.status === 413) return { error: "The file is larger than 20 MB." };
  const answer = await response.json().catch(() => ({ error: "The file could not be saved." }));
  if (!answer.error) return answer;
  return { error: [answer.error, answer.hint].filter(Boolean).map(text => finish(capitalise(text))).join(" ") };
}

/** Ask for the names of these files, save them, and call `done` with the source of the first table, or "". */
export function offer(files, { address, folder, done }) {
  const list = [...files];
  const hasTable = list.some(file => TABLES.test(file.name));
  const dialog = get("save");
  const inputs = list.map(file => {
    const input = make("input", { type: "text", "aria-label": `Name of ${file.name}`, autocomplete: "off" });
    input.value = file.name;
    return input;
  });
  const message = make("p.why", { role: "alert", hidden: true });
  const button = make("button.primary", { type: "submit" }, hasTable ? "Save and open" : "Save");
  const cancel = make("button", { type: "button", onclick: () => dialog.close() }, "Cancel");
  const form = make("form", {},
    make("h2", {}, list.length > 1 ? `Save ${list.length} files?` : "Save this file?"),
    make("p", {}, "printgen keeps a copy in the folder ", make("code", {}, folder),
      hasTable ? ". Edit that copy from now on. Nothing is replaced." : ". Nothing is replaced."),
    make("div.names", {}, ...inputs), message,
    make("div.actions", {}, cancel, button));
  form.onsubmit = async event => {
    event.preventDefault();
    button.disabled = true;
    const { source, error } = await saveAll(list, inputs, address);
    button.disabled = false;
    message.hidden = !error;
    message.textContent = error;
    if (error) return;
    dialog.close();
    done(source);
  };
  dialog.replaceChildren(form);
  dialog.showModal();
  inputs[0].focus();
}
/** Save files under the names in the inputs; return the source of the first table, or what is wrong. */
async function saveAll(files, inputs, address) {
  let found = "";
  for (const [index, file] of files.entries()) {
    const input = inputs[index];
    const { source, free, error = "" } = await save(address, input.value.trim(), file);
    if (free) {
      const taken = input.value;
      input.value = free;
      return { error: `The folder has another file called ${taken}. Save this one as ${free}, or write another name.` };
    }
    if (!source) return { error: `${input.value}: ${error}` };
    if (TABLES.test(source)) found ||= source;
  }
  return { source: found, error: "" };
}

/** Offer to save the files that are dropped anywhere on the page. `getPlace` returns what `offer` needs. */
export function listenForDrops(getPlace) {
  let depth = 0;
  const mark = isOver => document.body.classList.toggle("dropping", isOver);
  const hasFiles = event => event.dataTransfer?.types.includes("Files");
  addEventListener("dragenter", event => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    depth += 1;
    mark(true);
  });
  addEventListener("dragleave", () => {
    depth = Math.max(0, depth - 1);
    if (!depth) mark(false);
  });
  addEventListener("dragover", event => { if (hasFiles(event)) event.preventDefault(); });
  addEventListener("drop", event => {
    depth = 0;
    mark(false);
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    listFiles(event.dataTransfer).then(files => { if (files.length) offer(files, getPlace()); });
  });
}
/** Return the files of a drop, and those that are in its folders. */
async function listFiles({ items, files }) {
  const dropped = [...files]; // both lists are empty after the event
  const entries = [...items].map(item => item.webkitGetAsEntry?.()).filter(Boolean);
  if (!entries.some(entry => entry.isDirectory)) return dropped;
  return (await Promise.all(entries.map(readEntry))).flat();
}
async function readEntry(entry) {
  if (entry.isFile) return [await new Promise((resolve, reject) => entry.file(resolve, reject))];
  const reader = entry.createReader();
  const found = [];
  for (let batch = [entry]; batch.length; found.push(...batch)) {
    batch = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
  }
  return (await Promise.all(found.filter(each => each.isFile).map(readEntry))).flat();
}
