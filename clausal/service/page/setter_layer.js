// The further rules of a Sudoku drawn over its board, as SudokuPad's readers know them: one unit is a cell.

import { draw } from "./board.js";

const DOTS = { difference: "○", ratio: "●" };
const LINES = new Set(["thermometer", "slow thermometer", "whispers", "renban", "palindrome", "region sums", "between", "lockout", "zipper", "modular", "entropic", "diagonal"]);
const IN = 0.08;

const middle = (cell, size) => [(cell % size) + 0.5, Math.floor(cell / size) + 0.5];
const points = (cells, size) => cells.map((cell) => middle(cell, size).join(",")).join(" ");
const circle = (cell, size, looks, r = 0.36) => { const [cx, cy] = middle(cell, size); return draw("circle", { class: looks, cx, cy, r }); };

/** The rules as a picture over a board of this size. `lit` is the number of one to point at. */
export function ruleLayer(rules, size, lit = -1) {
  const layer = draw("svg", { class: "rules", viewBox: `0 0 ${size} ${size}`, "aria-hidden": "true", preserveAspectRatio: "none" });
  rules.forEach((rule, number) => {
    const part = draw("g", { class: `rule ${rule.kind.replaceAll(" ", "-")}${number === lit ? " lit" : ""}` });
    part.append(...shapes(rule, size));
    layer.append(part);
  });
  return layer;
}

function* shapes({ kind, cells, others, numbers }, size) {
  if (LINES.has(kind)) {
    yield draw("polyline", { class: "way", points: points(cells, size) });
    if (kind.endsWith("thermometer")) yield circle(cells[0], size, "bulb");
    if (kind === "between" || kind === "lockout") for (const cell of [cells[0], cells.at(-1)]) yield circle(cell, size, "ring");
  } else if (kind === "arrow") {
    yield draw("polyline", { class: "way", points: points([...cells, ...others], size) });
    for (const cell of cells) yield circle(cell, size, "ring");
    if (others.length) yield tip([...cells, ...others].slice(-2), size);
  } else if (["cage", "sum", "region"].includes(kind)) {
    yield* outline(cells, size);
    if (numbers.length) yield draw("text", { class: "total", x: (cells[0] % size) + 0.1, y: Math.floor(Math.min(...cells) / size) + 0.3 }, numbers[0]);
  } else if (cells.length === 2) {
    const [[x, y], [u, v]] = cells.map((cell) => middle(cell, size)), at = [(x + u) / 2, (y + v) / 2];
    if (DOTS[kind]) yield draw("circle", { class: kind === "ratio" ? "dot full" : "dot", cx: at[0], cy: at[1], r: 0.14 });
    else yield draw("text", { class: "sign", x: at[0], y: at[1] + 0.12 }, kind === "greater" ? { "1,0": "<", "-1,0": ">", "0,1": "∧", "0,-1": "∨" }[`${Math.sign(u - x)},${Math.sign(v - y)}`] : { 5: "V", 10: "X" }[numbers[0]] || numbers[0]);
  } else if (cells.length === 1) {
    const [x, y] = middle(cells[0], size);
    if (kind === "odd") yield circle(cells[0], size, "blot");
    else if (kind === "even") yield draw("rect", { class: "blot", x: x - 0.36, y: y - 0.36, width: 0.72, height: 0.72 });
    else yield draw("text", { class: "sign corner", x, y: y - 0.26 }, { minimum: "∨", maximum: "∧" }[kind] || "•");
  }
}

function tip([from, to], size) {
  const [x, y] = middle(from, size), [u, v] = middle(to, size), far = Math.hypot(u - x, v - y), dx = (u - x) / far, dy = (v - y) / far;
  return draw("path", { class: "tip", d: `M${u - 0.25 * dx - 0.18 * dy} ${v - 0.25 * dy + 0.18 * dx}L${u} ${v}L${u - 0.25 * dx + 0.18 * dy} ${v - 0.25 * dy - 0.18 * dx}` });
}

/** A dashed line a little inside of the cells. */
function* outline(cells, size) {
  const has = new Set(cells);
  let path = "";
  for (const cell of cells) {
    const x = cell % size, y = Math.floor(cell / size);
    const near = (dx, dy) => x + dx >= 0 && x + dx < size && has.has(cell + dx + dy * size);
    const [west, east, north, south] = [[-1, 0], [1, 0], [0, -1], [0, 1]].map(([dx, dy]) => near(dx, dy));
    const [left, right, top, bottom] = [x + (west ? 0 : IN), x + 1 - (east ? 0 : IN), y + (north ? 0 : IN), y + 1 - (south ? 0 : IN)];
    if (!north) path += `M${left} ${y + IN}H${right}`;
    if (!south) path += `M${left} ${y + 1 - IN}H${right}`;
    if (!west) path += `M${x + IN} ${top}V${bottom}`;
    if (!east) path += `M${x + 1 - IN} ${top}V${bottom}`;
  }
  yield draw("path", { class: "dashes", d: path });
}
