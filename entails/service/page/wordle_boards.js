// Several boards at once (Dordle, Quordle, Octordle): one guess for all, with colours and remaining words per board.

import { ask } from "./api.js";
import { unfinished } from "./busy.js";
import { button, clear, debounce, el, field, select } from "./dom.js";
import { modelPanel } from "./model_panel.js";
import { timeline } from "./timeline.js";
import { isWord, plain, tile, turned } from "./wordle_tiles.js";
import { language, t } from "./words.js";

const SIZES = [2, 4, 8];
const SHOWN = 24;

export function boardsPart({ chosen, params, notice, save }) {
  const boxes = el("div", { class: "boards" });
  const verdict = el("div", { class: "verdict", role: "status", aria: { live: "polite" } });
  const next = el("div", { class: "row next" });
  const word = el("input", { type: "text", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", class: "mono", maxlength: chosen.length, data: { draft: "boards-word" } });
  let count = SIZES.includes(Number(params.k)) ? Number(params.k) : 4;
  let guesses = readGuesses(params.q || "");
  let pending = null;
  const moves = timeline("wordle-boards", () => ({ guesses, count }), (then) => { ({ guesses, count } = then); many.value = String(count); changed(); });

  /** Parses "crane:bybbg,ggbbb …" as [{word, marks: [...]}]; "-" is a solved board. */
  function readGuesses(text) {
    const entries = text.split(/\s+/).filter(Boolean).map((item) => { const [first, marks = ""] = item.split(":"); return { word: first, marks: marks.split(",") }; });
    const fits = ({ word: item, marks }) => item.length === chosen.length && marks.length === count && marks.every((mark) => mark === "-" || /^[gyb]+$/.test(mark));
    return entries.filter(fits);
  }
  const written = () => guesses.map(({ word: item, marks }) => `${item}:${marks.join(",")}`).join(" ");
  const win = () => "g".repeat(chosen.length);
  const solvedAt = (board) => guesses.findIndex(({ marks }) => marks[board] === win());

  function add(event) {
    event?.preventDefault();
    const text = plain(word.value.trim(), chosen.lang);
    if (!isWord(text, chosen.lang) || text.length !== chosen.length) return void notice(t("w-short", { count: chosen.length }));
    notice("");
    word.value = "";
    become([...guesses, { word: text, marks: Array.from({ length: count }, (_, board) => (solvedAt(board) >= 0 ? "-" : "b".repeat(chosen.length))) }]);
  }

  function set(number, board, marks) {
    become(guesses.map((item, at) => (at < number ? item : { ...item, marks: item.marks.map((old, place) => {
      if (place !== board) return old;
      if (at === number) return marks;
      return marks === win() ? "-" : old === "-" ? "b".repeat(chosen.length) : old;
    }) })));
  }

  function become(next) {
    moves.note();
    guesses = next;
    changed();
  }

  /** Reads guesses with their colours on each board; returns whether the text had this format. */
  function read(text) {
    const first = text.trim().split(/\s+/)[0].split(",").length, before = count;
    if (!/^\p{L}+:[gyb]+,/u.test(text.trim()) || !SIZES.includes(first)) return false;
    count = first;
    const entries = readGuesses(text.trim());
    count = before;
    if (!entries.length) return false;
    moves.note();
    [guesses, count] = [entries, first];
    many.value = String(count);
    changed();
    return true;
  }

  function changed() {
    listBoards();
    draw([]);
    save();
    look();
  }

  function draw(entries) {
    clear(boxes).append(...Array.from({ length: count }, (_, board) => {
      const about = entries[board], solved = solvedAt(board) >= 0;
      const words = about && !solved ? el("p", { class: "words" }, about.candidates.map((item) => el("span", { text: item.toUpperCase() })),
        about.truncated ? el("span", { class: "soft", text: t("w-more", { count: (about.count - about.candidates.length).toLocaleString(language()) }) }) : null) : null;
      const status = solved ? t("w-board-solved") : about ? t(about.count ? "w-left" : "w-none", { count: about.count.toLocaleString(language()) }) : "…";
      return el("section", { class: "card small", data: { tone: solved ? "good" : about?.count === 0 ? "bad" : "" }, aria: { label: t("w-board-number", { number: board + 1 }) } },
        el("h2", { text: t("w-board-number", { number: board + 1 }) }),
        el("div", { class: "guesses" }, guesses.map(({ word: text, marks }, number) => (marks[board] === "-" ? null
          : el("div", { class: "tiles" }, [...text].map((letter, at) => tile(letter, marks[board][at], { onClick: () => set(number, board, turned(marks[board], at)) })))))),
        el("p", { class: "left", text: status }), about?.count && !solved && about.secrets !== "answers" ? el("p", { class: "soft", text: t(`w-from-${about.secrets}`) }) : null, words);
    }));
  }

  const look = debounce(async () => {
    pending?.abort();
    const mine = (pending = new AbortController());
    try {
      const answer = await ask("wordle/boards", { puzzle: written(), lang: chosen.lang, length: String(chosen.length), ...(guesses.length ? {} : { boards: count }), top: 5, show: SHOWN }, mine.signal);
      if (mine !== pending) return;
      verdict.dataset.tone = unfinished(answer) ? "warn" : answer.solved === count ? "good" : answer.consistent ? "" : "bad";
      verdict.textContent = unfinished(answer) || t(answer.solved === count ? "w-boards-done" : answer.consistent ? "w-boards-open" : "w-boards-none", { solved: answer.solved, count, guesses: guesses.length });
      draw(answer.boards || []);
      clear(next).append(...(answer.suggestions || []).map((item) => button(item.word.toUpperCase(), () => { word.value = item.word; word.focus(); }, { class: "mono", aria: { label: t("w-use", { word: item.word.toUpperCase() }) } })));
    } catch (error) {
      if (error.name !== "AbortError") { verdict.dataset.tone = "bad"; verdict.textContent = error.message; }
    }
  }, 250);

  /** The guesses that a board saw, without those after its solution. */
  const historyOf = (board) => guesses.filter(({ marks }) => marks[board] !== "-").map(({ word: text, marks }) => `${text}:${marks[board]}`).join(" ");
  const modelBoard = el("select", { on: { change: () => model.changed() } });
  const model = modelPanel(() => ["wordle", { puzzle: historyOf(Number(modelBoard.value || 1) - 1), lang: chosen.lang, length: String(chosen.length) }], field(t("w-model-board"), modelBoard));
  function listBoards() {
    const board = Math.min(Number(modelBoard.value || 1), count);
    modelBoard.replaceChildren(...Array.from({ length: count }, (_, at) => el("option", { value: String(at + 1), selected: at + 1 === board, text: t("w-board-number", { number: at + 1 }) })));
    model.changed();
  }

  const many = select(SIZES.map((item) => [String(item), String(item)]), String(count), (value) => { moves.note(); count = Number(value); guesses = []; changed(); });
  const root = el("div", { class: "panel" },
    el("section", { class: "card" }, verdict,
      el("form", { class: "row", on: { submit: add } }, field(t("w-word"), word), el("button", { class: "main", text: t("w-add") }),
        button(t("w-take-back"), () => become(guesses.slice(0, -1))), button(t("undo"), moves.undo), button(t("redo"), moves.redo),
        field(t("w-boards-many"), many)),
      el("p", { class: "soft", text: t("w-boards-how") }), el("h2", { text: t("w-suggest") }), next),
    boxes, model.root);
  moves.begin();
  changed();
  return { root, read, text: written, address: () => ({ k: count === 4 ? "" : String(count), q: written() }), leave: () => { model.leave(); pending?.abort(); look.cancel(); moves.leave(); } };
}
