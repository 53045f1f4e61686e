// A step drawn over the board: candidates ringed by their role, links as arrows.

import { draw } from "./board.js";
import { cellOf } from "./sudoku_board.js";

const WIDE = { 4: 2, 12: 4, 16: 4, 25: 5 };
const LOOKS = { end: "end", fin: "end", pivot: "end", stem: "end", supposed: "end", "other colour": "other" };

/** Returns the position of a candidate, in cells from the corner of the board. */
function placeOf(name, size) {
  const cell = cellOf(name, size), digit = Number(name.split("=")[1]) - 1, wide = WIDE[size] || 3, high = Math.ceil(size / wide);
  return [cell % size + (digit % wide + 0.5) / wide, Math.floor(cell / size) + (Math.floor(digit / wide) + 0.5) / high];
}

function middle(names, size) {
  const places = names.map((name) => placeOf(name, size));
  return [0, 1].map((axis) => places.reduce((sum, item) => sum + item[axis], 0) / places.length);
}

/** Draws an arrow, slightly curved, so that links along one line do not hide each other. */
function arrow(link, size, ring) {
  const [x, y] = middle(link.from, size), [u, v] = middle(link.to, size);
  const far = Math.max(Math.hypot(u - x, v - y), 0.01), dx = (u - x) / far, dy = (v - y) / far;
  const bend = far > 1.2 ? 0.18 : 0, at = [(x + u) / 2 - dy * bend, (y + v) / 2 + dx * bend];
  const tip = [u - dx * ring, v - dy * ring], rounded = (number) => number.toFixed(3);
  const head = Math.min(0.16, far / 3), side = head * 0.55;
  const aim = Math.hypot(tip[0] - at[0], tip[1] - at[1]) || 1, ax = (tip[0] - at[0]) / aim, ay = (tip[1] - at[1]) / aim;
  const base = [tip[0] - ax * head, tip[1] - ay * head];
  return [
    draw("path", { class: `link ${link.kind}`, d: `M${rounded(x + dx * ring)} ${rounded(y + dy * ring)}Q${rounded(at[0])} ${rounded(at[1])} ${rounded(base[0])} ${rounded(base[1])}` }),
    draw("path", { class: `tip ${link.kind}`, d: `M${rounded(tip[0])} ${rounded(tip[1])}L${rounded(base[0] - ay * side)} ${rounded(base[1] + ax * side)}L${rounded(base[0] + ay * side)} ${rounded(base[1] - ax * side)}Z` }),
  ];
}

/** Returns the layer of a step for a board of this size, or null if there is nothing to draw. */
export function linkLayer(step, size) {
  const marks = (step?.marks || []).filter((mark) => mark.role !== "placed" && mark.role !== "eliminated");
  if (!step?.links?.length && !marks.length) return null;
  const ring = 0.42 / (WIDE[size] || 3), rings = [];
  for (const mark of marks) {
    for (const name of mark.candidates) {
      const [x, y] = placeOf(name, size);
      rings.push(draw("circle", { class: `node ${LOOKS[mark.role] || "part"}`, cx: x.toFixed(3), cy: y.toFixed(3), r: ring.toFixed(3) }));
    }
  }
  const layer = draw("svg", { class: "links", viewBox: `0 0 ${size} ${size}`, "aria-hidden": "true", preserveAspectRatio: "none" });
  layer.append(...rings, ...(step.links || []).flatMap((link) => arrow(link, size, ring)));
  return layer;
}
