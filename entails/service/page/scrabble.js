// Scrabble: a position to study, and a game against the computer.

import { announce } from "./announce.js";
import { ask } from "./api.js";
import { busyBox, unfinished } from "./busy.js";
import { copyButton, follow, onClipboard } from "./clipboard.js";
import { button, clear, debounce, el, field, select } from "./dom.js";
import { remember } from "./place.js";
import { timeline } from "./timeline.js";
import { analysisPart } from "./scrabble_analysis.js";
import { bare, face, laidOf, laidText, laidWord, ScrabbleBoard, spokenMove, spokenPlace, tilesIn, tilesOf, without } from "./scrabble_board.js";
import { gamePart } from "./scrabble_game.js";
import { languageIn, lexiconAddress, lexiconField, lexiconOption, scrabbleModes, takeLexicon } from "./scrabble_modes.js";
import { Rack } from "./scrabble_rack.js";
import { sheet } from "./scrabble_sheet.js";
import { cgpRows, slotModel } from "./scrabble_slot.js";
import { simulationPanel } from "./scrabble_simulation.js";
import "./scrabble_words.js";
import { languageNames, PARTIAL } from "./word_languages.js";
import { language, t } from "./words.js";

const EXAMPLE = { b: "15/15/15/15/15/15/15/4MARS7/15/15/15/15/15/15/15", r: "EILNTUS" };

