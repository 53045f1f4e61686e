// What the three modes of Scrabble share: the switch between them, and the word list.

import { ask } from "./api.js";
import { button, el, field, select } from "./dom.js";
import { languageNames } from "./word_languages.js";
import { language, t } from "./words.js";

const MODES = { study: "", game: "game", analyse: "analyse" };

/** Returns the language of an address; an address with a board but no language is English. */
export const languageIn = (params) => (languageNames.some(([code]) => code === params.lang) ? params.lang : params.b || params.moves ? "en" : language());

export const scrabbleModes = (now, lang) => el("div", { class: "row modes", role: "group", aria: { label: t("x-title") } }, Object.entries(MODES).map(([name, mode]) => button(t(`x-${name}`), () => {
  const text = new URLSearchParams({ ...(mode ? { mode } : {}), ...(lang === "en" ? {} : { lang }), ...(stored ? lexiconAddress() : {}) }).toString();
  if (name !== now) location.hash = `#/scrabble${text ? `?${text}` : "?mode=study"}`;
}, { aria: { pressed: String(name === now) } })));

const LONGEST_LIST = 900_000, IN_FILE = "file", OWN = "own";
let own = null, stored = "", storedNames = null;

/** Returns the option of a request for the chosen word list: one that the server stores, or the reader's own, which is
 * kept while the page is open. */
export const lexiconOption = () => (stored ? { lexicon: stored } : own ? { lexicon: { text: own.text } } : {});

/** Returns the part of an address that names a stored word list. */
export const lexiconAddress = () => ({ list: stored });

/** Takes the name of a stored word list from an address. */
export const takeLexicon = (params) => { stored = /^[a-z0-9][a-z0-9_-]{0,39}$/.test(params.list || "") ? params.list : ""; };

/** Returns the names of the word lists that `entails lexicon add` stored; they are requested once. */
const storedLists = () => (storedNames ||= ask("lexicon/list", {}).then(
  (reports) => reports.filter((report) => report.lines !== null).map((report) => report.name),
  () => { storedNames = null; return []; }));

/** Chooses between the list of the language, the stored lists and a file of one's own, one word per line. */
export function lexiconField(notice, onChange) {
  const file = el("input", { type: "file", accept: ".txt,text/plain", hidden: true, aria: { label: t("x-list-file") }, on: { change: read } });
  const box = el("div", {});
  let names = [];
  async function read() {
    const [chosen] = file.files, text = chosen ? await chosen.text() : "";
    file.value = "";
    if (text.length > LONGEST_LIST) notice(t("x-list-large"));
    else if (text.trim()) return use({ name: chosen.name, text }, "");
    draw();
  }
  function use(list, name) {
    [own, stored] = [list, name];
    draw();
    onChange();
  }
  function choose(value) {
    if (value === IN_FILE) { draw(); file.click(); } else if (value === OWN) use(own, "");
    else use(value ? own : null, value.slice(1));
  }
  function draw() {
    const known = stored && !names.includes(stored) ? [...names, stored] : names;
    const lists = [["", t("x-list-usual")], ...known.map((name) => [`.${name}`, name]), ...(own ? [[OWN, own.name]] : []), [IN_FILE, t("x-list-file")]];
    box.replaceChildren(field(t("x-list"), select(lists, stored ? `.${stored}` : own ? OWN : "", choose)), file);
  }
  draw();
  storedLists().then((result) => { names = result; if (names.length && !box.contains(document.activeElement)) draw(); });
  return box;
}
