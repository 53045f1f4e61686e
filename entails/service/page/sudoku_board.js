// A Sudoku board: a grid for screen readers, arrow keys and digits for the keyboard, colours for steps.

import { el, clear } from "./dom.js";
import { t } from "./words.js";

export const SYMBOLS = "123456789ABCDEFGHIJKLMNOP";
const BOXES = { 4: [2, 2], 6: [2, 3], 9: [3, 3], 12: [3, 4], 16: [4, 4], 25: [5, 5] };
export const SIZES = Object.keys(BOXES).map(Number);

/** Returns the index of a cell from its name: "r1c1" is 0. */
export function cellOf(name, size) {
  const [, row, column] = /^r(\d+)c(\d+)/.exec(name);
  return (Number(row) - 1) * size + Number(column) - 1;
}

/** Returns the number of the box of a cell, from 0, row by row. */
export function boxNumber(row, column, size) {
  const [high, wide] = BOXES[size];
  return Math.floor(row / high) * (size / wide) + Math.floor(column / wide);
}

/** Returns the cells that share a row, column or box with a cell. */
export function peers(cell, size) {
  const [high, wide] = BOXES[size];
  const row = Math.floor(cell / size), column = cell % size;
  const box = (r, c) => Math.floor(r / high) * size + Math.floor(c / wide);
  const others = [];
  for (let other = 0; other < size * size; other += 1) {
    const r = Math.floor(other / size), c = other % size;
    if (other !== cell && (r === row || c === column || box(r, c) === box(row, column))) others.push(other);
  }
  return others;
}