export function mount(root, params, { notice }) {
  takeLexicon(params);
  if (params.mode === "game") return gamePart(root, params, { notice });
  if (params.mode === "analyse") return analysisPart(root, params, { notice });
  const board = new ScrabbleBoard(type);
  const busy = busyBox();
  const verdict = el("div", { class: "verdict", role: "status", aria: { live: "polite" } });
  const list = el("div", {});
  const unseen = el("p", { class: "words mono" });
  const rackInput = el("input", { type: "text", maxlength: 24, autocomplete: "off", spellcheck: "false", class: "mono rack-input", on: { input: changed } });
  const rack = new Rack((tile, square) => board.lay(tile, square));
  const paste = el("textarea", { rows: 5, spellcheck: "false", data: { draft: "paste" } });
  const contains = el("input", { type: "text", maxlength: 15, class: "mono", data: { draft: "contains" } });
  let lang = languageIn(params);
  let position = { rows: Array.from({ length: 15 }, () => [...".".repeat(15)]), premiums: [], values: {} };
  let laid = {};
  let editing = false, loaded = false;
  let pending = null;

  const moves = timeline("scrabble", () => ({ rows: position.rows, laid, rack: rackInput.value }), (then) => {
    position = { ...position, rows: then.rows };
    [laid, rackInput.value] = [then.laid, then.rack];
    changed();
  });

  const puzzle = () => `${cgpRows(position.rows)} ${rackInput.value.trim().toUpperCase()}/ 0/0 0`;
  const call = (verb, more, signal) => ask(`scrabble/${verb}`, { puzzle: puzzle(), lang, ...(verb === "tiles" ? {} : lexiconOption()), ...more }, signal);
  const model = slotModel(() => ({ puzzle: puzzle(), lang, ...lexiconOption() }));
  const simulation = simulationPanel({
    request: () => ({ puzzle: puzzle(), lang, ...lexiconOption() }), wanted: () => laidWord(position.rows, laid), busy, notice,
    lay: (move) => { const [place, tiles] = move.split(" "); moves.note(); laid = tiles ? tilesOf({ position: place, tiles }) : {}; editing = false; drawMode(); changed(); },
  });
  const draw = (extra = {}) => board.show({ ...position, laid, ...extra });

  /** Splits the rack into tiles: in an alphabet with a CH tile, adjacent C and H are that tile. */
  function rackTiles() {
    const faces = Object.keys(position.values).filter((item) => face(item).length > 1), text = rackInput.value.trim().toUpperCase();
    const known = faces.reduce((line, item) => line.replaceAll(item, face(item)), text);
    return tilesIn(faces.reduce((line, item) => line.replaceAll(face(item), item), known)).filter((item) => item.trim());
  }

  async function load(text, rack, tiles = {}) {
    const answer = await busy.run((signal) => ask("scrabble/board", { puzzle: text, lang, ...(rack ? { rack } : {}) }, signal));
    if (!answer) return;
    notice(unfinished(answer) || "");
    if (unfinished(answer)) return;
    if (loaded) moves.note();
    position = { rows: answer.rows.map(tilesIn), premiums: answer.premiums, values: answer.values };
    rackInput.value = answer.rack;
    laid = Object.fromEntries(Object.entries(tiles).filter(([square]) => position.rows[square.split(",")[0]]?.[square.split(",")[1]] === "."));
    clear(list);
    simulation.clear();
    if (answer.warnings.length) notice(`${t("x-warn")}: ${answer.warnings.join("; ")}`);
    changed();
    if (!loaded) moves.begin();
    loaded = true;
  }

  function type(row, column, letter) {
    if (!editing && position.rows[row][column] !== ".") return;
    moves.note();
    if (editing) {
      const rows = position.rows.map((line) => line.slice());
      rows[row][column] = letter || ".";
      position = { ...position, rows };
    } else {
      laid = { ...laid };
      if (letter) laid[`${row},${column}`] = letter;
      else delete laid[`${row},${column}`];
    }
    changed();
  }

  function changed() {
    draw();
    rack.show(without(rackTiles(), laid), position.values);
    remember("scrabble", { b: cgpRows(position.rows), r: rackInput.value.trim().toUpperCase(), t: laidText(laid), lang: lang === "en" && language() === "en" ? "" : lang, ...lexiconAddress() });
    const wanted = laidWord(position.rows, laid);
    if (wanted) model.suggest(wanted);
    model.changed();
    look();
  }

  const look = debounce(async () => {
    pending?.abort();
    const mine = (pending = new AbortController());
    verdict.dataset.tone = "";
    verdict.textContent = t("x-help");
    try {
      const wanted = laidWord(position.rows, laid);
      if (wanted) {
        const answer = await call("check", { placement: wanted, language: language() }, mine.signal);
        if (mine === pending) sheet(verdict, answer);
      }
      const tiles = await call("tiles", {}, mine.signal);
      if (mine === pending) unseen.textContent = Object.entries(tiles.counts || {}).map(([letter, count]) => face(letter).repeat(count)).join(" ");
    } catch (error) {
      if (error.name !== "AbortError") { verdict.dataset.tone = "bad"; verdict.textContent = error.message; }
    }
  }, 250);

  async function find() {
    const must = contains.value.trim();
    const report = await busy.run((signal) => call("moves", { top: 50, leave: true, ...(must ? { contains: must } : {}) }, signal));
    if (!report) return;
    clear(list);
    announce(report.moves?.length ? t("x-moves", { count: report.count.toLocaleString(language()) }) : t("x-none"));
    if (unfinished(report) || !report.moves.length) return void list.append(el("p", { text: unfinished(report) || t("x-none") }));
    list.append(el("h2", { text: t("x-moves", { count: report.count.toLocaleString(language()) }) }), el("div", { class: "scroll", tabindex: 0, role: "region", aria: { label: t("x-find") } }, el("table", { class: "moves" },
      el("thead", {}, el("tr", {}, ["x-place", "x-word", "x-score", "x-leave", "x-equity-short"].map((key) => el("th", { scope: "col", class: /score|short/.test(key) ? "number" : "", text: t(key) })))),
      el("tbody", {}, report.moves.map((move) => {
        const tiles = tilesOf(move);
        const preview = () => draw({ laid: tiles, preview: true });
        return el("tr", { on: { mouseenter: preview, mouseleave: () => draw() } },
          el("td", { text: spokenPlace(move.position) }),
          el("td", {}, button(bare(move.word), () => { moves.note(); laid = tiles; editing = false; drawMode(); changed(); }, { class: "quiet mono", on: { focus: preview, blur: () => draw() } })),
          el("td", { class: "number", text: String(move.score) }), el("td", { class: "mono", text: bare(move.leave || "") || "–" }),
          el("td", { class: "number", text: move.equity === null ? "–" : move.equity.toLocaleString(language(), { maximumFractionDigits: 1 }) }));
      })))));
  }

  const read = (pasted) => follow(pasted.trim()) || load(pasted).catch((error) => notice(error.message));

  function lay() {
    moves.note();
    const rows = position.rows.map((line, row) => line.map((symbol, column) => laid[`${row},${column}`] || symbol)), left = without(rackTiles(), laid);
    [position, laid] = [{ ...position, rows }, {}];
    rackInput.value = left.join("");
    changed();
  }

  function drawMode() {
    editButton.setAttribute("aria-pressed", String(editing));
    tryButton.setAttribute("aria-pressed", String(!editing));
  }

  const partial = el("p", { class: "soft", hidden: true });
  function drawPartial() {
    partial.hidden = !(lang in PARTIAL) || "lexicon" in lexiconOption();
    partial.textContent = lang in PARTIAL ? t("x-partial", { recall: PARTIAL[lang] }) : "";
  }

  const editButton = button(t("x-edit"), () => { moves.note(); editing = true; laid = {}; drawMode(); changed(); });
  const tryButton = button(t("x-try"), () => { editing = false; drawMode(); });
  root.append(
    el("div", { class: "row title" }, el("h1", { class: "grow", text: t("x-title") }), scrabbleModes("study", lang)),
    el("div", { class: "two wide-board" },
      el("section", { aria: { label: t("x-board") } }, board.root, rack.root, 
        el("div", { class: "row" }, button(t("undo"), moves.undo), button(t("redo"), moves.redo), button(t("x-clear-try"), () => { moves.note(); laid = {}; changed(); }), button(t("x-shuffle"), () => rack.shuffle())),
        el("div", { class: "row later" }, tryButton, editButton, button(t("x-lay"), lay), copyButton("share", () => location.href, "copied"))),
      el("div", { class: "panel" },
        el("section", { class: "card answer" }, verdict, el("div", { class: "row" }, button(t("x-find"), find, { class: "main" }), field(t("x-filter"), contains)), busy.box, list),
        el("section", { class: "card" },
          el("div", { class: "row" }, field(`${t("x-rack")} (${t("x-rack-hint")})`, rackInput), field(t("x-language"), select(languageNames, lang, (value) => { lang = value; drawPartial(); load(puzzle()); })), lexiconField(notice, () => { clear(list); drawPartial(); changed(); })),
          partial, el("h2", { text: t("x-unseen") }), unseen),
        simulation.root, model.root,
        el("details", { class: "card" }, el("summary", { text: t("x-paste") }), field(t("x-paste"), paste),
          el("div", { class: "row" }, button(t("x-read"), () => read(paste.value)), button(t("x-cgp"), () => navigator.clipboard?.writeText(puzzle())))))),
  );
  drawMode();
  drawPartial();
  draw();
  const start = params.b ? params : EXAMPLE;
  load(`${start.b} ${(start.r || "").toUpperCase()}/ 0/0 0`, undefined, laidOf(params.t || ""));
  const unclip = onClipboard({ give: puzzle, take: read });
  return { leave: () => { unclip(); model.leave(); pending?.abort(); look.cancel(); busy.leave(); moves.leave(); } };
}
