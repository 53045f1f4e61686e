// Sudoku: enter or paste a grid; it is checked at once, other commands are buttons.

import { ask } from "./api.js";
import { showTogether } from "./beside.js";
import { busyBox, unfinished } from "./busy.js";
import { clock } from "./clock.js";
import { copyButton, follow, onClipboard } from "./clipboard.js";
import { button, clear, debounce, download, el, field, group, oneTabStop, select } from "./dom.js";
import { keep, kept } from "./kept.js";
import { modelPanel } from "./model_panel.js";
import { remember } from "./place.js";
import { notesOf, noteText, coloursOf, colourText, ENTRIES, filledNotes } from "./sudoku_notes.js";
import { modes } from "./sudoku_modes.js";
import { generatePart } from "./sudoku_generate.js";
import { ratingPart } from "./sudoku_rating.js";
import { hintPart } from "./sudoku_hint.js";
import { stepsPart } from "./sudoku_steps.js";
import { cellOf, peers, SIZES, SudokuBoard, SYMBOLS } from "./sudoku_board.js";
import { clashing, entriesOf, sayBlame, sayClash } from "./sudoku_verdict.js";
import "./sudoku_words.js";
import { timeline } from "./timeline.js";
import { language, t } from "./words.js";

const EXAMPLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

const SHORTCUTS = { note: "⇧ 1–9", centre: "Alt 1–9" };

/** Parses a line of symbols as digits; any other character is an empty cell. */
const digitsOf = (line) => [...line].map((symbol) => SYMBOLS.indexOf(symbol.toUpperCase()) + 1);
const lineOf = (digits) => digits.map((digit) => (digit ? SYMBOLS[digit - 1] : ".")).join("");

