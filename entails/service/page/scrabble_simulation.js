// Simulation of a position: moves against many racks of the opponent, with intervals.

import { work } from "./api.js";
import { unfinished } from "./busy.js";
import { button, clear, el, field, select } from "./dom.js";
import { bare, spokenMove } from "./scrabble_board.js";
import { language, t } from "./words.js";

const NBSP = "\u00a0";
const number = (value) => value.toLocaleString(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const percent = (value) => (100 * value).toLocaleString(language(), { maximumFractionDigits: 1 });

function value(move) {
  if (move.value === null) return move.low === null && move.high === null ? "?" : `${move.low ?? "?"} … ${move.high ?? "?"}`;
  return move.racks ? `${number(move.value)} ±${NBSP}${number(move.high - move.value)}` : number(move.value);
}

function wins(move) {
  if (move.win_low === null || move.win_high === null) return "–";
  const bounds = move.win_low === move.win_high ? percent(move.win_low) : `${percent(move.win_low)}${NBSP}– ${percent(move.win_high)}`;
  return `${move.win_proven ? "" : `~${NBSP}`}${bounds}${NBSP}%`;
}

const behind = (move) => (move.behind ? `${number(move.behind)} ±${NBSP}${number(move.behind_error)}` : "–");

function report(box, answer, lay) {
  const heads = ["x-word", "x-score", "x-leave", "x-sim-value", "x-sim-behind", "x-sim-wins"];
  const racks = t(answer.judge === "endgame" ? "x-sim-exact" : answer.every_rack ? "x-sim-every" : "x-sim-racks", { count: answer.racks.toLocaleString(language()), plies: answer.plies });
  clear(box).append(
    el("p", { text: `${racks} ${answer.clear ? t("x-sim-clear", { move: spokenMove(answer.best) }) : t("x-sim-unclear")}` }),
    answer.inference ? el("p", { class: "soft", text: t("x-sim-inferred", { move: spokenMove(answer.inference.play), accepted: answer.inference.accepted, drawn: answer.inference.drawn }) }) : "",
    el("div", { class: "scroll", tabindex: 0, role: "region", aria: { label: t("x-simulate") } }, el("table", { class: "moves simulated" },
      el("thead", {}, el("tr", {}, heads.map((key, place) => el("th", { scope: "col", class: place && place !== 2 ? "number" : "", text: t(key) })))),
      el("tbody", {}, answer.moves.map((move) => el("tr", {},
        el("td", {}, button(spokenMove(move.move), () => lay(move.move), { class: "quiet mono" })), el("td", { class: "number", text: String(move.score) }),
        el("td", { class: "mono", text: bare(move.leave) || "–" }), [value, behind, wins].map((show) => el("td", { class: "number", text: show(move) }))))))));
}

/** The panel: `request()` returns puzzle and language, `wanted()` the play on the board, `lay(move)` shows a move. */
export function simulationPanel({ request, wanted, lay, busy, notice }) {
  const opponent = el("input", { type: "text", maxlength: 24, autocomplete: "off", spellcheck: "false", class: "mono" });
  const last = el("input", { type: "text", maxlength: 40, autocomplete: "off", spellcheck: "false", class: "mono", placeholder: spokenMove("H8 .ILENT") });
  const plays = el("input", { type: "text", maxlength: 400, autocomplete: "off", spellcheck: "false", class: "mono", placeholder: `${spokenMove("8D MARS")}, -EIO` });
  const choice = (values, chosen) => select(values.map((count) => [String(count), count.toLocaleString(language())]), String(chosen));
  const plies = choice([1, 2, 3, 4, 6], 2), racks = choice([100, 300, 1000, 3000, 10000], 1000), seconds = choice([5, 10, 30, 60], 10);
  const box = el("div", { aria: { live: "polite" } });

  async function simulate() {
    const known = opponent.value.trim().toUpperCase(), infer = spokenMove(last.value.trim()), mine = wanted();
    const chosen = plays.value.split(",").map((move) => spokenMove(move.trim())).filter(Boolean);
    const more = {
      ...(known ? { opponent: known } : {}), ...(infer ? { infer } : {}), ...(chosen.length ? { plays: chosen } : {}),
      plies: Number(plies.value), racks: Number(racks.value), seconds: Number(seconds.value),
    };
    try {
      const answer = await busy.run((signal, progress) => work("scrabble/simulate", { ...request(), ...more }, progress, signal));
      if (!answer) return;
      const late = answer.moves ? null : unfinished(answer);
      if (late) return void notice(late);
      notice("");
      report(box, answer, lay);
      if (mine && !answer.moves.some((move) => move.move === mine)) box.prepend(el("p", { class: "soft", text: t("x-sim-not-compared", { move: spokenMove(mine) }) }));
    } catch (error) { notice(error.message); }
  }

  const root = el("details", { class: "card" }, el("summary", { text: t("x-simulate") }), el("p", { class: "soft", text: t("x-sim-how") }),
    el("div", { class: "row" }, field(t("x-sim-opponent"), opponent), field(t("x-sim-last"), last), field(t("x-sim-plays"), plays)),
    el("div", { class: "row" }, field(t("x-sim-plies"), plies), field(t("x-sim-most"), racks), field(t("x-sim-seconds"), seconds), button(t("x-simulate"), simulate, { class: "main" })), box);
  return { root, clear: () => clear(box) };
}
