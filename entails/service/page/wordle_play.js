// The game. The server stores no game and only scores guesses; the number of the game determines the secret.

import { announce } from "./announce.js";
import { ask } from "./api.js";
import { unfinished } from "./busy.js";
import { clock } from "./clock.js";
import { button, clear, el } from "./dom.js";
import { modelPanel } from "./model_panel.js";
import { keyRows } from "./wordle_keyboard.js";
import { recordView, takeDown } from "./wordle_record.js";
import { isWord, plain, rowWords, tile } from "./wordle_tiles.js";
import { language, t } from "./words.js";

const TURNS = 6;

export function playPart({ chosen, params, notice, save }) {
  const board = el("div", { class: "guesses game", role: "group", aria: { label: t("w-board") } });
  const status = el("div", { class: "verdict", role: "status", aria: { live: "polite" } });
  const keyboard = el("div", { class: "keyboard", role: "group", aria: { label: t("w-keyboard") } });
  const adversary = el("input", { type: "checkbox", id: "w-adversary-box", on: { change: () => begin() } });
  adversary.checked = params.adv === "1";
  const time = clock("wordle"), record = el("div");
  let game = Number(params.game) || 0;
  let guesses = [];
  let state = { rows: [], over: false };
  let typed = "";
  let waiting = false;

  const model = modelPanel(() => ["wordle", { puzzle: history(), feedback: chosen.feedback, lang: chosen.lang, length: String(chosen.length) }]);
  const history = () => state.rows.map((row) => `${row.word}:${row.marks}`).join(" ");
  const request = (more = []) => ({
    game, lang: chosen.lang, length: chosen.length, feedback: chosen.feedback, turns: TURNS, hard: chosen.hard && chosen.feedback === "colours",
    adversary: adversary.checked, speech: language(), guesses: [...guesses, ...more],
  });

  function begin(number = Math.floor(Math.random() * 2 ** 31)) {
    [game, guesses, state, typed] = [number, [], { rows: [], over: false }, ""];
    save();
    draw();
  }

  async function enter() {
    if (waiting || state.over) return;
    if (typed.length !== chosen.length) return void notice(t("w-short", { count: chosen.length }));
    waiting = true;
    try {
      const answer = await ask("wordle/turn", request([typed]));
      if (unfinished(answer)) return void notice(unfinished(answer));
      if (answer.refused) return void notice(answer.refused);
      notice("");
      [state, guesses, typed] = [answer, [...guesses, typed], ""];
      const { word, marks } = answer.rows.at(-1);
      announce(chosen.feedback === "colours" ? rowWords(word, marks) : `${word.toUpperCase()}: ${marks}`);
      save();
    } catch (error) {
      notice(error.message);
    } finally {
      waiting = false;
      draw();
    }
  }

  /** Resumes an earlier game. */
  async function resume(played) {
    waiting = true;
    try {
      const answer = await ask("wordle/turn", request(played));
      if (!unfinished(answer) && !answer.refused) { [state, guesses] = [answer, played]; save(); }
    } catch (error) {
      notice(error.message);
    } finally {
      waiting = false;
      draw();
    }
  }

  async function hint() {
    const answer = await ask("wordle/suggest", { puzzle: history(), feedback: chosen.feedback, lang: chosen.lang, length: String(chosen.length), top: 1, language: language(), mode: chosen.hard ? "hard" : "normal" });
    if (Array.isArray(answer) && answer.length) { typed = answer[0].word; draw(); }
  }

  function press(key) {
    if (state.over) return;
    if (key === "Enter") enter();
    else if (key === "Backspace") { typed = typed.slice(0, -1); draw(); }
    else if (isWord(key, chosen.lang) && typed.length < chosen.length) { typed += key; draw(); }
  }

  function draw() {
    model.changed();
    root.style.setProperty("--letters", chosen.length);
    time.of(`${chosen.lang}${chosen.length}${game}`);
    if (state.over) { time.stop(); takeDown(`${chosen.lang}${chosen.length}${game}`, state.won ? state.rows.length : 0); }
    clear(record).append(state.over ? recordView(TURNS) : "");
    const rows = [];
    for (let at = 0; at < TURNS; at += 1) {
      const row = state.rows[at];
      const text = row ? row.word : at === state.rows.length ? typed : "";
      rows.push(el("div", { class: "guess" },
        el("div", { class: "tiles" }, Array.from({ length: chosen.length }, (_, place) => tile(text[place] || "", row && chosen.feedback === "colours" ? row.marks[place].toLowerCase() : ""))),
        row && chosen.feedback === "counts" ? el("span", { class: "mono", text: row.marks }) : null));
    }
    clear(board).append(...rows);
    status.dataset.tone = state.over ? (state.won ? "good" : "bad") : "";
    status.textContent = state.won ? t("w-won", { count: state.rows.length }) : state.over ? t("w-lost", { word: state.secret.toUpperCase() }) : t("w-turn", { now: state.rows.length + 1, all: TURNS });
    if (state.over && state.share) status.append(" ", button(t("w-share"), () => navigator.clipboard?.writeText(state.share)));
    if (state.over) status.append(" ", button(t("w-coach"), () => { location.hash = `#/wordle?${new URLSearchParams({ h: history(), n: String(chosen.length), lang: chosen.lang, f: chosen.feedback, judge: "1" })}`; }));
    clear(keyboard).append(...keyRows(chosen.lang, chosen.feedback === "colours" ? state.rows : [], press));
  }

  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
    if (event.key === "Enter" && event.target.closest?.("button, summary, a")) return;
    const key = event.key;
    if (key.length === 1) [...plain(key, chosen.lang)].forEach(press);
    else press(key);
    if (key === "Backspace") event.preventDefault();
  }
  document.addEventListener("keydown", onKey);

  const root = el("section", { class: "play" }, el("div", { class: "row clock-row" }, time.root), status, board, keyboard,
    el("div", { class: "row" }, button(t("w-new"), () => begin(), { class: "main" }), button(t("w-hint"), hint),
      el("span", { class: "row tight" }, adversary, el("label", { for: "w-adversary-box", text: t("w-adversary") }))), record, model.root);
  begin(game || undefined);
  const played = (params.p || "").split(",").filter((item) => isWord(item, chosen.lang) && item.length === chosen.length);
  if (game && played.length) resume(played);
  const text = () => state.share || history();
  return { root, text, address: () => ({ game: String(game), p: guesses.join(","), adv: adversary.checked ? "1" : "" }), leave: () => { document.removeEventListener("keydown", onKey); time.leave(); model.leave(); } };
}
