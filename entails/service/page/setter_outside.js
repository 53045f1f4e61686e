// Places around the grid, which can be tapped while the current tool is an outside clue.

import { button, clear, el } from "./dom.js";
import { placesOutside } from "./variant_rules.js";
import { RIM } from "./variant_layer.js";
import { t } from "./words.js";

/** A board within a rim. `show(size, looks, ringed)` shows places to tap for clues along lines or diagonals, if any; the
 * rim has room for them and for existing clues. */
export function withRim(board, onTap) {
  const places = el("div", { class: "rim-places no-print", role: "group", aria: { label: t("z-outside") } });
  const root = el("div", { class: "rim" }, board, places);
  const side = ([row, column], size) => (row < 0 ? "top" : row === size ? "bottom" : column < 0 ? "left" : "right");

  function show(size, looks, ringed) {
    root.classList.toggle("ringed", Boolean(looks) || ringed);
    root.style.setProperty("--size", size);
    places.hidden = !looks;
    if (places.dataset.shown === `${size}${looks}`) return;
    places.dataset.shown = `${size}${looks}`;
    clear(places).append(...(looks ? placesOutside(size, looks) : []).map((place) => {
      const [row, column] = place, corner = (row < 0 || row === size) && (column < 0 || column === size);
      const line = row >= 0 && row < size ? row + 1 : column + 1;
      const label = corner ? t("z-corner", { row: row < 0 ? 1 : size, column: column < 0 ? 1 : size }) : t(`z-from-${side(place, size)}`, { number: line });
      const node = button("", () => onTap(place), { class: "place", aria: { label } });
      const share = (at) => `${((at < 0 ? 0 : RIM + at) * 100) / (size + 2 * RIM)}%`, wide = (at) => `${((at < 0 || at === size ? RIM : 1) * 100) / (size + 2 * RIM)}%`;
      Object.assign(node.style, { left: share(column), top: share(row), width: wide(column), height: wide(row) });
      return node;
    }));
  }
  return { root, show };
}
