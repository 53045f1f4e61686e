// A Sudoku variant: its rules drawn on the board, and a legend.

import { draw } from "./board.js";
import { ruleParts, RIM } from "./variant_layer.js";
import { isOutside, variantOf } from "./variant_rules.js";
import "./variant_words.js";
import { el } from "./dom.js";
import { t } from "./words.js";

const SCALE = 40;

/** For a puzzle as text: `dress(drawing)` adds its rules to a drawing, `legend` explains them. For a document, which has its
 * own regions, the drawing of the server stays as it is. */
export function variantLook(text) {
  const variant = variantOf(text);
  if (!variant?.rules.length) return { dress: (drawing) => drawing, legend: null };
  const over = () => {
    const layer = draw("g", { class: "rules", transform: `scale(${SCALE})` });
    layer.append(...ruleParts(variant.rules, variant.size));
    return layer;
  };
  const rim = variant.rules.some(isOutside) ? RIM * SCALE : 0, bare = { lines: [], cages: [], edges: [], points: [], top: [], right: [], bottom: [], left: [] };
  const kinds = new Map(variant.rules.map(({ kind, numbers }) => [`${kind}${["whispers", "lockout"].includes(kind) ? ` ${numbers}` : ""}`, { kind, numbers }]));
  const legend = el("ul", { class: "legend-list" }, [...kinds.values()].map(({ kind, numbers }) => el("li", {},
    el("strong", { text: `${t(`r-${kind}`)}${["whispers", "lockout"].includes(kind) && numbers.length ? ` ${numbers}` : ""}` }), t("b-colon"), t(`e-${kind}`))));
  return { dress: (drawing) => ({ ...drawing, ...bare, rim, over }), legend };
}
