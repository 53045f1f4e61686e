// A game against the computer. Its number and the user's moves determine it, so the address holds the whole game.

import { ask } from "./api.js";
import { busyBox, unfinished } from "./busy.js";
import { button, clear, debounce, el, field, select } from "./dom.js";
import { clock } from "./clock.js";
import { copyButton, follow, onClipboard } from "./clipboard.js";
import { remember } from "./place.js";
import { timeline } from "./timeline.js";
import { laidOf, laidText, laidWord, ScrabbleBoard, spokenMove, tilesIn, without } from "./scrabble_board.js";
import { Rack } from "./scrabble_rack.js";
import { languageIn, lexiconAddress, lexiconField, lexiconOption, scrabbleModes } from "./scrabble_modes.js";
import { slotModel } from "./scrabble_slot.js";
import { sheet } from "./scrabble_sheet.js";
import { languageNames } from "./word_languages.js";
import { language, t } from "./words.js";

const PLAYERS = ["beginner", "casual", "best", "equity", "strong", "simulation", "arrangements", "random"];

export function gamePart(root, params, { notice }) {
  const board = new ScrabbleBoard(type);
  const busy = busyBox();
  const status = el("div", { class: "verdict", role: "status", aria: { live: "polite" } });
  const rack = new Rack((letter, square) => board.lay(letter, square));
  const tradeButton = button(t("x-exchange"), exchange);
  const scores = el("p", { class: "scores" });
  const story = el("ol", { class: "scroll story" });
  let game = Number(params.game) || 0;
  const time = clock("scrabble");
  let lang = languageIn(params);
  let against = PLAYERS.includes(params.vs) ? params.vs : "best";
  let moves = (params.moves || "").split(",").filter(Boolean).map((item) => item.replaceAll("_", " "));
  let position = null;
  let laid = {}, waiting = laidOf(params.t || "");
  let pending = null, begun = false;

  /** Undoes a tile, else a whole turn, else the start of a new game. */
  const past = timeline("scrabble-game", () => ({ game, lang, against, moves, laid }), (then) => {
    const same = then.game === game && then.moves.length === moves.length;
    ({ game, lang, against, moves, laid } = then);
    [againstSelect.value, languageSelect.value] = [against, lang];
    if (same) { save(); draw(); } else { waiting = laid; play(null); }
  });

  const model = slotModel(() => position && { puzzle: position.cgp, lang, ...lexiconOption() });
  const request = (played) => ({ game, lang, against, ...lexiconOption(), moves: played });
  const save = () => remember("scrabble", { mode: "game", game, vs: against === "best" ? "" : against, lang: lang === "en" && language() === "en" ? "" : lang, moves: moves.map((item) => item.replaceAll(" ", "_")).join(","), t: laidText(laid), ...lexiconAddress() });

  async function play(move) {
    const played = move ? [...moves, move] : moves;
    try {
      const answer = await busy.run((signal) => ask("scrabble/turn", request(played), signal));
      if (!answer) return;
      if (unfinished(answer)) return void notice(unfinished(answer));
      notice("");
      if (move) past.note();
      [position, moves, laid, waiting] = [{ ...answer, rows: answer.rows.map(tilesIn) }, played, move ? {} : waiting, {}];
      save();
      draw();
      if (!begun) past.begin();
      begun = true;
    } catch (error) {
      notice(error.message);
    }
  }

  function begin(next = {}) {
    if (position) past.note();
    ({ lang = lang, against = against } = next);
    [laid, waiting] = [{}, {}];
    [game, moves] = [Math.floor(Math.random() * 2 ** 31), []];
    play(null);
  }

  function type(row, column, letter) {
    if (!position || position.over || position.rows[row][column] !== ".") return;
    past.note();
    laid = { ...laid };
    if (letter) laid[`${row},${column}`] = letter;
    else delete laid[`${row},${column}`];
    save();
    draw();
  }

  /** The first press starts selecting tiles, the second one exchanges them. */
  function exchange() {
    if (!position || position.over) return;
    if (!rack.trading) {
      laid = {};
      draw();
      rack.trade(true);
      status.dataset.tone = "";
      status.textContent = t("x-exchange-how");
    } else {
      const params = rack.trade(false);
      if (params) play(`-${params}`);
      else draw();
    }
    tradeButton.setAttribute("aria-pressed", String(rack.trading));
  }

  const judge = debounce(async () => {
    const wanted = laidWord(position.rows, laid);
    if (!wanted) return;
    pending?.abort();
    pending = new AbortController();
    try {
      sheet(status, await ask("scrabble/check", { puzzle: position.cgp, lang, ...lexiconOption(), placement: wanted, language: language() }, pending.signal));
    } catch (error) {
      if (error.name !== "AbortError") { status.dataset.tone = "bad"; status.textContent = error.message; }
    }
  }, 250);

  function draw() {
    board.show({ rows: position.rows, premiums: position.premiums, values: position.values, laid });
    rack.show(without(tilesIn(position.rack), laid), position.values);
    time.of(`${lang}${game}`);
    if (position.over) time.stop();
    const wanted = laidWord(position.rows, laid);
    if (wanted) model.suggest(wanted);
    else if (!position.turns.length) model.suggest("8G ..");
    model.changed();
    scores.textContent = `${t("x-you")} ${position.totals[0]} : ${position.totals[1]} ${t("x-engine")} · ${t("x-bag", { count: position.bag })}`;
    clear(story).append(...position.turns.map((turn) => el("li", {}, `${turn.player ? t("x-engine") : t("x-you")}${t("colon")}`, el("span", { class: "mono", text: spokenMove(turn.move) }), ` (${turn.score})`)));
    story.scrollTop = story.scrollHeight;
    if (Object.keys(laid).length) return judge();
    const last = position.turns.at(-1);
    status.dataset.tone = position.over ? "warn" : "";
    status.textContent = position.over ? t("x-over") : last?.player ? t("x-engine-played", { what: `${spokenMove(last.move)} (${last.score})` }) : t("x-help");
  }

  const againstSelect = select(PLAYERS.map((item) => [item, t(`x-${item}`)]), against, (value) => begin({ against: value }));
  const languageSelect = select(languageNames, lang, (value) => begin({ lang: value }));
  root.append(
    el("div", { class: "row title" }, el("h1", { class: "grow", text: t("x-title") }), scrabbleModes("game", lang), time.root),
    el("div", { class: "two wide-board" },
      el("section", { aria: { label: t("x-board") } }, board.root, rack.root),
      el("div", { class: "panel" },
        el("section", { class: "card" }, scores, status,
          el("div", { class: "row actions" },
            button(t("x-play"), () => { const wanted = laidWord(position.rows, laid); if (wanted) play(wanted); }, { class: "main" }),
            button(t("x-clear-try"), () => { past.note(); laid = {}; save(); draw(); }), button(t("x-shuffle"), () => rack.shuffle()), tradeButton, button(t("x-pass"), () => play("-")), button(t("undo"), past.undo), button(t("redo"), past.redo)),
          busy.box),
        el("section", { class: "card" }, story,
          el("div", { class: "row" },
            field(t("x-against"), againstSelect), field(t("x-language"), languageSelect), lexiconField(notice, () => begin()),
            button(t("x-new"), () => begin()), copyButton("share", () => location.href, "copied"))),
        model.root)),
  );
  board.show({ rows: Array.from({ length: 15 }, () => ".".repeat(15)), premiums: [], values: {} });
  if (game) play(null);
  else begin();
  const unclip = onClipboard({ give: () => position?.cgp || "", take: follow });
  return { leave: () => { unclip(); model.leave(); past.leave(); pending?.abort(); judge.cancel(); busy.leave(); time.leave(); } };
}
