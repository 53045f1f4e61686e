// A Sudoku with further rules as its players know it: the rules drawn, and what each of them means.

import { draw } from "./board.js";
import { ruleParts, RIM } from "./variant_layer.js";
import { isOutside, variantOf } from "./variant_rules.js";
import "./variant_words.js";
import { el } from "./dom.js";
import { t } from "./words.js";

const SCALE = 40;

/** For a puzzle in text: `dress(drawing)` puts its rules on a drawing, `legend` tells them. Of a document, whose regions are its
 * own, the server's drawing stays as it is. */
export function variantLook(text) {
  const found = variantOf(text);
  if (!found?.rules.length) return { dress: (drawing) => drawing, legend: null };
  const over = () => {
    const layer = draw("g", { class: "rules", transform: `scale(${SCALE})` });
    layer.append(...ruleParts(found.rules, found.size));
    return layer;
  };
  const rim = found.rules.some(isOutside) ? RIM * SCALE : 0, bare = { lines: [], cages: [], edges: [], points: [], top: [], right: [], bottom: [], left: [] };
  const said = new Map(found.rules.map(({ kind, numbers }) => [`${kind}${["whispers", "lockout"].includes(kind) ? ` ${numbers}` : ""}`, { kind, numbers }]));
  const legend = el("ul", { class: "legend-list" }, [...said.values()].map(({ kind, numbers }) => el("li", {},
    el("strong", { text: `${t(`r-${kind}`)}${["whispers", "lockout"].includes(kind) && numbers.length ? ` ${numbers}` : ""}` }), t("b-colon"), t(`e-${kind}`))));
  return { dress: (drawing) => ({ ...drawing, ...bare, rim, over }), legend };
}
