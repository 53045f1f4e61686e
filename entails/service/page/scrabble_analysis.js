// Analysis of a game move by move: the move played, better moves and why, on the board at that point.

import { ask, work } from "./api.js";
import { busyBox, unfinished } from "./busy.js";
import { onClipboard } from "./clipboard.js";
import { button, clear, el, field, select } from "./dom.js";
import { remember } from "./place.js";
import { bare, placeOf, ScrabbleBoard, spokenMove, tilesIn, tilesOf } from "./scrabble_board.js";
import { languageIn, lexiconAddress, lexiconField, lexiconOption, scrabbleModes } from "./scrabble_modes.js";
import { cgpRows, slotModel } from "./scrabble_slot.js";
import { languageNames } from "./word_languages.js";
import { language, t } from "./words.js";

const LONGEST_LINK = 3000, LITTLE = 0.05;
const EXAMPLE = "#player1 Ana Ana\n#player2 Bob Bob\n>Ana: AEMORST 8E MARS +12 12\n>Bob: ?EILNTU H8 .ILENT +7 7\n>Ana: AEEIOTT -EIO +0 12\n";

const number = (value) => Math.abs(value).toLocaleString(language(), { maximumFractionDigits: 1 });
/** Parses "8D WORD" as {position, tiles}; null for a pass or exchange. */
const placed = (move) => { const [position, tiles] = move.split(" "); return tiles && /^(\d+[A-Z]|[A-Z]\d+)$/i.test(position) ? { position, tiles } : null; };

function after(rows, move) {
  const analysis = placed(move);
  if (!analysis) return rows;
  const laid = tilesOf(analysis);
  return rows.map((line, row) => line.map((symbol, column) => laid[`${row},${column}`] || symbol));
}

/** Explains from the figures why the best move is better. */
function reason(move) {
  const best = move.candidates.find((item) => item.move !== move.made.move), { made } = move;
  if (!best || !move.lost || move.lost < LITTLE) return t(move.lost === null ? "x-unjudged" : "x-well-played");
  const name = spokenMove(best.move);
  if (move.judge === "endgame") return t("x-why-end", { move: name, points: number(move.lost) });
  const gains = [[best.score - made.score, "x-why-score", "x-why-score-less"], [best.leave_value - made.leave_value, "x-why-leave", "x-why-leave-less"]];
  const parts = gains.filter(([gain]) => Math.abs(gain) >= 0.5).map(([gain, more, less]) => t(gain > 0 ? more : less, { points: number(gain), leave: best.leave || t("x-nothing") }));
  if (best.simulated !== null && made.simulated !== null) parts.push(t("x-why-simulated", { points: number(best.simulated - made.simulated) }));
  return `${name} ${parts.join(t("x-and")) || t("x-why-little")}.`;
}

