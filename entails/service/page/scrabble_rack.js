// The rack: tap a tile to place it on the current square, drag it to another square, or select tiles to exchange.

import { button, clear, el } from "./dom.js";
import { face } from "./scrabble_board.js";
import { t } from "./words.js";

export class Rack {
  /** `onLay(letter, square)`: square is "row,column", or null for the current one; lower case is a blank. */
  constructor(onLay) {
    this.onLay = onLay;
    this.trading = false;
    this.chosen = new Set();
    this.order = [];
    this.root = el("div", { class: "rack" });
    this.tiles = el("div", { class: "rack-tiles", role: "group" });
    this.letters = el("div", { class: "blank-letters", role: "group" });
    this.root.append(this.tiles, this.letters);
  }

  /** Shows the tiles; a shuffled order is kept while the letters are the same. */
  show(letters, values) {
    this.values = values;
    const sorted = (all) => [...all].sort().join();
    const kept = this.order.filter((letter, at, all) => all.slice(0, at + 1).filter((item) => item === letter).length <= letters.filter((item) => item === letter).length);
    this.order = sorted(kept) === sorted(letters) ? kept : [...letters];
    if (this.chosen.size) this.chosen = new Set([...this.chosen].filter((at) => at < this.order.length));
    this.#draw();
  }

  shuffle() {
    for (let at = this.order.length - 1; at > 0; at -= 1) {
      const other = Math.floor(Math.random() * (at + 1));
      [this.order[at], this.order[other]] = [this.order[other], this.order[at]];
    }
    this.#draw();
  }

  /** Starts or ends the selection of tiles to exchange; returns the selected ones. */
  trade(on) {
    const params = [...this.chosen].map((at) => this.order[at]).join("");
    [this.trading, this.chosen] = [on, new Set()];
    this.#draw();
    return params;
  }

  #draw() {
    clear(this.letters);
    this.tiles.setAttribute("aria-label", t("x-rack"));
    clear(this.tiles).append(...this.order.map((letter, at) => this.#tile(letter, at)));
  }

  #tile(letter, at) {
    const value = String(this.values[letter] ?? 0), label = letter === "?" ? t("x-blank-tile") : t("x-tile", { letter: face(letter), count: value });
    const node = el("button", { type: "button", class: "rack-tile", aria: { label, ...(this.trading ? { pressed: String(this.chosen.has(at)) } : {}) } }, letter === "?" ? " " : face(letter), el("sub", { text: value }));
    let from = null;
    node.addEventListener("pointerdown", (event) => { from = [event.clientX, event.clientY]; });
    node.addEventListener("pointermove", (event) => {
      if (from && !this.trading) node.style.translate = `${event.clientX - from[0]}px ${event.clientY - from[1]}px`;
    });
    const end = (event) => {
      if (!from) return;
      const far = Math.hypot(event.clientX - from[0], event.clientY - from[1]) > 12;
      from = null;
      node.style.translate = "";
      if (event.type !== "pointerup" || !far || this.trading) return;
      node.style.pointerEvents = "none"; // finds the element under the finger, not the tile itself
      const square = document.elementFromPoint(event.clientX, event.clientY)?.closest(".square");
      node.style.pointerEvents = "";
      dragged = true;
      if (square) this.#lay(letter, square.dataset.at);
    };
    let dragged = false;
    node.addEventListener("pointerup", end);
    node.addEventListener("pointercancel", end);
    node.addEventListener("lostpointercapture", end);
    node.addEventListener("click", () => {
      if (dragged) { dragged = false; return; }
      if (!this.trading) return this.#lay(letter, null);
      if (!this.chosen.delete(at)) this.chosen.add(at);
      this.#draw();
    });
    return node;
  }

  /** Asks for the letter of a blank. */
  #lay(letter, square) {
    if (letter !== "?") return this.onLay(letter, square);
    this.letters.setAttribute("aria-label", t("x-blank-is"));
    clear(this.letters).append(...Object.keys(this.values).map((item) => button(face(item), () => { clear(this.letters); this.onLay(item.toLowerCase(), square); })));
    this.letters.firstElementChild.focus();
  }
}
