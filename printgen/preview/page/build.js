/** The build: its progress, the files that it made, and how to print them. */
import { capitalise, count, finish, get, make, post } from "./base.js";
import { drawPanel, getChoices, hasMistakes, listFields, offerOptions, relabel, waitForOptions } from "./form.js";
import { linkPlace } from "./places.js";
import { drawPanels, say, schedule } from "./state.js";

const NO_BUILD = { state: "", step: "", files: [], findings: [], said: [], values: {}, isOld: false };
const FEW = 2; // more files are rather downloaded together
let build = NO_BUILD;
let isShowingFiles = false;

/** Return the last event `build`. */
export const buildState = () => build;
/** Return whether the panel shows the files, and not the options. */
export const hidesOptions = () => isShowingFiles;
/** Show the files in the panel. */
export function showFiles() {
  isShowingFiles = true;
}
/** Show the options in the panel. */
export function showOptions() {
  isShowingFiles = false;
}

/** Start a build, unless options contradict each other. */
export async function startBuild() {
  if (hasMistakes() || build.state === "running") return;
  build = { ...NO_BUILD, state: "running" };
  isShowingFiles = false;
  drawPanels();
  await waitForOptions();
  const { error } = await post("build");
  if (error) receiveBuild({ ...NO_BUILD, state: "failed", said: [error] });
}
/** Take over how the build is getting on. At its end, its files are shown. */
export function receiveBuild(event) {
  const wasRunning = build.state === "running";
  build = { ...NO_BUILD, ...event };
  if (wasRunning && build.state !== "running") {
    isShowingFiles = true;
    const isDone = build.state === "done";
    say(isDone ? `${count(listPdfs().length, "PDF")} written, every value checked.` : "No PDF was written.");
    schedule(() => {
      drawPanels();
      get("result")?.focus({ preventScroll: true });
    });
  }
  schedule(drawPanels);
}
const numberFiles = () => build.files.map((file, number) => ({ ...file, number: String(number) }));
const listPdfs = () => numberFiles().filter(file => file.pages > 0);

const TITLES = { done: "Ready to print", failed: "No PDF was written", cancelled: "Cancelled" };

/** Return the parts of the panel that show the files of the last build. */
export function drawFiles() {
  const isDone = build.state === "done";
  const problems = build.findings.map(makeProblem);
  const title = isDone && !listPdfs().length ? "Nothing to print" : TITLES[build.state] ?? "Making the PDFs";
  const again = () => startBuild();
  const kind = build.isOld || !isDone ? ".primary" : "";
  return [
    make("div.scroll", {},
      make("h2.result", { id: "result", tabindex: "-1" }, title),
      build.isOld ? make("p.finding.note", {}, "The cards or your choices changed since. Make the PDFs again.") : "",
      ...isDone ? drawResult(problems) : [...problems, ...drawAdvice()]),
    make("div.foot", {},
      make("button", { id: "options", onclick: () => { showOptions(); drawPanel(); } }, "← Options"),
      make(`button${kind}`, { id: "build", onclick: again }, "Make PDFs again")),
  ];
}
function drawAdvice() {
  const said = build.findings.length ? [] : build.said;
  const lines = said.map(text => make("p.finding", {}, finish(capitalise(relabel(text)))));
  return [...lines, make("p.quiet", {}, "The files of the last time are as they were.")];
}
function makeProblem(problem) {
  const { severity, file, line, column, subject, message, hint, count: number } = problem;
  const about = file && subject ? `${subject}: ` : "";
  const place = file ? linkPlace({ file, line, column }) : make("span.quiet", {}, relabel(subject));
  const isError = severity === "error";
  const like = number > 1 ? ` (${number} like this)` : "";
  return make(`div.finding${isError ? "" : ".note"}`, {},
    make("div.head", {}, make("b.severity", {}, isError ? "Error" : "Note"), place),
    make("p", {}, finish(capitalise(about + relabel(message) + like))),
    hint ? make("p.quiet", {}, finish(capitalise(relabel(hint)))) : "",
    make("div.fixes", {}, ...offerOptions(problem)));
}