export class SudokuBoard {
  /** `onChange(cells, digit, how)` is called when the user enters a digit into the selected cells, or erases them (0); `how`
   * is "note" or "centre" if a key chose it. While `drawing` is the number of cells of a tool, `onPath(cells)` gets the cells
   * in the order of the drag. */
  constructor(onChange, onPath = null) {
    this.onChange = onChange;
    this.onPath = onPath;
    this.drawing = 0;
    this.open = false;
    this.size = 9;
    this.at = 0;
    this.selected = new Set([0]);
    this.root = el("div", { class: "sudoku", role: "grid", aria: { multiselectable: "true" }, on: { keydown: (event) => this.#key(event) } });
    const under = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest(".sudoku .cell");
    this.root.addEventListener("pointerdown", (event) => {
      const cell = event.target.closest(".cell");
      if (!cell) return;
      event.target.releasePointerCapture?.(event.pointerId); // so that a dragging finger reaches the next cell
      this.dragged = false;
      this.select(Number(cell.dataset.cell), { more: event.ctrlKey || event.metaKey || event.shiftKey || (this.drawing > 0 && this.open) });
      this.open = this.drawing > 0;
    });
    this.root.addEventListener("dblclick", (event) => {
      const cell = event.target.closest(".cell"), digit = cell && !this.drawing ? this.digits[Number(cell.dataset.cell)] : 0;
      if (digit) this.digits.forEach((item, at) => { if (item === digit) this.select(at, { more: true, focus: false }); });
    });
    this.root.addEventListener("pointerup", () => {
      if (this.drawing && this.open && (this.dragged || this.selected.size === this.drawing)) this.finish();
    });
    this.root.addEventListener("pointermove", (event) => {
      const cell = event.buttons & 1 ? under(event) : null;
      if (!cell || Number(cell.dataset.cell) === this.at) return;
      this.dragged = true;
      this.select(Number(cell.dataset.cell), { more: true });
    });
  }

  /** Shows `digits` (0 is empty); `fixed` cells are clues; `marks` are sets of candidates or null, `notes` the reader's, `centres` those in the middle; `layer` lies over all. */
  show({ size, digits, fixed, marks = null, notes = null, centres = null, colours = null, tones = {}, struck = {}, clashes = new Set(), layer = null }) {
    if (size !== this.size || !this.root.childElementCount) this.#build(size);
    this.digits = digits;
    this.fixed = fixed;
    for (let cell = 0; cell < size * size; cell += 1) {
      const node = this.cells[cell], digit = digits[cell], shown = marks ? marks[cell] : notes?.[cell];
      node.classList.toggle("clue", Boolean(digit && fixed[cell]));
      node.classList.toggle("clash", clashes.has(cell));
      node.dataset.tone = tones[cell] || "";
      node.dataset.colour = colours?.[cell] || "";
      const inside = digit || marks ? [] : [...(centres?.[cell] || [])].sort((a, b) => a - b).map((item) => SYMBOLS[item - 1]);
      if (digit || !(shown?.size || inside.length)) clear(node).append(digit ? SYMBOLS[digit - 1] : "");
      else this.#pencil(node, shown || new Set(), struck[cell] || new Set(), inside.join(""));
      const noted = !digit && (shown?.size || inside.length) ? t("s-noted", { digits: [...new Set([...[...(shown || [])].sort((a, b) => a - b).map((item) => SYMBOLS[item - 1]), ...inside])].join(" ") }) : t("s-empty");
      const content = digit ? t(fixed[cell] ? "s-clue" : "s-mine", { digit: SYMBOLS[digit - 1] }) : noted;
      const place = t("s-cell", { row: Math.floor(cell / size) + 1, column: (cell % size) + 1 });
      node.setAttribute("aria-label", `${place}, ${content}${clashes.has(cell) ? `, ${t("s-wrong")}` : ""}`);
    }
    this.layer?.remove();
    this.layer = layer;
    if (layer) this.root.append(layer);
    this.#light();
  }

  /** Selects a cell; `more` keeps the selection. */
  select(cell, { focus = true, more = false } = {}) {
    this.cells[this.at]?.setAttribute("tabindex", "-1");
    this.at = cell;
    if (!more) this.selected.clear();
    this.selected.add(cell);
    const node = this.cells[cell];
    node.setAttribute("tabindex", "0");
    if (focus) node.focus({ preventScroll: true });
    this.#light();
  }

  /** Ends the current path. */
  finish() { this.onPath?.([...this.selected]); }

  /** Starts a new path at the next cell. */
  restart() {
    this.open = false;
    this.selected = new Set([this.at]);
    this.root.classList.toggle("drawing", this.drawing > 0);
    if (this.cells) this.#light();
  }

  write(digit, how = undefined) { this.onChange([...this.selected], digit, how); }

  /** Highlights the selection, the neighbours of a single cell, and cells with the same digit. */
  #light() {
    const alone = this.selected.size === 1, near = new Set(alone ? peers(this.at, this.size) : []), digit = alone ? this.digits?.[this.at] : 0;
    this.cells.forEach((item, index) => {
      item.classList.toggle("near", near.has(index));
      item.classList.toggle("chosen", !alone && this.selected.has(index));
      item.classList.toggle("same", Boolean(digit) && this.digits[index] === digit);
      item.setAttribute("aria-selected", String(this.selected.has(index)));
    });
  }

  #build(size) {
    const [high, wide] = BOXES[size];
    this.size = size;
    this.at = 0;
    this.selected = new Set([0]);
    this.cells = [];
    clear(this.root);
    this.root.setAttribute("aria-label", t("s-board"));
    this.root.dataset.size = size;
    this.root.style.setProperty("--size", size);
    for (let row = 0; row < size; row += 1) {
      const line = el("div", { role: "row", class: "line" });
      for (let column = 0; column < size; column += 1) {
        const cell = row * size + column;
        const node = el("div", { role: "gridcell", class: "cell", tabindex: cell ? -1 : 0, data: { cell } });
        if (column % wide === 0 && column) node.classList.add("left");
        if (row % high === 0 && row) node.classList.add("top");
        this.cells.push(node);
        line.append(node);
      }
      this.root.append(line);
    }
  }

  #pencil(node, candidates, struck, inside) {
    if (inside) {
      const around = [...candidates].sort((a, b) => a - b).map((item) => SYMBOLS[item - 1]).join("");
      clear(node).append(el("span", { class: "around", text: around, aria: { hidden: "true" } }), el("span", { class: `centre${inside.length > 5 ? " many" : ""}`, text: inside, aria: { hidden: "true" } }));
      return;
    }
    clear(node).append(el("span", { class: "marks", aria: { hidden: "true" } },
      Array.from({ length: this.size }, (_, index) => {
        const digit = index + 1, there = candidates.has(digit);
        return el("span", { class: struck.has(digit) ? "struck" : "", text: there || struck.has(digit) ? SYMBOLS[index] : "" });
      })));
  }

  /** Shift+digit notes it in the corner, Alt+digit in the centre. The digit keys of a French keyboard work without Shift,
   * too. */
  #digit(event) {
    const [, row] = /^(?:Digit|Numpad)([1-9])$/.exec(event.code) || [], plain = event.key.length === 1 ? SYMBOLS.indexOf(event.key.toUpperCase()) + 1 : 0;
    const digit = plain || Number(row || 0);
    if (!digit || digit > this.size) return false;
    this.write(digit, event.altKey ? "centre" : event.shiftKey && !plain ? "note" : undefined);
    return true;
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || (event.altKey && !/^(Digit|Numpad)[1-9]$/.test(event.code))) return;
    const size = this.size, row = Math.floor(this.at / size), column = this.at % size;
    const moves = { ArrowUp: [row - 1, column], ArrowDown: [row + 1, column], ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1], Home: [row, 0], End: [row, size - 1] };
    const move = moves[event.key];
    if (move) {
      this.select(((move[0] + size) % size) * size + ((move[1] + size) % size), { more: event.shiftKey });
    } else if (event.key === "Enter" && this.drawing) {
      this.finish();
    } else if (event.key === "Escape" && this.drawing) {
      this.restart();
    } else if (["Backspace", "Delete", "0", ".", " "].includes(event.key)) {
      this.write(0);
    } else if (!this.#digit(event)) return;
    event.preventDefault();
  }
}
