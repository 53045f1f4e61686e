// A Scrabble board for keyboard and touch; tentative tiles are shown differently from placed ones.

import { clear, el } from "./dom.js";
import { language, t } from "./words.js";

const PREMIUMS = { "=": "3w", "-": "2w", '"': "3l", "'": "2l", "~": "4w", "^": "4l" };
const SHOWN = {
  en: { "3w": "3W", "2w": "2W", "3l": "3L", "2l": "2L", "4w": "4W", "4l": "4L" },
  fr: { "3w": "MT", "2w": "MD", "3l": "LT", "2l": "LD", "4w": "MQ", "4l": "LQ" },
};

/** Splits a text into tiles; tiles of several letters are in brackets, as in A[CH]O. */
export const tilesIn = (text) => text.match(/\[[^\]]+\]|./gu) || [];

/** Text without brackets; and a tile as it is displayed. */
export const bare = (text) => text.replace(/[[\]]/g, "");
export const face = (tile) => bare(tile).toUpperCase();

/** Removes placed tiles from a rack; a lower-case letter is a blank. */
export function without(rack, laid) {
  const left = [...rack];
  for (const tile of Object.values(laid)) {
    const at = left.indexOf(tile === tile.toLowerCase() ? "?" : tile);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

/** "8D" for row 7, column 3. */
export const placeName = (row, column) => `${row + 1}${String.fromCharCode(65 + column)}`;

/** Row, column and direction of "8D" (across) or "D8" (down). */
export function placeOf(text) {
  const matched = /^(?:(\d+)([A-Z])|([A-Z])(\d+))$/i.exec(text);
  const across = Boolean(matched[1]);
  const row = Number(across ? matched[1] : matched[4]) - 1;
  const column = (across ? matched[2] : matched[3]).toUpperCase().charCodeAt(0) - 65;
  return { row, column, across };
}

/** Formats a place in the notation of the language: 8D across and D8 down; in French H4 across and 4H down. */
export function spokenPlace(text) {
  if (language() !== "fr") return text;
  const { row, column, across } = placeOf(text), letter = String.fromCharCode(65 + row);
  return across ? `${letter}${column + 1}` : `${column + 1}${letter}`;
}

/** Names a row or a column as places do: rows 1 to 15 and columns A to O; in French the other way round. */
const lineName = (at, isRow) => (isRow === (language() !== "fr") ? String(at + 1) : String.fromCharCode(65 + at));

/** Formats the place of a move in the notation of the language; an exchange or pass stays. */
export const spokenMove = (text) => bare(text).replace(/^(?:\d+[A-Z]|[A-Z]\d+)(?= )/, spokenPlace);

/** Returns the tiles that a move places, by square. */
export function tilesOf(move) {
  const { row, column, across } = placeOf(move.position);
  const matched = {};
  tilesIn(move.tiles).forEach((letter, step) => {
    if (letter !== ".") matched[across ? `${row},${column + step}` : `${row + step},${column}`] = letter;
  });
  return matched;
}

/** Returns the tentative tiles as a play "8D WORD", with "." for tiles on the board; null if there are none. */
export function laidWord(rows, laid) {
  const squares = Object.keys(laid).map((key) => key.split(",").map(Number));
  if (!squares.length) return null;
  const lies = (row, column) => Boolean(rows[row]?.[column]) && rows[row][column] !== ".";
  const at = (row, column) => laid[`${row},${column}`] || lies(row, column);
  const lines = squares.map(([row]) => row), columns = squares.map(([, column]) => column);
  let [row, column] = [Math.min(...lines), Math.min(...columns)];
  const alone = squares.length === 1;
  const across = alone ? lies(row, column - 1) || lies(row, column + 1) || !(lies(row - 1, column) || lies(row + 1, column)) : lines.every((item) => item === lines[0]);
  const [down, right] = across ? [0, 1] : [1, 0];
  while (at(row - down, column - right)) [row, column] = [row - down, column - right];
  const letter = String.fromCharCode(65 + column);
  const place = across ? `${row + 1}${letter}` : `${letter}${row + 1}`;
  const last = Math.max(...(across ? columns : lines));
  let word = "";
  for (let r = row, c = column; at(r, c) || (across ? c : r) <= last; r += down, c += right) word += laid[`${r},${c}`] || ".";
  return `${place} ${word}`;
}

/** Tentative tiles as a short text for the address, and back. */
export const laidText = (laid) => Object.entries(laid).map(([square, letter]) => `${square.replace(",", "-")}${letter}`).join(".");
export const laidOf = (text) => Object.fromEntries([...text.matchAll(/(\d+)-(\d+)(\[[^\]]+\]|\p{L})/gu)].map(([, row, column, letter]) => [`${row},${column}`, letter]));

export class ScrabbleBoard {
  /** `onType(row, column, letter)` with a letter, "" to erase; lower case is a blank. A `still` board marks no place to type at. */
  constructor(onType, { still = false } = {}) {
    this.onType = onType;
    this.still = still;
    this.at = [7, 7];
    this.across = true;
    this.root = el("div", { class: "scrabble", role: "grid", on: { keydown: (event) => this.#key(event) } });
    this.root.addEventListener("pointerdown", (event) => {
      const cell = event.target.closest(".square");
      if (!cell) return;
      const [row, column] = cell.dataset.at.split(",").map(Number);
      if (cell.classList.contains("laid")) return this.onType(row, column, ""); // back to the rack
      if (document.activeElement === cell) this.across = !this.across;
      this.select(row, column);
    });
  }

  /** `rows` hold a tile or "." for each square; `laid` maps "row,column" to a tentative letter. */
  show({ rows, premiums, values, laid = {}, preview = false }) {
    if (this.cells?.length !== rows.length) this.#build(rows);
    this.rows = rows;
    this.values = values;
    rows.forEach((line, row) => [...line].forEach((symbol, column) => {
      const node = this.cells[row][column];
      const tentative = laid[`${row},${column}`];
      const letter = tentative || (symbol === "." ? "" : symbol);
      const premium = PREMIUMS[premiums[row]?.[column]] || "";
      node.dataset.premium = premium;
      node.classList.toggle("tile-on", Boolean(letter));
      node.classList.toggle("laid", Boolean(tentative));
      node.classList.toggle("preview", Boolean(tentative && preview));
      node.classList.toggle("blank", Boolean(letter) && letter === letter.toLowerCase());
      const value = letter && letter === letter.toUpperCase() ? values[letter] ?? "" : "";
      clear(node).append(letter ? face(letter) : SHOWN[language()][premium] || "");
      node.classList.toggle("digraph", face(letter).length > 1);
      if (letter && value !== "") node.append(el("sub", { text: String(value) }));
      const what = letter ? t(letter === letter.toUpperCase() ? "x-tile" : "x-blank", { letter: face(letter), count: value }) : premium ? t(`x-${premium}`) : t("x-empty");
      node.setAttribute("aria-label", t("x-square", { place: spokenPlace(placeName(row, column)), what }));
    }));
    this.#mark();
  }

  select(row, column, focus = true) {
    this.at = [row, column];
    this.cells.flat().forEach((node) => node.setAttribute("tabindex", "-1"));
    const node = this.cells[row][column];
    node.setAttribute("tabindex", "0");
    if (focus) node.focus({ preventScroll: true });
    this.#mark();
  }

  /** Places a letter on a square "row,column", or on the first free square from the current one, and moves on. */
  lay(letter, square = null) {
    if (square) this.select(...square.split(",").map(Number), false);
    else this.#goToFree();
    this.onType(...this.at, letter);
    this.#step(1, false);
    this.#goToFree();
  }

  #goToFree() {
    while (this.rows[this.at[0]]?.[this.at[1]] !== "." && this.#canStep()) this.#step(1, false);
  }

  #canStep() {
    const [row, column] = this.at;
    return Boolean(this.across ? this.cells[row][column + 1] : this.cells[row + 1]?.[column]);
  }

  #mark() {
    if (this.still) return;
    this.cells.forEach((line, row) => line.forEach((node, column) => {
      node.classList.toggle("line", this.across ? row === this.at[0] && column > this.at[1] : column === this.at[1] && row > this.at[0]);
      if (row === this.at[0] && column === this.at[1]) node.dataset.way = this.across ? "across" : "down";
      else delete node.dataset.way;
    }));
  }

  #build(rows) {
    clear(this.root);
    this.root.setAttribute("aria-label", t("x-board"));
    this.root.style.setProperty("--columns", rows[0].length);
    this.root.dataset.rows = rows.length;
    this.at = [Math.floor(rows.length / 2), Math.floor(rows[0].length / 2)];
    const mark = (text) => el("span", { class: "coordinate", aria: { hidden: "true" }, text });
    this.root.append(el("div", { class: "line-of", aria: { hidden: "true" } }, mark(""), [...rows[0]].map((_, column) => mark(lineName(column, false)))));
    this.cells = rows.map((line, row) => {
      const cells = [...line].map((_, column) => el("div", { class: "square", role: "gridcell", tabindex: row === this.at[0] && column === this.at[1] ? 0 : -1, data: { at: `${row},${column}` } }));
      this.root.append(el("div", { role: "row", class: "line-of" }, mark(lineName(row, true)), cells));
      return cells;
    });
  }

  #step(by, focus = true) {
    const [row, column] = this.at;
    const next = this.across ? [row, column + by] : [row + by, column];
    if (this.cells[next[0]]?.[next[1]]) this.select(...next, focus);
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [row, column] = this.at, high = this.cells.length, wide = this.cells[0].length;
    const moves = { ArrowUp: [row - 1, column], ArrowDown: [row + 1, column], ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1] };
    if (moves[event.key]) this.select((moves[event.key][0] + high) % high, (moves[event.key][1] + wide) % wide);
    else if (event.key === " ") { this.across = !this.across; this.#mark(); }
    else if (event.key === "Backspace") { this.onType(row, column, ""); this.#step(-1); }
    else if (event.key === "Delete" || event.key === ".") this.onType(row, column, "");
    else if (/^\p{L}$/u.test(event.key) && (event.key.toUpperCase() in this.values || !Object.keys(this.values).length)) {
      this.onType(row, column, event.shiftKey ? event.key.toLowerCase() : event.key.toUpperCase());
      this.#step(1);
    } else return;
    event.preventDefault();
  }
}
