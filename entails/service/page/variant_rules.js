// Rules of Sudoku variants. A rule is {kind, numbers, cells, others}; as text it has the format of
// `entails variant`: "cage=7 r1c1 r1c2; arrow r1c4 > r2c4 r3c4; anti-knight".

import { cellOf } from "./sudoku_board.js";

/** Rules drawn by hand: the number of cells (all of a drag, two, or one) and an optional number ("" if not set). `several`
 * means single digits; `circle` is the number of cells in the circle; `outside` is a clue beside the grid, along a line or
 * a diagonal; `copy` is drawn once and placed a second time. */
export const TOOLS = {
  cage: { number: "" }, thermometer: {}, arrow: { number: 1, circle: true }, whispers: { number: 5 }, renban: {}, palindrome: {}, "region sums": {}, between: {},
  "slow thermometer": {}, lockout: { number: 4 }, zipper: {}, modular: {}, entropic: {}, region: {}, sum: { number: 10 }, clone: { copy: true },
  difference: { cells: 2, number: 1 }, ratio: { cells: 2, number: 2 }, "sum of two": { cells: 2, number: 10 }, greater: { cells: 2 },
  odd: { cells: 1 }, even: { cells: 1 }, minimum: { cells: 1 }, maximum: { cells: 1 }, quadruple: { cells: 1, several: true, number: "" }, "one of": { cells: 1, several: true, number: "" },
  sandwich: { outside: "line", number: "" }, "x-sum": { outside: "line", number: "" }, skyscraper: { outside: "line", number: "" },
  "numbered room": { outside: "line", number: "" }, "little killer": { outside: "diagonal", number: "" },
};
/** Rules of the whole grid, with their numbers. */
const WHOLE_NUMBERS = { "falling diagonal": [], "rising diagonal": [], "anti-knight": [], "anti-king": [], "non-consecutive": [], "disjoint groups": [], "no other difference": [1], "no other ratio": [2], "no other sum": [5, 10] };
export const WHOLE = Object.keys(WHOLE_NUMBERS);
const AREAS = ["cage", "region", "sum", "clone"];

const nameOf = (cell, size) => `r${Math.floor(cell / size) + 1}c${(cell % size) + 1}`;
const diagonal = (name, size) => Array.from({ length: size }, (_, at) => at * size + (name === "falling diagonal" ? at : size - 1 - at));

/** Returns the rule that a tool makes of the cells, or null if they or the number do not fit. */
export function drawn(tool, cells, number, size) {
  const { cells: wanted = null, number: usual, several, circle } = TOOLS[tool];
  if (wanted ? cells.length !== wanted : cells.length < (AREAS.includes(tool) ? 1 : 2)) return null;
  if (circle) return Number(number) < cells.length ? { kind: tool, numbers: [], cells: cells.slice(0, Number(number) || 1), others: cells.slice(Number(number) || 1) } : null;
  const numbers = usual === undefined ? [] : several ? [...number.replace(/\D/g, "")].map(Number) : number === "" ? [] : [Number(number)];
  if (!numbers.length && usual !== undefined && tool !== "cage") return null;
  if (tool !== "quadruple") return { kind: tool, numbers, cells, others: [] };
  const [row, column] = [Math.floor(cells[0] / size), cells[0] % size];
  return row + 1 < size && column + 1 < size && numbers.length < 5 ? { kind: tool, numbers, cells: [cells[0], cells[0] + 1, cells[0] + size, cells[0] + size + 1], others: [] } : null;
}

/** Returns the clone rule of the cells and a copy that starts at a cell, or null if the copy leaves the grid. */
export function cloned(cells, here, size) {
  const down = Math.floor(here / size) - Math.floor(cells[0] / size), right = (here % size) - (cells[0] % size);
  const others = cells.map((cell) => {
    const row = Math.floor(cell / size) + down, column = (cell % size) + right;
    return row >= 0 && row < size && column >= 0 && column < size ? row * size + column : -1;
  });
  return others.includes(-1) || here === cells[0] ? null : { kind: "clone", numbers: [], cells, others };
}