export function analysisPart(root, params, { notice }) {
  const board = new ScrabbleBoard(() => {}, { still: true });
  const busy = busyBox();
  const text = el("textarea", { rows: 8, spellcheck: "false", data: { draft: "gcg" } });
  const about = el("div", { class: "verdict", role: "status", aria: { live: "polite" } });
  const candidates = el("div", {});
  const list = el("ol", { class: "game-moves", aria: { label: t("x-moves-of") } });
  const players = el("div", { class: "facts" });
  let lang = languageIn(params), racks = "0";
  let base = null, analysis = null, at = 0, puzzle = null;
  const model = slotModel(() => puzzle && { puzzle, lang, ...lexiconOption() });

  async function analyse() {
    const game = text.value;
    remember("scrabble", { mode: "analyse", lang, ...lexiconAddress(), ...(game.length <= LONGEST_LINK ? { gcg: game } : {}) });
    try {
      const answer = await busy.run(async (signal, progress) => {
        base = await ask("scrabble/board", { puzzle: game, lang }, signal);
        return work("scrabble/analyse", { puzzle: game, lang, ...lexiconOption(), racks: Number(racks) }, progress, signal, true);
      });
      if (!answer) return;
      notice(unfinished(answer) || "");
      if (unfinished(answer)) return;
      analysis = answer;
      go((answer.turning_point || 1) - 1);
    } catch (error) { notice(error.message); }
  }

  function go(number) {
    at = Math.max(0, Math.min(analysis.moves.length - 1, number));
    const focused = list.contains(document.activeElement);
    drawList();
    if (focused) list.children[at].querySelector("button").focus({ preventScroll: true });
    show(analysis.moves[at].made.move);
  }

  /** Shows the board before this turn, with a move on it. */
  function show(move) {
    const empty = base.rows.map((line) => tilesIn(line).map(() => "."));
    const rows = analysis.moves.slice(0, at).reduce((now, item) => (item.withdrawn ? now : after(now, item.made.move)), empty);
    const turn = analysis.moves[at], what = placed(move);
    puzzle = `${cgpRows(rows)} ${turn.rack}/ 0/0 0`;
    if (what) model.suggest(move);
    model.changed();
    board.show({ rows, premiums: base.premiums, values: base.values, laid: what ? tilesOf(what) : {}, preview: move !== turn.made.move });
    if (what) { const { row, column } = placeOf(what.position); board.across = placeOf(what.position).across; board.select(row, column, false); }
    about.dataset.tone = turn.lost === null ? "" : turn.lost < 0.5 ? "good" : turn.lost < 10 ? "warn" : "bad";
    clear(about).append(
      el("p", {}, el("strong", { text: `${turn.turn}. ${turn.player}` }), ` ${bare(turn.rack)} · `, el("span", { class: "mono", text: spokenMove(turn.made.move) }), ` (${turn.score})`),
      el("p", { text: reason(turn) }),
      turn.phonies.length ? el("p", { text: t("x-phonies", { words: turn.phonies.join(", ") }) }) : "",
      turn.missed_bingo ? el("p", { text: t("x-missed", { move: spokenMove(turn.missed_bingo) }) }) : "");
    clear(candidates).append(
      el("div", { class: "scroll", tabindex: 0, role: "region", aria: { label: t("x-better") } }, el("table", { class: "moves" },
        el("thead", {}, el("tr", {}, ["x-word", "x-score", "x-leave", "x-equity-short"].map((key, place) => el("th", { scope: "col", class: place && place !== 2 ? "number" : "", text: t(key) })))),
        el("tbody", {}, turn.candidates.map((item) => el("tr", { class: item.move === turn.made.move ? "yours" : "" },
          el("td", {}, button(spokenMove(item.move), () => show(item.move), { class: "quiet mono" })), el("td", { class: "number", text: String(item.score) }), el("td", { class: "mono", text: bare(item.leave || "") || "–" }),
          el("td", { class: "number", text: (item.simulated ?? item.equity).toLocaleString(language(), { maximumFractionDigits: 1 }) })))))));
  }

  function drawList() {
    clear(list).append(...analysis.moves.map((move, place) => el("li", {}, button("", () => go(place), { class: "quiet", aria: { current: place === at ? "step" : "false" } }))));
    [...list.children].forEach((node, place) => {
      const move = analysis.moves[place];
      node.firstChild.append(el("span", { class: "who", text: `${move.turn}. ${move.player}` }), el("span", { class: "mono grow", text: spokenMove(move.made.move) }), el("span", { class: "number", text: String(move.score) }),
        el("span", { class: `number lost${move.lost >= 10 ? " much" : ""}`, text: move.lost === null ? "?" : move.lost < LITTLE ? "✓" : `${move.within_chance ? "~" : ""}−${number(move.lost)}` }));
    });
    clear(players).append(...analysis.players.map((item) => el("div", {}, el("b", { text: item.player }), el("span", { text: `${item.total}` }),
      el("small", { text: t("x-player", { lost: number(item.lost), chance: number(item.lost_within_chance), bingos: item.missed_bingos }) }))));
  }

  root.append(
    el("div", { class: "row title" }, el("h1", { class: "grow", text: t("x-title") }), scrabbleModes("analyse", lang)),
    el("div", { class: "two wide-board" },
      el("section", { aria: { label: t("x-board") } }, board.root,
        el("div", { class: "row" }, button(t("x-before"), () => analysis && go(at - 1)), button(t("x-next"), () => analysis && go(at + 1)))),
      el("div", { class: "panel" },
        el("section", { class: "card answer" }, about, candidates, players, list),
        el("section", { class: "card" }, field(t("x-gcg"), text),
          el("div", { class: "row" },
            field(t("x-language"), select(languageNames, lang, (value) => { lang = value; })), lexiconField(notice, () => {}),
            field(t("x-judge"), select([["0", t("x-judge-0")], ["20", t("x-judge-20")], ["200", t("x-judge-200")]], racks, (value) => { racks = value; })),
            button(t("x-analyse"), analyse, { class: "main" })), busy.box),
        model.root)));
  const empty = Array(15).fill("15").join("/");
  board.show({ rows: Array.from({ length: 15 }, () => ".".repeat(15)), premiums: [], values: {} });
  ask("scrabble/board", { puzzle: `${empty} / 0/0 0`, lang }).then((answer) => { if (!base) board.show({ rows: answer.rows.map(tilesIn), premiums: answer.premiums, values: {} }); }).catch(() => { /* the bonus squares come with the game */ });
  about.textContent = t("x-analyse-how");
  if (params.gcg) { text.value = params.gcg; analyse(); }
  else if (!text.value) text.placeholder = EXAMPLE;
  const unclip = onClipboard({ give: () => text.value, take: (pasted) => { text.value = pasted; analyse(); } });
  return { leave: () => { unclip(); model.leave(); busy.leave(); } };
}
