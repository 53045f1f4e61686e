// The switch between playing and setting a Sudoku.

import { button, el } from "./dom.js";
import { t } from "./words.js";

export const modes = (now) => el("div", { class: "row modes", role: "group", aria: { label: t("s-title") } },
  [["sudoku", "z-play"], ["setter", "z-set"]].map(([place, key]) => button(t(key), () => { if (place !== now) location.hash = `#/${place}`; }, { aria: { pressed: String(place === now) } })));