export const wholeRule = (name, size) => (name.endsWith("diagonal") ? { kind: "diagonal", numbers: [], cells: diagonal(name, size), others: [] } : { kind: name, numbers: WHOLE_NUMBERS[name], cells: [], others: [] });

export const isWhole = (rule, name, size) => (name.endsWith("diagonal") ? rule.kind === "diagonal" && [...rule.cells].sort((a, b) => a - b).join() === diagonal(name, size).join() : rule.kind === name);

/** Returns the places around the grid as [row, column], with -1 and `size` outside; corners only for diagonals. */
export function placesOutside(size, looks) {
  const all = Array.from({ length: size }, (_, at) => at), corners = looks === "diagonal" ? [[-1, -1], [-1, size], [size, -1], [size, size]] : [];
  return [...all.map((at) => [-1, at]), ...all.map((at) => [at, size]), ...all.map((at) => [size, at]), ...all.map((at) => [at, -1]), ...corners];
}

/** Returns the lines of cells that an outside place looks along. */
export function sightsFrom([row, column], size, looks) {
  const steps = looks === "diagonal" ? [[1, 1], [1, -1], [-1, 1], [-1, -1]] : [[1, 0], [-1, 0], [0, 1], [0, -1]];
  const inside = (r, c) => r >= 0 && r < size && c >= 0 && c < size;
  return steps.map(([down, right]) => {
    const cells = [];
    for (let r = row + down, c = column + right; inside(r, c); r += down, c += right) cells.push(r * size + c);
    return cells;
  }).filter((cells) => cells.length > 1);
}

/** Returns the place of an outside clue and its direction: {row, column, down, right}. */
export function outsideOf({ cells }, size) {
  const [row, column] = [Math.floor(cells[0] / size), cells[0] % size], next = cells[1] ?? cells[0];
  const down = Math.floor(next / size) - row || (cells[1] === undefined ? 1 : 0), right = (next % size) - column;
  return { row: row - down, column: column - right, down, right };
}

export const isOutside = (rule) => TOOLS[rule.kind]?.outside !== undefined && rule.cells.length > 0;

export function ruleText({ kind, numbers, cells, others }, size) {
  const named = (all) => all.map((cell) => nameOf(cell, size));
  return [kind.replaceAll(" ", "-") + (numbers.length ? `=${numbers.join(",")}` : ""), ...named(cells), ...(others.length ? [">", ...named(others)] : [])].join(" ");
}

const SPOKEN = new Map([...Object.keys(TOOLS), ...WHOLE].map((name) => [name.replaceAll(" ", "-"), name]));

/** Parses the rules of a text; unknown rules are left for the server, which rejects them. */
export function rulesOf(text, size) {
  return text.split(/[;\n]/).map((item) => item.trim()).filter(Boolean).map((item) => {
    const [, kind, numbers = "", rest = ""] = /^([a-z-]+)(?:=([\d,]+))?(.*)$/i.exec(item) || [null, item];
    const [cells, others = []] = rest.split(">").map((part) => (part.match(/r\d+c\d+/gi) || []).map((name) => cellOf(name.toLowerCase(), size)));
    return { kind: SPOKEN.get(kind.toLowerCase()) || kind.toLowerCase(), numbers: numbers ? numbers.split(",").map(Number) : [], cells: cells || [], others };
  });
}

/** Parses a variant as {size, digits, rules}; null for a document, which has its own regions. */
export function variantOf(text) {
  if (text.trimStart().startsWith("{")) return null;
  const [grid, ...rest] = text.trim().split(/\s+(?=[a-z])/i), rows = grid.split("/"), size = rows.length;
  const digits = rows.flatMap((row) => (/\s/.test(row.trim()) ? row.trim().split(/\s+/) : [...row.trim()]));
  return digits.length === size * size ? { size, digits, rules: rulesOf(rest.join(" "), size) } : null;
}
