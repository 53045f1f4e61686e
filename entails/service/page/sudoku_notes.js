// The user's notes and colours: a number per cell with one bit per digit; as short texts for the address.

import { peers } from "./sudoku_board.js";

export const ENTRIES = ["digit", "note", "centre", "colour"];

/** Returns the notes as sets of digits. */
export const notesOf = (notes) => notes.map((bits) => new Set(Array.from({ length: 25 }, (_, index) => index + 1).filter((digit) => bits & (1 << (digit - 1)))));

/** Formats the notes of non-empty cells as "3:1f.40:2". */
const packed = (values) => values.flatMap((value, cell) => (value ? [`${cell}:${value.toString(36)}`] : [])).join(".");

function unpacked(text, size, most) {
  const values = new Array(size ** 2).fill(0);
  for (const part of text.split(".").filter(Boolean)) {
    const [cell, value] = part.split(":"), number = Number.parseInt(value, 36);
    if (Number(cell) < values.length && number > 0 && number <= most) values[Number(cell)] = number;
  }
  return values;
}

export const noteText = packed;
export const colourText = packed;
notesOf.read = (text, size) => unpacked(text, size, 2 ** size - 1);
export const coloursOf = (text, size) => unpacked(text, size, size);

/** Returns all candidates of each empty cell: digits that no neighbour has. */
export function filledNotes({ size, digits }) {
  return digits.map((digit, cell) => {
    if (digit) return 0;
    const taken = new Set(peers(cell, size).map((other) => digits[other]));
    return Array.from({ length: size }, (_, index) => index + 1).filter((item) => !taken.has(item)).reduce((bits, item) => bits | (1 << (item - 1)), 0);
  });
}