/* ---- What was made */

function drawResult(problems) {
  const pdfs = listPdfs();
  const others = build.files.length - pdfs.length;
  const folder = build.files[0]?.folder ?? "";
  const show = () => post("show", { file: "0" });
  const areMany = build.files.length > FEW;
  const all = `Download all ${build.files.length} files (zip)`;
  return [
    pdfs.length ? make("p.checked", {}, "Every value in the PDFs was read back, and matches your file.") : "",
    ...problems,
    make("ul.files", {}, ...pdfs.map(file => makeFile(file, areMany ? "" : ".primary"))),
    others ? make("p.quiet", {}, `Also ${count(others, "file")} for shops, machines and virtual tables.`) : "",
    build.files.length > 1
      ? make(`a.button${areMany ? ".primary" : ""}`, { href: "all.zip", download: "" }, all) : "",
    make("section.steps-to-print", {}, ...build.values.shop ? drawUpload() : drawPrinting()),
    folder ? make("div.folder", {}, make("code", {}, folder), make("button", { onclick: show }, "Show in folder")) : "",
  ];
}
function makeFile({ name, pages, bytes, number }, kind) {
  const address = `file/${number}/${encodeURIComponent(name)}`;
  const size = bytes >= 1_000_000 ? `${(bytes / 1_000_000).toFixed(1)} MB` : `${Math.ceil(bytes / 1000)} KB`;
  return make("li", {},
    make("span.file", {}, make("b", {}, name), make("small.quiet", {}, `${count(pages, "page")}, ${size}`)),
    make("span.pair", {},
      make("a.button", { href: address, target: "_blank", "aria-label": `Open ${name}` }, "Open"),
      make(`a.button${kind}`, { href: `${address}?download`, download: name, "aria-label": `Download ${name}` },
        "Download")));
}

/** Return what is set in the window of the printer, and what is done with the paper. */
function drawPrinting() {
  const { duplex, landscape, fold, cut, machine, sheets, ["back-offset"]: offset } = build.values;
  const paper = findLabel("paper");
  const hasBacks = listPdfs().some(({ name }) => name.includes("backs"));
  const steps = [
    sheets ? "Put the bought sheets into the printer." : `Choose the paper ${paper}${landscape ? ", landscape" : ""}.`,
    "Set the scale to 100 %, or “Actual size”. Not “Fit to page”.",
    duplex ? `Print on both sides, and flip on the ${duplex} edge.` : "Print on one side.",
    "Measure the bar in the margin of the first page: it is 50 mm long.",
    hasBacks ? "For backs, put the pages into the printer again. The margin of each page of backs says behind which "
      + "page it belongs, and on which edge to flip the paper." : "",
    fold ? "Fold each sheet on its line, glue it, and cut."
      : machine ? "Cut with the machine: it finds the marks by itself."
      : sheets || cut === "none" ? "" : "Cut along the marks.",
    duplex && !offset ? "If the backs are off, see Help on the option “Move the backs”." : "",
  ].filter(Boolean);
  return [
    make("h3", {}, "How to print"),
    make("ol", {}, ...steps.map(step => make("li", {}, step))),
    make("a", { href: "/help/printing", target: "help" }, "More about printing"),
  ];
}
function drawUpload() {
  const steps = [
    "Download all files, and unpack the archive.",
    "Open the site of the shop, and choose the size of your cards there.",
    "Upload the pictures of the fronts, then those of the backs. Their numbers say the order.",
    "Look at each card in the preview of the shop before you order.",
  ];
  return [
    make("h3", {}, `At the shop ${findLabel("shop")}`),
    make("ol", {}, ...steps.map(step => make("li", {}, step))),
    make("a", { href: "/help/shops", target: "help" }, "More about shops"),
  ];
}
/** Return the label of the choice of an option in the last build, without its measures. */
function findLabel(name) {
  const field = listFields().find(each => each.name === name);
  const value = build.values[name] ?? field?.default ?? "";
  const choice = field ? getChoices(field).find(([text]) => text === value) : null;
  return choice ? choice[1].replace(/, [\d.]+ × .*/, "") : value;
}