export function mount(root, params, { notice }) {
  const board = new SudokuBoard(write);
  const verdict = el("div", { class: "verdict", role: "status", aria: { live: "polite" } });
  const busy = busyBox();
  const output = el("div", { class: "panel shown" });
  const keys = el("div", { class: "keys", role: "group", aria: { label: t("s-keys") } });
  const paste = el("textarea", { rows: 3, spellcheck: "false", id: "s-paste-text", data: { draft: "paste" } });
  const empty = (size) => ({ size, digits: new Array(size ** 2).fill(0), fixed: new Array(size ** 2).fill(false), notes: new Array(size ** 2).fill(0), centres: new Array(size ** 2).fill(0), colours: new Array(size ** 2).fill(0) });
  let state = empty(9);
  let locked = false;
  let entry = "digit";
  const time = clock("sudoku");
  const moves = timeline("sudoku", () => ({ state, locked }), (then) => { ({ state, locked } = then); drawKeys(); changed(); });
  let atOnce = kept("at-once") !== false;
  let pending = null;

  const text = () => lineOf(state.digits);
  const call = (verb, more = {}, signal) => ask(`sudoku/${verb}`, { puzzle: text(), ...more }, signal);

  const clueLine = () => lineOf(state.digits.map((digit, cell) => (state.fixed[cell] || !locked ? digit : 0)));
  const model = modelPanel(() => ["sudoku", { puzzle: clueLine() }]);
  const helper = hintPart({ call, busy, output, board: board.root, now: () => state, draw, become: (next) => { moves.note(); state = next; changed(); } });

  function draw(extra = {}) {
    for (const key of keys.querySelectorAll("[data-colour]")) key.classList.toggle("done", state.digits.filter((digit) => digit === Number(key.dataset.colour)).length >= state.size);
    board.show({ ...state, notes: notesOf(state.notes), centres: notesOf(state.centres), clashes: atOnce || !locked ? clashing(state) : new Set(), ...extra });
  }

  function changed({ keepOutput = false } = {}) {
    helper.restart();
    if (!keepOutput) clear(output);
    draw();
    const clues = lineOf(state.digits.map((digit, cell) => (state.fixed[cell] ? digit : 0)));
    const mine = lineOf(state.digits.map((digit, cell) => (state.fixed[cell] ? 0 : digit)));
    remember("sudoku", { g: /[^.]/.test(clues) || state.size !== 9 ? clues : ".", m: /[^.]/.test(mine) ? mine : "", lock: locked ? "1" : "", n: noteText(state.notes), k: noteText(state.centres), c: colourText(state.colours) });
    time.of(clues);
    model.changed();
    verdict.dataset.tone = "";
    verdict.textContent = state.digits.some(Boolean) ? "…" : t("s-type");
    look();
  }

  /** Enters a digit; `how` is the input mode, unless a key chose another. */
  function write(cells, digit, how = entry) {
    const open = cells.filter((cell) => !(locked && state.fixed[cell]));
    const next = { ...state, digits: state.digits.slice(), fixed: state.fixed.slice(), notes: state.notes.slice(), centres: state.centres.slice(), colours: state.colours.slice() };
    const marks = { note: "notes", centre: "centres" }[how];
    if (how === "colour" && digit) {
      for (const cell of cells) next.colours[cell] = state.colours[cell] === digit ? 0 : digit;
    } else if (marks && digit) {
      const blank = open.filter((cell) => !state.digits[cell]), bit = 1 << (digit - 1);
      const all = blank.every((cell) => state[marks][cell] & bit);
      for (const cell of blank) next[marks][cell] = all ? state[marks][cell] & ~bit : state[marks][cell] | bit;
    } else {
      for (const cell of open) {
        if (!digit && !state.digits[cell]) next.notes[cell] = next.centres[cell] = next.colours[cell] = 0;
        next.digits[cell] = digit;
        next.fixed[cell] = Boolean(digit) && !locked;
        for (const other of digit ? peers(cell, state.size) : []) for (const item of [next.notes, next.centres]) item[other] &= ~(1 << (digit - 1));
      }
    }
    if (JSON.stringify(next) === JSON.stringify(state)) return;
    moves.note();
    state = next;
    changed();
  }

  function load(line, { lock = false, mine = "", notes = "", centres = "", colours = "" } = {}) {
    const size = Math.sqrt(line.length);
    if (!SIZES.includes(size)) return false;
    const clues = digitsOf(line), own = mine.length === line.length ? digitsOf(mine) : clues.map(() => 0);
    moves.note();
    state = { ...empty(size), digits: clues.map((digit, cell) => digit || own[cell]), fixed: clues.map(Boolean), notes: notesOf.read(notes, size), centres: notesOf.read(centres, size), colours: coloursOf(colours, size) };
    locked = lock;
    drawKeys();
    changed();
    return true;
  }

  const look = debounce(async () => {
    if (atOnce || !locked || state.digits.every(Boolean)) return check();
    verdict.textContent = t("s-when-asked");
  }, 250);

  async function check() {
    pending?.abort();
    pending = new AbortController();
    if (!state.digits.some(Boolean)) return;
    try {
      const puzzle = locked ? lineOf(state.digits.map((digit, cell) => (state.fixed[cell] ? digit : 0))) : text();
      say(await call("check", { puzzle, also: locked ? entries() : [], most: 3, language: language() }, pending.signal));
    } catch (error) {
      if (error.name !== "AbortError") { verdict.dataset.tone = "bad"; verdict.textContent = error.message; }
    }
  }

  function say(answer) {
    const late = unfinished(answer);
    if (late || answer.consistent === null) {
      verdict.dataset.tone = "warn";
      verdict.textContent = late || t("undecided");
    } else if (answer.consistent) {
      const full = state.digits.every(Boolean);
      verdict.dataset.tone = answer.unique ? "good" : "warn";
      verdict.textContent = t(full ? "s-full" : answer.unique ? "s-one" : "s-many");
      if (full) time.stop();
    } else {
      verdict.dataset.tone = "bad";
      draw(locked && entries().length ? sayBlame(verdict, answer, state, takeAway) : sayClash(verdict, answer, state));
    }
  }

  const entries = () => entriesOf(state);

  /** Returns to the last position without mistakes. */
  function takeAway(cells) {
    moves.note();
    state = { ...state, digits: state.digits.map((digit, cell) => (cells.includes(cell) ? 0 : digit)) };
    changed();
  }

  /** Finds redundant clues. */
  async function unneeded() {
    const answer = await busy.run((signal) => call("minimal", { language: language() }, signal));
    if (!answer) return;
    const report = (answer.unneeded || []).map((item) => /r\d+c\d+/.exec(item.id)?.[0]).filter(Boolean);
    clear(output).append(el("section", { class: "card" }, el("h2", { text: t("s-unneeded") }),
      el("p", { text: unfinished(answer) || (answer.solutions === "one" ? t(report.length ? "s-unneeded-some" : "s-unneeded-none", { count: report.length }) : t("s-many")) })));
    draw({ tones: Object.fromEntries(report.map((name) => [cellOf(name, state.size), "look"])) });
  }

  async function solve() {
    const answer = await busy.run((signal) => call("solve", {}, signal));
    if (!answer) return;
    if (answer.solution) {
      moves.note();
      locked = true;
      state = { ...state, digits: digitsOf(answer.solution), fixed: state.fixed };
      drawKeys();
      changed();
    } else {
      notice(unfinished(answer) || t("s-none-plain"));
    }
  }

  async function tree() {
    const answer = await busy.run((signal) => call("quine", { tree: "outline" }, signal));
    if (!answer) return;
    const card = el("section", { class: "card" }, el("h2", { text: t("s-tree") }));
    clear(output).append(card);
    if (!answer.tree) return void card.append(el("p", { text: unfinished(answer) || t("failed") }));
    const about = t("s-tree-about", { depth: answer.depth, count: answer.disjunctions.reduce((sum, item) => sum + item, 0) });
    const look = (facts) => draw({ tones: Object.fromEntries(facts.map((fact, at) => [cellOf(fact, state.size), at ? "place" : "look"])) });
    const { treeView } = await import("./sudoku_tree.js");
    card.append(el("p", { text: about }), treeView(JSON.parse(answer.tree), about, look), button("SVG", async () => {
      const drawn = await busy.run((signal) => call("quine", { tree: true }, signal));
      if (drawn?.tree) download("tree.svg", drawn.tree, "image/svg+xml");
    }));
  }

  async function dimacs() {
    const answer = await busy.run((signal) => call("export", { to: "dimacs" }, signal));
    if (answer?.text) download("sudoku.cnf", answer.text);
  }

  async function read(pasted) {
    if (follow(pasted.trim())) return;
    const line = pasted.replace(/\s+/g, "");
    const bare = line.replace(/[0*_-]/g, ".");
    if (/^[.1-9A-Pa-p]+$/.test(bare) && load(bare)) return void notice("");
    const answer = await busy.run((signal) => ask("sudoku/export", { puzzle: pasted, to: "line" }, signal));
    if (answer) notice(load(answer.text.trim()) ? "" : t("failed"));
  }

  function lock(wanted) {
    moves.note();
    locked = wanted;
    if (locked) state = { ...state, fixed: state.digits.map(Boolean) };
    drawKeys();
    changed({ keepOutput: true });
  }

  function fillNotes() {
    moves.note();
    state = { ...state, notes: filledNotes(state) };
    changed({ keepOutput: true });
  }

  function choose(name) {
    entry = name;
    drawKeys();
    board.select(board.at, { more: true }); // focus the board, since the user is about to type
  }

  function drawKeys() {
    clear(entryKeys).append(...ENTRIES.map((name) => button(t(`s-entry-${name}`), () => choose(name), { title: SHORTCUTS[name], aria: { pressed: String(entry === name) } })));
    keys.dataset.entry = entry;
    keys.toggleAttribute("data-many", state.size > 9);
    clear(keys).append(
      ...Array.from({ length: state.size }, (_, index) => button(SYMBOLS[index], () => board.write(index + 1), { data: { colour: index + 1 } })),
      button("⌫", () => board.write(0), { aria: { label: t("s-erase") }, title: t("s-erase") }),
    );
    editButton.setAttribute("aria-pressed", String(!locked));
    sizeSelect.value = String(state.size);
  }

  const entryKeys = el("div", { class: "row entries no-print", role: "group", aria: { label: t("s-entry") } });
  const editButton = button(t("s-edit-clues"), () => lock(!locked));
  const sizeSelect = select(SIZES.map((size) => [String(size), `${size}×${size}`]), "9", (size) => load(".".repeat(size * size)));
  const onceBox = el("input", { type: "checkbox", id: "s-once-box", on: { change: () => { atOnce = onceBox.checked; keep("at-once", atOnce); changed({ keepOutput: true }); } } });
  onceBox.checked = atOnce;
  const maker = generatePart({ notice, load: (line) => load(line, { lock: true }) });
  const shown = { draw, digits: () => state.digits, size: () => state.size };
  const part = (make) => async () => { await make({ call, busy, output: clear(output), shown, notice }); showTogether(board.root, output); };

  root.append(
    el("div", { class: "two" },
      el("section", { aria: { label: t("s-title") } },
        oneTabStop(el("div", { class: "row title" }, el("h1", { class: "grow", text: t("s-title") }), modes("sudoku"), time.root)), board.root, keys, entryKeys,
        el("div", { class: "row no-print later", role: "group", aria: { label: t("s-group-play") } }, button(t("undo"), moves.undo), button(t("redo"), moves.redo), button(t("s-fill"), fillNotes))),
      el("div", { class: "panel" },
        el("section", { class: "card answer" }, verdict,
          group(t("s-group-help"), button(t("s-hint"), helper.hint, { class: "main" }), button(t("s-check"), check), button(t("s-solve"), solve), button(t("s-steps"), part(stepsPart))),
          el("div", { class: "row tight" }, onceBox, el("label", { for: "s-once-box", text: t("s-at-once") })), busy.box),
        output,
        el("section", { class: "card no-print" },
          group(t("s-group-set"), editButton, button(t("clear"), () => load(".".repeat(state.size ** 2))), button(t("s-unneeded"), unneeded)),
          group(t("s-group-study"), button(t("s-rate"), part(ratingPart)), button(t("s-tree"), tree)),
          group(t("export"), copyButton("share", () => location.href, "copied"), copyButton("copy-puzzle", text), button(t("print"), () => window.print()), button(t("s-dimacs"), dimacs))),
        model.root,
        maker.root,
        el("section", { class: "card" }, el("details", {}, el("summary", { text: t("s-paste") }),
          field(t("s-paste"), paste),
          el("div", { class: "row" }, button(t("s-read"), () => read(paste.value)), field(t("s-size"), sizeSelect)))))),
  );
  drawKeys();
  const begun = params.g === "." ? ".".repeat(81) : params.g;
  if (!(begun && load(begun, { lock: params.lock === "1", mine: params.m || "", notes: params.n || "", centres: params.k || "", colours: params.c || "" }))) {
    if (!(params.m && load(".".repeat(params.m.length), { mine: params.m, notes: params.n || "", centres: params.k || "", colours: params.c || "" }))) load(EXAMPLE, { lock: true });
  }
  moves.begin();
  board.select(0, { focus: false });
  const unclip = onClipboard({ give: text, take: (pasted) => read(pasted).catch((error) => notice(error.message)) });
  return { leave: () => { busy.leave(); maker.leave(); model.leave(); pending?.abort(); look.cancel(); moves.leave(); time.leave(); unclip(); } };
}
