// The switch between the three modes of Scrabble.

import { button, el } from "./dom.js";
import { languageNames } from "./word_languages.js";
import { language, t } from "./words.js";

const MODES = { study: "", game: "game", analyse: "analyse" };

/** Returns the language of an address; an address with a board but no language is English. */
export const languageIn = (params) => (languageNames.some(([code]) => code === params.lang) ? params.lang : params.b || params.moves ? "en" : language());

export const scrabbleModes = (now, lang) => el("div", { class: "row modes", role: "group", aria: { label: t("x-title") } }, Object.entries(MODES).map(([name, mode]) => button(t(`x-${name}`), () => {
  const text = new URLSearchParams({ ...(mode ? { mode } : {}), ...(lang === "en" ? {} : { lang }) }).toString();
  if (name !== now) location.hash = `#/scrabble${text ? `?${text}` : "?mode=study"}`;
}, { aria: { pressed: String(name === now) } })));
