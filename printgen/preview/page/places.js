/** Places in files: a link that opens the editor, or a button that copies the file and line. */
import { make } from "./base.js";
import { say, start } from "./state.js";

/** Return a place as it is shown: the last folder, the file and the line; with `folders` 0, without the folder. */
export function formatPlace(place, folders = 1) {
  return place.file ? place.file.split(/[/\\]/).slice(-1 - folders).join("/") + formatInside(place) : "";
}

/** Return the sheet and the cell of a place, or its line, to write after the name of its file. */
const formatInside = ({ line, sheet, cell }) =>
  (sheet ? `, sheet ${sheet}` : "") + (cell ? `, cell ${cell}` : "") + (line ? `:${line}` : "");

/** Return whether a place is in a workbook, whose cells the page does not write. */
export const isInWorkbook = place => Boolean(place?.sheet);

const TEXT = /\.(csv|tsv|txt|ya?ml|json|md|html|css|svg)$/i;
/** Return whether a place is in a text file: the page writes its cell, or its line if it is no table. */
export const isInText = place => Boolean(place?.line) && TEXT.test(place.file);

/** Return whether a place is in a table of text, in which the page adds and removes rows. */
export const isInTable = place => Boolean(place?.line) && /\.(csv|tsv)$/i.test(place.file);

const findPath = file => /^(\/|[A-Za-z]:)/.test(file) ? file : `${start.working || start.folder}/${file}`;

function addressPlace({ file, line }) {
  const path = findPath(file).replaceAll("\\", "/").replace(/^(?!\/)/, "/"); // always begins with a slash
  const address = path.split("/").map(encodeURIComponent).join("/");
  return start.editor.replaceAll("{file}", address).replaceAll("{line}", line || 1);
}

/** Return a control that opens a place in the editor, or copies it. */
export function linkPlace(place, folders = 1) {
  const code = make("code", {}, formatPlace(place, folders));
  if (start.editor) return make("a.link.place", { href: addressPlace(place), title: "Open in the editor" }, code);
  const copyPlace = () => {
    const text = formatPlace(place);
    navigator.clipboard.writeText(findPath(place.file) + (formatInside(place) || ":1"))
      .then(() => say(`${text} copied`, true), () => say(text, true));
  };
  return make("button.link.place", { title: "Copy file and line", onclick: copyPlace }, code);
}
