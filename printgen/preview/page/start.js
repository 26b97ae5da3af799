/** The page on which a person starts: their tables, the bundled games, or a file that they bring. */
import { get, make, post } from "./base.js";
import { listenForDrops, offer } from "./drop.js";

const KINDS = { cards: "Cards", dice: "Dice table", game: "Game" };
const MOST_RECENT = 3;
const EXAMPLE = `name,cost,kind,text,back,qty
Bog Witch,3,Witch,"Roll two dice. On a double she keeps you for tea: your next turn is lost.",Monster,2
False Chest,1,Trap,Looks like a chest. Is not.,Monster,
Troll,5,Giant,Cannot move in daylight.,Monster,
Lantern Boy,2,Guide,Look at the next two rooms.,Monster,3
`;
let folder = "";
const getPlace = () => ({ address: "/files", folder, done: openSource });

/* ---- Opening */

const getName = source => source.split(/[/\\]/).at(-1);
/** Open a game or a table; without a source, list the folder again. */
async function openSource(source) {
  if (!source) return list();
  const line = get("opening");
  line.replaceChildren(make("span.spinner"), ` Opening ${getName(source)}…`);
  line.hidden = false;
  const { address, error } = await post("/open", { source });
  if (address) location.href = address;
  else line.replaceChildren(error);
}

/* ---- What there is to open */

function makeTile({ source, name, kind, about }) {
  return make("li", {}, make("button.tile", { onclick: () => openSource(source) },
    make("b", {}, name), make("small.quiet", {}, about), kind ? make(`span.kind.is-${kind}`, {}, KINDS[kind]) : ""));
}
const describeOption = ([name, value]) => value === true ? name : `${name} ${[value].flat().join(", ")}`;
function makeRecent({ source, values }) {
  const chosen = Object.entries(values).map(describeOption);
  return makeTile({ source, name: getName(source), about: chosen.join(" · ") || "usual options" });
}
function makeGame({ source, name }) {
  const picture = make("img", { src: `/help/images/games/${source}.webp`, alt: "", loading: "lazy" });
  return make("li", {}, make("button.game", { onclick: () => openSource(source) }, picture, make("b", {}, name)));
}
/** Ask the server what there is, and show it. */
async function list() {
  const response = await fetch("/listing").catch(() => null);
  if (!response?.ok) {
    get("found").replaceChildren(make("li.empty.why", {}, "printgen does not answer. Start it again."));
    return;
  }
  const listing = await response.json();
  folder = listing.folder;
  get("folder").textContent = folder;
  const nothing = listing.error || "No table or game here yet. Drop a spreadsheet above, or try the example.";
  const cut = "There are more files than this page lists. Drop one above.";
  const more = listing.is_cut ? [make("li.empty.quiet", {}, cut)] : [];
  const found = listing.found.map(makeTile);
  get("found").replaceChildren(...found.length ? found : [make("li.empty.quiet", {}, nothing)], ...more);
  const recent = listing.recent.slice(0, MOST_RECENT);
  get("recent-section").hidden = !recent.length;
  get("recent").replaceChildren(...recent.map(makeRecent));
  get("games").replaceChildren(...listing.games.map(makeGame));
}

/* ---- Bringing a file */

const makeFile = (text, name) => [new File([text], name)];
function takePasted(text) {
  const isTable = /[^\n]\n[^\n]/.test(text.trim());
  get("paste-hint").hidden = isTable;
  if (isTable) offer(makeFile(text, text.includes("\t") ? "pasted.tsv" : "pasted.csv"), getPlace());
}
get("choose").onclick = () => get("file").click();
get("file").onchange = ({ target }) => {
  if (target.files.length) offer(target.files, getPlace());
  target.value = ""; // the same file can be chosen again
};
get("example").onclick = () => offer(makeFile(EXAMPLE, "monsters.csv"), getPlace());
get("paste").onclick = async () => takePasted(await navigator.clipboard.readText().catch(() => ""));
addEventListener("paste", event => {
  if (event.target.matches?.("input, textarea")) return;
  event.preventDefault(); // or the cells are written into the question for a name too
  takePasted(event.clipboardData.getData("text/plain"));
});
listenForDrops(getPlace);

get("quit").onclick = async () => {
  await post("/quit");
  document.querySelector("header").hidden = true;
  document.querySelector("main").replaceChildren(
    make("h1", {}, "printgen has ended"), make("p", {}, "You can close this window. Your files are saved."));
};
document.addEventListener("visibilitychange", () => { if (!document.hidden) list(); });
addEventListener("pageshow", () => { get("opening").hidden = true; });
history.replaceState(null, "", "/"); // the token is in a cookie
list();
