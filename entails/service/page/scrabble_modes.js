// What the three modes of Scrabble share: the switch between them, and the word list.

import { button, el, field, select } from "./dom.js";
import { languageNames } from "./word_languages.js";
import { language, t } from "./words.js";

const MODES = { study: "", game: "game", analyse: "analyse" };

/** Returns the language of an address; an address with a board but no language is English. */
export const languageIn = (params) => (languageNames.some(([code]) => code === params.lang) ? params.lang : params.b || params.moves ? "en" : language());

export const scrabbleModes = (now, lang) => el("div", { class: "row modes", role: "group", aria: { label: t("x-title") } }, Object.entries(MODES).map(([name, mode]) => button(t(`x-${name}`), () => {
  const text = new URLSearchParams({ ...(mode ? { mode } : {}), ...(lang === "en" ? {} : { lang }) }).toString();
  if (name !== now) location.hash = `#/scrabble${text ? `?${text}` : "?mode=study"}`;
}, { aria: { pressed: String(name === now) } })));

const LONGEST_LIST = 900_000;
let own = null;

/** Returns the option of a request for the reader's own word list, which is kept while the page is open. */
export const lexiconOption = () => (own ? { lexicon: { text: own.text } } : {});

/** Chooses between the list of the language and a file of one's own, one word per line. */
export function lexiconField(notice, onChange) {
  const file = el("input", { type: "file", accept: ".txt,text/plain", hidden: true, aria: { label: t("x-list-file") }, on: { change: read } });
  const box = el("div", {}), use = (list) => { own = list; draw(); onChange(); };
  async function read() {
    const [chosen] = file.files, text = chosen ? await chosen.text() : "";
    file.value = "";
    if (text.length > LONGEST_LIST) notice(t("x-list-large"));
    else if (text.trim()) return use({ name: chosen.name, text });
    draw();
  }
  function draw() {
    const lists = [["", t("x-list-usual")], ...(own ? [["own", own.name]] : []), ["file", t("x-list-file")]];
    box.replaceChildren(field(t("x-list"), select(lists, own ? "own" : "", (value) => { if (value === "file") { draw(); file.click(); } else if (!value) use(null); })), file);
  }
  draw();
  return box;
}
