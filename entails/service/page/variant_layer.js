// The rules of a Sudoku variant drawn over its board in the style of SudokuPad; one unit is a cell.

import { draw } from "./board.js";
import { isOutside, outsideOf } from "./variant_rules.js";

const DOTS = { difference: "○", ratio: "●" };
const LINES = new Set(["thermometer", "slow thermometer", "whispers", "renban", "palindrome", "region sums", "between", "lockout", "zipper", "modular", "entropic", "diagonal"]);
const IN = 0.08;
/** Returns how far outside clues extend beyond the board. */
export const RIM = 0.8;

const middle = (cell, size) => [(cell % size) + 0.5, Math.floor(cell / size) + 0.5];
const points = (cells, size) => cells.map((cell) => middle(cell, size).join(",")).join(" ");
const circle = (cell, size, looks, r = 0.36) => { const [cx, cy] = middle(cell, size); return draw("circle", { class: looks, cx, cy, r }); };

/** Returns the rules as parts of a picture; `lit` is the number of a rule to highlight. */
export const ruleParts = (rules, size, lit = -1) => rules.map((rule, number) => {
  const part = draw("g", { class: `rule ${rule.kind.replaceAll(" ", "-")}${number === lit ? " lit" : ""}` });
  part.append(...(isOutside(rule) ? beside(rule, size, rules.slice(0, number)) : shapes(rule, size)));
  return part;
});

/** Returns the rules as a picture over a board of this size. */
export function ruleLayer(rules, size, lit = -1) {
  const layer = draw("svg", { class: "rules", viewBox: `0 0 ${size} ${size}`, "aria-hidden": "true", preserveAspectRatio: "none" });
  layer.append(...ruleParts(rules, size, lit));
  return layer;
}

function* shapes({ kind, cells, others, numbers }, size) {
  if (LINES.has(kind)) {
    yield draw("polyline", { class: "way", points: points(cells, size) });
    if (kind.endsWith("thermometer")) yield circle(cells[0], size, "bulb");
    if (kind === "between" || kind === "lockout") for (const cell of [cells[0], cells.at(-1)]) yield circle(cell, size, "ring");
  } else if (kind === "arrow") {
    yield draw("polyline", { class: "way", points: points([cells.at(-1), ...others], size) });
    if (cells.length > 1) yield draw("polyline", { class: "pill", points: points(cells, size) });
    else yield circle(cells[0], size, "ring");
    if (others.length) yield tip([cells.at(-1), ...others].slice(-2), size);
  } else if (["cage", "sum", "region"].includes(kind)) {
    if (kind === "region") yield* filled(cells, size);
    yield* outline(cells, size);
    const first = Math.min(...cells);
    if (numbers.length) yield draw("text", { class: "total", x: (first % size) + 0.06, y: Math.floor(first / size) + 0.25 }, numbers[0]);
  } else if (kind === "clone") {
    for (const part of [cells, others]) { yield* filled(part, size); yield* outline(part, size); }
  } else if (kind === "quadruple") {
    const [x, y] = [(Math.min(...cells) % size) + 1, Math.floor(Math.min(...cells) / size) + 1];
    yield draw("circle", { class: "dot", cx: x, cy: y, r: 0.3 });
    for (const [at, number] of numbers.entries()) {
      const place = numbers.length === 1 ? [0, 0] : [at % 2 ? 0.11 : -0.11, numbers.length < 3 ? 0 : at < 2 ? -0.1 : 0.12];
      yield draw("text", { class: "inside", x: x + place[0], y: y + place[1] + 0.08 }, number);
    }
  } else if (kind === "one of") {
    const [x, y] = middle(cells[0], size);
    yield draw("text", { class: "total centre", x, y: y + 0.08 }, numbers.join(""));
  } else if (cells.length === 2) {
    const [[x, y], [u, v]] = cells.map((cell) => middle(cell, size)), at = [(x + u) / 2, (y + v) / 2];
    if (DOTS[kind]) {
      yield draw("circle", { class: kind === "ratio" ? "dot full" : "dot", cx: at[0], cy: at[1], r: 0.14 });
      const usual = kind === "ratio" ? 2 : 1;
      if ((numbers[0] ?? usual) !== usual) yield draw("text", { class: `inside ${kind}`, x: at[0], y: at[1] + 0.07 }, numbers[0]);
    } else yield draw("text", { class: "sign", x: at[0], y: at[1] + 0.12 }, kind === "greater" ? { "1,0": "<", "-1,0": ">", "0,1": "∧", "0,-1": "∨" }[`${Math.sign(u - x)},${Math.sign(v - y)}`] : { 5: "V", 10: "X" }[numbers[0]] || numbers[0]);
  } else {
    for (const cell of cells) {
      const [x, y] = middle(cell, size);
      if (kind === "odd") yield circle(cell, size, "blot");
      else if (kind === "even") yield draw("rect", { class: "blot", x: x - 0.36, y: y - 0.36, width: 0.72, height: 0.72 });
      else yield* chevrons(x, y, kind === "minimum" ? 1 : -1);
    }
  }
}

/** Draws an outside clue, with an arrow for a diagonal. A second clue at the same place is drawn behind the first. */
function* beside(rule, size, before) {
  const { row, column, down, right } = outsideOf(rule, size);
  const same = before.filter(isOutside).map((item) => outsideOf(item, size)).filter((item) => item.row === row && item.column === column).length;
  const at = (place) => (place < 0 ? -RIM / 2 : place >= size ? size + RIM / 2 : place + 0.5), x = at(column), y = at(row) + 0.3 * same, slanted = down && right;
  yield draw("text", { class: "clue", x: x - (slanted ? 0.1 * right : 0), y: y + 0.13 - (slanted ? 0.06 * down : 0) }, rule.numbers.join(","));
  if (!slanted) return;
  const end = [x + 0.34 * right, y + 0.34 * down], back = 0.16;
  yield draw("path", { class: "tip", d: `M${end[0] - back * right} ${end[1] - back * down}L${end.join(" ")}M${end[0] - back * right} ${end[1]}H${end[0]}V${end[1] - back * down}` });
}

/** Draws four wedges at the sides of a cell that is less (1) or greater (-1) than its neighbours. */
function* chevrons(x, y, way) {
  for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
    const [u, v] = [x + 0.42 * dx, y + 0.42 * dy], side = 0.1, deep = 0.07 * way;
    yield draw("path", { class: "wedge", d: `M${u + deep * dx - side * dy} ${v + deep * dy - side * dx}L${u - deep * dx} ${v - deep * dy}L${u + deep * dx + side * dy} ${v + deep * dy + side * dx}` });
  }
}

function tip([from, to], size) {
  const [x, y] = middle(from, size), [u, v] = middle(to, size), far = Math.hypot(u - x, v - y), dx = (u - x) / far, dy = (v - y) / far;
  return draw("path", { class: "tip", d: `M${u - 0.25 * dx - 0.18 * dy} ${v - 0.25 * dy + 0.18 * dx}L${u} ${v}L${u - 0.25 * dx + 0.18 * dy} ${v - 0.25 * dy - 0.18 * dx}` });
}

function* filled(cells, size) {
  for (const cell of cells) yield draw("rect", { class: "area", x: cell % size, y: Math.floor(cell / size), width: 1, height: 1 });
}

/** Draws a dashed outline inside the cells. */
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
