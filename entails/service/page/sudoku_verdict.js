// Mistakes in a Sudoku, in sentences and on the board: conflicting clues, or the user's wrong digits.

import { button, clear, el } from "./dom.js";
import { housesIn } from "./houses.js";
import { inNotation, reasonView, repairView, sentenceList } from "./reason.js";
import { boxNumber, cellOf, peers, SYMBOLS } from "./sudoku_board.js";
import { t } from "./words.js";

const nameOf = (cell, size) => `r${Math.floor(cell / size) + 1}c${(cell % size) + 1}`;

/** Returns the user's entries as facts. */
export const entriesOf = ({ size, digits, fixed }) => digits.flatMap((digit, cell) => (digit && !fixed[cell] ? [`${nameOf(cell, size)}=${digit}`] : []));

/** Returns the cells whose digit repeats in a row, column or box. */
export function clashing({ size, digits }) {
  const repeated = new Set();
  digits.forEach((digit, cell) => {
    if (digit && peers(cell, size).some((other) => digits[other] === digit)) repeated.add(cell);
  });
  return repeated;
}

/** Returns tones for the cells of the houses that the sentences name. */
const houseTones = (sentences, size) => Object.fromEntries(
  [...housesIn(sentences, { rows: size, columns: size, boxOf: (row, column) => boxNumber(row, column, size) })].map((name) => [cellOf(name, size), "house"]));

/** Shows the conflict of the clues; returns its highlights on the board. */
export function sayClash(verdict, answer, state) {
  const texts = answer.texts[0] || [], rules = answer.rules?.[0] || [];
  clear(verdict).append(t(texts.length ? "s-none" : "s-none-plain"), ...reasonView(texts, rules), ...repairView(answer.repair_texts));
  const cells = (answer.conflicts[0] || []).map((item) => /r\d+c\d+/.exec(item)?.[0]).filter(Boolean);
  return { clashes: new Set([...clashing(state), ...cells.map((name) => cellOf(name, state.size))]), tones: houseTones(rules, state.size) };
}

/** Names the user's wrong digits and their conflicts; `takeAway(cells)` removes them on request. */
export function sayBlame(verdict, answer, state, takeAway) {
  const { size, digits } = state;
  const mine = (facts) => (facts.every((item) => item.startsWith("said ")) ? facts.map((item) => item.slice(5)) : null);
  const wrong = answer.repairs.map(mine).find(Boolean) || answer.conflicts[0].filter((item) => item.startsWith("said ")).map((item) => item.slice(5));
  const cells = wrong.map((fact) => cellOf(fact, size));
  const lines = cells.map((cell) => {
    const digit = digits[cell], other = peers(cell, size).find((item) => digits[item] === digit);
    return el("p", { text: t(other === undefined ? "s-yours" : "s-yours-with", { digit: SYMBOLS[digit - 1], cell: inNotation(nameOf(cell, size)), other: other === undefined ? "" : inNotation(nameOf(other, size)) }) });
  });
  const rules = answer.rules?.[0] || [];
  clear(verdict).append(...lines,
    el("details", {}, el("summary", { text: t("s-why") }), sentenceList([...(answer.texts[0] || []), ...rules])),
    button(t("s-take-away"), () => takeAway(cells)));
  return { clashes: new Set([...clashing(state), ...cells]), tones: houseTones(rules, size) };
}
