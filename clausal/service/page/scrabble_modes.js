// The three ways to meet a board, above each of them.

import { button, el } from "./dom.js";
import { t } from "./words.js";

const MODES = { study: "", game: "game", analyse: "analyse" };

export const scrabbleModes = (now, lang) => el("div", { class: "row", role: "group", aria: { label: t("x-title") } }, Object.entries(MODES).map(([name, mode]) => button(t(`x-${name}`), () => {
  const said = new URLSearchParams({ ...(mode ? { mode } : {}), ...(lang === "fr" ? { lang } : {}) }).toString();
  if (name !== now) location.hash = `#/scrabble${said ? `?${said}` : "?mode=study"}`;
}, { aria: { pressed: String(name === now) } })));
