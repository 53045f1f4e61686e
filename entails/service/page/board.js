// Draws any board from its description (the JSON of entails.models.drawing): cells, borders, lines, cages, outside clues.
// A cell that can be filled in is a button over the picture, for touch, keyboard and screen readers.

import { clear, el } from "./dom.js";
import { t } from "./words.js";

const SIDE = 40, INSET = 4, PAD = 6, STEP = 20;
const SHAPES = {
  "★": "M0-14 3.4-4.6 13.3-4.3 5.5 1.8 8.2 11.3 0 5.8-8.2 11.3-5.5 1.8-13.3-4.3-3.4-4.6Z",
  "♛": "M-11 11H11V7.5H-11ZM-11 5.5H11L14-8 7-1 4.5-12 0-2-4.5-12-7-1-14-8Z",
  "●": "M-13 0A13 13 0 0 1 13 0A13 13 0 0 1-13 0Z",
  "○": "M-13 0A13 13 0 0 1 13 0A13 13 0 0 1-13 0ZM-11 0A11 11 0 0 0 11 0A11 11 0 0 0-11 0Z",
};
const SIGNS = { "<": "M4-5-4 0 4 5", ">": "M-4-5 4 0-4 5", "^": "M-5 4 0-4 5 4", v: "M-5-4 0 4 5-4", "×": "M-4-4 4 4M-4 4 4-4" };

export function draw(tag, attributes, text = null) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  if (text !== null) node.textContent = text;
  return node;
}

/** Draws text around a point, or the shape that replaces it. */
function written(text, x, y, size, looks) {
  if (SHAPES[text]) return draw("path", { class: `ink ${looks}`, d: SHAPES[text], transform: `translate(${x} ${y})` });
  const fitting = text.length < 3 ? size : (size * 2) / text.length;
  return draw("text", { class: looks, x, y: y + 0.36 * fitting, "font-size": fitting }, text);
}

/** Width of a clue beside a row; and clues with the distance of their centres from the board. */
const across = (word) => (word.length < 3 ? STEP : 8 * word.length + STEP / 2);
const steps = (words) => words.map((word, at) => [word, 2 + words.slice(0, at).map(across).reduce((sum, item) => sum + item, 0) + across(word) / 2]);

/** Returns the view box of a drawing, outside clues included. */
function frameOf({ rows, columns, top, right, bottom, left, rim = 0 }) {
  const most = (lines, takes) => Math.max(rim, ...(lines || []).map((words) => words.reduce((sum, word) => sum + takes(word), 0))) + PAD;
  const [above, below] = [top, bottom].map((lines) => most(lines, () => STEP)), [after, before] = [right, left].map((lines) => most(lines, across));
  return { x: -before, y: -above, wide: before + columns * SIDE + after, high: above + rows * SIDE + below };
}

/** Returns a drawing as a static picture; `name` is its accessible name. */
export function picture(drawing, name = "", frame = frameOf(drawing)) {
  const svg = draw("svg", { class: "board", viewBox: `${frame.x} ${frame.y} ${frame.wide} ${frame.high}`, ...(name ? { role: "img", "aria-label": name } : { "aria-hidden": "true" }) });
  svg.append(...marks({ ...drawing, cells: drawing.cells || [], edges: drawing.edges || [] }));
  return svg;
}

