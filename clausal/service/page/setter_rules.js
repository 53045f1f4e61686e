// Further rules of a Sudoku as the setter draws them. A rule is {kind, numbers, cells, others}; as text it is what
// `clausal variant` reads: "cage=7 r1c1 r1c2; arrow r1c4 > r2c4 r3c4; anti-knight".

import { cellOf } from "./sudoku_board.js";

/** What is drawn by hand: how many cells it takes (all of a drag, two, or one), and the number that it may need. */
export const TOOLS = {
  cage: { number: "" }, thermometer: {}, arrow: {}, whispers: { number: 5 }, renban: {}, palindrome: {}, "region sums": {}, between: {},
  "slow thermometer": {}, lockout: { number: 4 }, zipper: {}, modular: {}, entropic: {}, region: {},
  difference: { cells: 2, number: 1 }, ratio: { cells: 2, number: 2 }, "sum of two": { cells: 2, number: 10 }, greater: { cells: 2 },
  odd: { cells: 1 }, even: { cells: 1 }, minimum: { cells: 1 }, maximum: { cells: 1 },
};
export const WHOLE = ["diagonals", "anti-knight", "anti-king", "non-consecutive", "disjoint groups"];

const nameOf = (cell, size) => `r${Math.floor(cell / size) + 1}c${(cell % size) + 1}`;

/** The rule that these cells make with a tool; null where they do not fit it. */
export function drawn(tool, cells, number) {
  const { cells: wanted = null, number: usual } = TOOLS[tool];
  if (wanted ? cells.length !== wanted : cells.length < (tool === "cage" || tool === "region" ? 1 : 2)) return null;
  const numbers = usual === undefined || (number === "" && usual === "") ? [] : [Number(number) || usual];
  return { kind: tool, numbers, cells: tool === "arrow" ? cells.slice(0, 1) : cells, others: tool === "arrow" ? cells.slice(1) : [] };
}

/** A rule of the whole board; the diagonals are two. */
export function wholeRules(name, size) {
  if (name !== "diagonals") return [{ kind: name, numbers: [], cells: [], others: [] }];
  return [(at) => at * size + at, (at) => at * size + size - 1 - at].map((cell) => ({ kind: "diagonal", numbers: [], cells: Array.from({ length: size }, (_, at) => cell(at)), others: [] }));
}

export const isWhole = (rule, name) => rule.kind === (name === "diagonals" ? "diagonal" : name);

export function ruleText({ kind, numbers, cells, others }, size) {
  const named = (all) => all.map((cell) => nameOf(cell, size));
  return [kind.replaceAll(" ", "-") + (numbers.length ? `=${numbers.join(",")}` : ""), ...named(cells), ...(others.length ? [">", ...named(others)] : [])].join(" ");
}

/** The rules of a text; what is no rule stays for the server to refuse by its name. */
export function rulesOf(text, size) {
  return text.split(/[;\n]/).map((one) => one.trim()).filter(Boolean).map((one) => {
    const [, kind, numbers = "", rest = ""] = /^([a-z-]+)(?:=([\d,]+))?(.*)$/i.exec(one) || [null, one];
    const [cells, others = []] = rest.split(">").map((part) => (part.match(/r\d+c\d+/gi) || []).map((name) => cellOf(name.toLowerCase(), size)));
    const spoken = kind.toLowerCase(), known = [...Object.keys(TOOLS)].find((name) => name.replaceAll(" ", "-") === spoken);
    return { kind: known || (spoken === "disjoint-groups" ? "disjoint groups" : spoken), numbers: numbers ? numbers.split(",").map(Number) : [], cells: cells || [], others };
  });
}