export class DrawnBoard {
  /** `onChange(name, choice)` is called when the user enters the number of a choice into a place, or null to clear it. */
  constructor(onChange) {
    this.onChange = onChange;
    this.at = "";
    this.root = el("div", { class: "drawn-board", role: "group", on: { keydown: (event) => this.#key(event) } });
  }

  /** Shows a drawing; `chosen` maps places to numbers of choices, `marked` are places in conflict, `lit` highlighted places,
   * `notes` maps places to noted choices as bits. */
  show(drawing, chosen = new Map(), { marked = new Set(), lit = new Set(), notes = new Map() } = {}) {
    this.drawing = drawing;
    this.chosen = chosen;
    this.notes = notes;
    this.lit = lit;
    this.frame = frameOf(drawing);
    const shown = { ...drawing, cells: (drawing.cells || []).map((cell) => this.#filled(cell, marked)), edges: (drawing.edges || []).map((edge) => this.#filled(edge, marked, true)) };
    const spots = this.#spots();
    if (!spots.some((spot) => spot.name === this.at)) this.at = spots[0]?.name || "";
    const focused = this.root.contains(document.activeElement);
    this.root.style.setProperty("--wide", this.frame.wide);
    this.places = new Map();
    this.buttons = new Map(spots.map((spot) => [spot.name, this.#button(spot, marked)]));
    clear(this.root).append(picture(shown, "", this.frame), ...this.buttons.values());
    this.root.setAttribute("aria-label", t("b-board"));
    if (focused) this.buttons.get(this.at)?.focus({ preventScroll: true });
  }

  /** Enters a choice into the current place; null clears it. */
  write(choice) { if (this.at) this.onChange(this.at, choice); }

  /** Returns a place with the user's entry. */
  #filled(place, marked, edge = false) {
    const number = this.chosen.get(place.name);
    const base = { ...place, marked: place.marked || marked.has(place.name), lit: this.lit.has(place.name) };
    if (number === undefined) return { ...base, notes: this.#noted(place.name) };
    const choice = this.drawing.choices[number], line = edge && choice.text === "━";
    return { ...base, kind: "mine", shade: choice.shade || base.shade, line, text: line || choice.shade ? "" : choice.text };
  }

  /** Returns the user's notes for an empty place: the text of each choice, or "" if it is not noted. */
  #noted(name) {
    const bits = this.notes.get(name) || 0;
    return bits ? this.drawing.choices.map((choice, number) => (bits & (1 << number) ? choice.text : "")) : [];
  }

  /** Returns the corner and size of each place that can be filled in: edges, if the puzzle has any, else cells. */
  #spots() {
    const open = (place) => place.name && (place.kind || "open") === "open";
    if (!this.drawing.choices?.length) return [];
    const edges = (this.drawing.edges || []).filter(open).map((edge) => {
      const across = edge.way === "across", x = edge.column * SIDE, y = edge.row * SIDE;
      return { name: edge.name, edge: true, x: x - (across ? 0 : SIDE / 2), y: y - (across ? SIDE / 2 : 0), wide: SIDE, high: SIDE };
    });
    if (edges.length) return edges;
    return (this.drawing.cells || []).filter(open).map((cell) => ({ name: cell.name, x: cell.column * SIDE, y: cell.row * SIDE, wide: SIDE, high: SIDE }));
  }

  #button(spot, marked) {
    const { name } = spot, number = this.chosen.get(name);
    const noted = this.#noted(name).filter(Boolean).join(" ");
    const text = number !== undefined ? choiceText(this.drawing.choices[number]) : noted ? t("b-noted", { what: noted }) : t("b-empty");
    const clash = marked.has(name) ? `, ${t("b-clash")}` : this.lit.has(name) ? `, ${t("b-look")}` : "";
    const node = el("button", {
      type: "button", class: spot.edge ? "spot on-edge" : "spot", tabindex: name === this.at ? 0 : -1, data: { name }, aria: { label: `${placeWords(name)}, ${text}${clash}` },
      on: { click: () => this.#click(name), focus: () => this.#reach(name) },
    });
    const percent = (part, whole) => `${(100 * part) / whole}%`;
    node.style.left = percent(spot.x - this.frame.x, this.frame.wide);
    node.style.top = percent(spot.y - this.frame.y, this.frame.high);
    node.style.width = percent(spot.wide, this.frame.wide);
    node.style.height = percent(spot.high, this.frame.high);
    this.places.set(name, [spot.x + spot.wide / 2, spot.y + spot.high / 2]);
    return node;
  }

  #reach(name) {
    this.buttons.get(this.at)?.setAttribute("tabindex", "-1");
    this.at = name;
    this.buttons.get(name)?.setAttribute("tabindex", "0");
  }

  /** A click cycles through the choices if there are at most three; otherwise it only selects the place. */
  #click(name) {
    this.#reach(name);
    const { choices } = this.drawing, number = this.chosen.get(name);
    if (choices.length > 3) return;
    this.onChange(name, number === undefined ? 0 : number + 1 < choices.length ? number + 1 : null);
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.at) return;
    const moves = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
    const number = this.drawing.choices.findIndex((choice) => choice.text.toLowerCase() === event.key.toLowerCase());
    if (moves[event.key]) this.#move(...moves[event.key]);
    else if (["Backspace", "Delete"].includes(event.key)) this.write(null);
    else if (number >= 0) this.write(number);
    else return;
    event.preventDefault();
  }

  /** Moves to the nearest place in a direction. */
  #move(right, down) {
    const [x, y] = this.places.get(this.at);
    let best = null, least = Infinity;
    for (const name of this.buttons.keys()) {
      const [toX, toY] = this.places.get(name), ahead = (toX - x) * right + (toY - y) * down;
      const aside = Math.abs((toX - x) * down) + Math.abs((toY - y) * right);
      if (ahead > 1 && ahead + 3 * aside < least) [best, least] = [name, ahead + 3 * aside];
    }
    if (best !== null) this.buttons.get(best).focus({ preventScroll: true });
  }
}

/** Returns a choice in words for screen readers. */
export function choiceText({ fact, text }) {
  const [, not = "", what = "yes"] = /^(not )?(?:([a-z]+) )?\{name\}$/.exec(fact) || [];
  return fact.includes("=") || /^[^a-z]/.test(fact.replace("{name}", "a")) ? text : t(`f-${not ? "not-" : ""}${what}`, {}, text);
}

/** Returns the name of a place in words; an edge is named by its cells. */
function placeWords(name) {
  const [, way, cell] = /^(above|below|left of|right of) (.+)$/.exec(name) || [], [, item, sign, other] = /^(r\d+c\d+)([-|])(r\d+c\d+)$/.exec(name) || [];
  if (way) return t(`b-${way.replace(" ", "-")}`, { cell });
  return item ? t(sign === "-" ? "b-from-to" : "b-between", { cell: item, other }) : name;
}

/** Yields the parts of a drawing, lowest layer first. */
function* marks(drawing) {
  const wide = drawing.columns * SIDE, high = drawing.rows * SIDE;
  yield draw("rect", { class: "paper", x: 0, y: 0, width: wide, height: high });
  for (const cell of drawing.cells) {
    for (const name of [cell.marked ? "marked" : cell.lit ? "lit" : "", cell.shade || ""].filter(Boolean)) {
      const inset = name === "black" && (cell.marked || cell.lit) ? INSET : 0, side = SIDE - 2 * inset;
      yield draw("rect", { class: name, x: cell.column * SIDE + inset, y: cell.row * SIDE + inset, width: side, height: side });
    }
  }
  yield* drawing.dots ? dots(drawing) : grid(drawing);
  if (drawing.over) yield drawing.over();
  for (const line of drawing.lines || []) {
    const points = line.through.map(([row, column]) => `${column * SIDE + SIDE / 2},${row * SIDE + SIDE / 2}`).join(" ");
    yield draw("polyline", { class: `path ${line.kind || "given"}`, points });
  }
  for (const cage of drawing.cages || []) yield* outline(cage);
  for (const edge of drawing.edges) yield* border(edge);
  for (const { row, column, black } of drawing.points || []) yield draw("circle", { class: `point${black ? " filled" : ""}`, cx: (column * SIDE) / 2, cy: (row * SIDE) / 2, r: 6 });
  for (const cell of drawing.cells) {
    const text = cell.text || cell.clue;
    if (!text && cell.notes?.length) yield* noted(cell);
    if (!text) continue;
    const looks = `${cell.text ? cell.kind || "open" : "given"}${cell.marked ? " marked" : ""}${cell.shade === "black" ? " on-black" : ""}`;
    yield written(text, cell.column * SIDE + SIDE / 2, cell.row * SIDE + SIDE / 2, 22, looks);
  }
  yield* outside(drawing);
}

function* noted({ row, column, notes }) {
  const wide = notes.length > 9 ? 4 : notes.length > 4 ? 3 : 2, high = Math.ceil(notes.length / wide), room = SIDE - 6;
  for (const [at, text] of notes.entries()) {
    if (text) yield draw("text", { class: "note", x: column * SIDE + 3 + ((at % wide) + 0.5) * (room / wide), y: row * SIDE + 6 + (Math.floor(at / wide) + 0.5) * (room / high), "font-size": wide > 3 ? 8 : 10 }, text);
  }
}

function* dots(drawing) {
  for (let row = 0; row <= drawing.rows; row += 1) {
    for (let column = 0; column <= drawing.columns; column += 1) yield draw("circle", { class: "dot", cx: column * SIDE, cy: row * SIDE, r: 2.5 });
  }
}

/** Yields the thin grid lines, then the thick borders of regions. */
function* grid(drawing) {
  const { rows, columns, regions = [] } = drawing;
  const region = (row, column) => (row < 0 || column < 0 || row >= rows || column >= columns ? null : regions[row * columns + column] ?? 0);
  let thin = "", thick = "";
  for (let row = 1; row < rows; row += 1) thin += `M0 ${row * SIDE}H${columns * SIDE}`;
  for (let column = 1; column < columns; column += 1) thin += `M${column * SIDE} 0V${rows * SIDE}`;
  for (let row = 0; row <= rows; row += 1) {
    for (let column = 0; column <= columns; column += 1) {
      if (column < columns && region(row - 1, column) !== region(row, column)) thick += `M${column * SIDE} ${row * SIDE}h${SIDE}`;
      if (row < rows && region(row, column - 1) !== region(row, column)) thick += `M${column * SIDE} ${row * SIDE}v${SIDE}`;
    }
  }
  yield draw("path", { class: "grid", d: thin });
  yield draw("path", { class: "thick", d: thick });
}

/** Yields the dashed outline of a cage, and its clue in the corner of the first cell. */
function* outline(cage) {
  const has = new Set(cage.cells.map(([row, column]) => `${row},${column}`)), far = SIDE - INSET;
  let path = "";
  for (const [row, column] of cage.cells) {
    const there = (down, right) => has.has(`${row + down},${column + right}`), x = column * SIDE, y = row * SIDE;
    const up = there(-1, 0), down = there(1, 0), left = there(0, -1), right = there(0, 1);
    const west = x + (left ? 0 : INSET), east = x + (right ? SIDE : far), north = y + (up ? 0 : INSET), south = y + (down ? SIDE : far);
    if (!up) path += `M${west} ${y + INSET}H${east}`;
    if (!down) path += `M${west} ${y + far}H${east}`;
    if (!left) path += `M${x + INSET} ${north}V${south}`;
    if (!right) path += `M${x + far} ${north}V${south}`;
    for (const [vertical, dy, inner] of [[up, -1, INSET], [down, 1, far]]) {
      for (const [level, dx, aside] of [[left, -1, INSET], [right, 1, far]]) {
        if (vertical && level && !there(dy, dx)) path += `M${x + aside} ${y + (dy > 0 ? SIDE : 0)}V${y + inner}H${x + (dx > 0 ? SIDE : 0)}`;
      }
    }
  }
  yield draw("path", { class: "cage", d: path });
  if (!cage.clue) return;
  const [row, column] = cage.cells[0], x = column * SIDE + INSET, y = row * SIDE + INSET;
  yield draw("rect", { class: "paper", x: x - 1, y: y - 1, width: 6 * cage.clue.length + 2, height: 11 });
  yield draw("text", { class: "corner", x, y: y + 8, "font-size": 10 }, cage.clue);
}

function* border(edge) {
  const x = edge.column * SIDE, y = edge.row * SIDE, [dx, dy] = edge.way === "across" ? [SIDE, 0] : [0, SIDE];
  const looks = `${edge.kind || "open"}${edge.marked ? " marked" : edge.lit ? " lit" : ""}`, middle = [x + dx / 2, y + dy / 2];
  if (edge.line) yield draw("line", { class: `edge ${looks}`, x1: x, y1: y, x2: x + dx, y2: y + dy });
  if (!edge.text) return;
  if (!SIGNS[edge.text]) return void (yield written(edge.text, ...middle, 14, looks));
  yield draw("circle", { class: "paper", cx: middle[0], cy: middle[1], r: 7 });
  yield draw("path", { class: `sign ${looks}`, d: SIGNS[edge.text], transform: `translate(${middle.join(" ")})` });
}

function* outside({ rows, columns, top = [], right = [], bottom = [], left = [] }) {
  const half = SIDE / 2, away = (step) => (step + 0.5) * STEP + 2;
  const beside = (word, x, y) => (word.length < 3 ? written(word, x, y, 15, "outside") : draw("text", { class: "outside", x, y: y + 5, "font-size": 13 }, word));
  for (const [row, words] of left.entries()) for (const [word, far] of steps([...words].reverse())) yield beside(word, -far, row * SIDE + half);
  for (const [row, words] of right.entries()) for (const [word, far] of steps(words)) yield beside(word, columns * SIDE + far, row * SIDE + half);
  for (const [column, words] of top.entries()) for (const [step, word] of [...words].reverse().entries()) yield written(word, column * SIDE + half, -away(step), 15, "outside");
  for (const [column, words] of bottom.entries()) for (const [step, word] of words.entries()) yield written(word, column * SIDE + half, rows * SIDE + away(step), 15, "outside");
}
