// Wordle and Wordle Mind: a helper that lists the remaining words, and the game.

import { ask } from "./api.js";
import { isNarrow } from "./beside.js";
import { busyBox, unfinished } from "./busy.js";
import { copyButton, follow, onClipboard } from "./clipboard.js";
import { button, clear, debounce, el, field, select } from "./dom.js";
import { modelPanel } from "./model_panel.js";
import { remember } from "./place.js";
import { timeline } from "./timeline.js";
import { boardsPart } from "./wordle_boards.js";
import { decodePart, isBareGrid } from "./wordle_decode.js";
import { keyRows } from "./wordle_keyboard.js";
import { playPart } from "./wordle_play.js";
import { latinLanguageNames } from "./word_languages.js";
import { clashingTiles, counts, isWord, plain, tile, turned } from "./wordle_tiles.js";
import "./wordle_words.js";
import { language, t } from "./words.js";

const MODES = ["help", "play", "boards"];
const TURNS = 6;
const LENGTHS = [3, 4, 5, 6, 7, 8, 9];
const STRATEGIES = ["turns", "entropy", "most-parts", "expected-size", "minimax", "letter-frequency"];

/** Parses and formats guesses: "crane:bybbg slate:…". */
const readHistory = (line) => line.split(/\s+/).filter(Boolean).map((item) => {
  const [word, marks = ""] = item.split(":");
  return { word, marks: /^\d+[.,]\d+$/.test(marks) ? marks.split(/[.,]/).map(Number) : marks.toLowerCase() };
});
const writeHistory = (guesses) => guesses.map(({ word, marks }) => `${word}:${Array.isArray(marks) ? marks.join(",") : marks}`).join(" ");

/** Formats a probability; a very small one as "<". */
const percent = (chance) => (chance < 0.001 ? `< ${(0.001).toLocaleString(language(), { style: "percent", maximumFractionDigits: 1 })}` : chance.toLocaleString(language(), { style: "percent", maximumFractionDigits: chance < 0.1 ? 1 : 0 }));

export function mount(root, params, { notice }) {
  const chosen = {
    lang: latinLanguageNames.some(([code]) => code === params.lang) ? params.lang : params.h ? "en" : language(), length: LENGTHS.includes(Number(params.n)) ? Number(params.n) : 5,
    feedback: params.f === "counts" ? "counts" : "colours", mode: MODES.includes(params.mode) ? params.mode : "help",
    any: params.any === "1", hard: params.hard === "1", strategy: STRATEGIES.includes(params.s) ? params.s : "turns",
  };
  let guesses = [];
  try { guesses = readHistory(params.h || "").filter(({ word, marks }) => word.length === chosen.length && marks.length); } catch { guesses = []; }
  const rows = el("div", { class: "guesses", role: "group", aria: { label: t("w-board") } });
  const verdict = el("div", { class: "verdict", role: "status", aria: { live: "polite" } });
  const left = el("div", {});
  const suggestions = el("div", {});
  const judged = el("div", { aria: { live: "polite" } });
  const decoded = el("div", {});
  const busy = busyBox();
  const open = el("div", { class: "guesses open-rows", aria: { hidden: "true" }, on: { click: () => word.focus() } });
  const keyboard = el("div", { class: "keyboard", role: "group", aria: { label: t("w-keyboard") } });
  const word = el("input", { on: { input: () => drawOpen() }, type: "text", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", class: "mono", data: { draft: "word" } });
  const idea = el("input", { type: "text", autocomplete: "off", spellcheck: "false", class: "mono", data: { draft: "idea" } });
  const paste = el("textarea", { rows: 5, spellcheck: "false", data: { draft: "paste" } });
  const pasteWords = el("textarea", { rows: 3, spellcheck: "false", data: { draft: "words" } });
  let pending = null;
  let clashes = {};
  let moves = null;

  const settings = () => ({ feedback: chosen.feedback, lang: chosen.lang, length: String(chosen.length), ...(chosen.any ? { lexicon: "none" } : {}) });
  const request = () => ({ puzzle: writeHistory(guesses), ...settings() });

  const model = modelPanel(() => ["wordle", request()]);

  function save() {
    remember("wordle", {
      h: writeHistory(guesses), lang: chosen.lang !== "en" || language() !== "en" ? chosen.lang : "", n: chosen.length === 5 ? "" : chosen.length,
      f: chosen.feedback === "counts" ? "counts" : "", mode: chosen.mode === "help" ? "" : chosen.mode, any: chosen.any ? "1" : "", hard: chosen.hard ? "1" : "",
      s: chosen.strategy === "turns" ? "" : chosen.strategy, ...(chosen.mode === "help" ? {} : playing?.address()),
    });
  }

  /** Records the guesses for undo before they change. */
  function become(next) {
    moves?.note();
    guesses = next;
    changed();
  }

  const steps = () => timeline("wordle", () => ({ guesses, length: chosen.length, feedback: chosen.feedback }), (then) => {
    ({ guesses, length: chosen.length, feedback: chosen.feedback } = then);
    [lengthSelect.value, feedbackSelect.value] = [String(chosen.length), chosen.feedback];
    changed();
  });

  function drawRows() {
    rows.style.setProperty("--letters", chosen.length);
    clear(rows).append(...guesses.map(({ word: text, marks }, number) => {
      const set = (next) => become(guesses.map((item, at) => (at === number ? { ...item, marks: next } : item)));
      const coloured = !Array.isArray(marks);
      return el("div", { class: "guess" },
        el("div", { class: "tiles" }, [...text].map((letter, at) => tile(letter, coloured ? marks[at] : "", { clash: clashes[number]?.has(at), onClick: coloured ? () => set(turned(marks, at)) : null }))),
        coloured ? null : counts(marks, chosen.length, set),
        button("✕", () => become(guesses.filter((_, at) => at !== number)), { class: "quiet", aria: { label: t("w-remove", { number: number + 1 }) } }));
    }));
    drawOpen();
    clear(keyboard).append(...keyRows(chosen.lang, guesses.filter(({ marks }) => !Array.isArray(marks)), press));
    word.maxLength = chosen.length;
    word.placeholder = "·".repeat(chosen.length);
  }

  /** Shows the letters of the next guess as tiles, above the rows that are still empty. */
  function drawOpen() {
    const letters = [...plain(word.value, chosen.lang)];
    open.style.setProperty("--letters", chosen.length);
    clear(open).append(...Array.from({ length: Math.max(1, TURNS - guesses.length) }, (_, row) =>
      el("div", { class: "tiles" }, Array.from({ length: chosen.length }, (__, at) => tile((row === 0 && letters[at]) || "", "")))));
  }

  /** Types a letter of the keyboard on the screen. */
  function press(key) {
    if (key === "Enter") return add();
    word.value = key === "Backspace" ? word.value.slice(0, -1) : `${word.value}${key}`.slice(0, chosen.length);
    drawOpen();
  }

  /** Letters that are typed beside the fields go to the next guess. */
  function onKey(event) {
    if (chosen.mode !== "help" || event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input, textarea, select")) return;
    if (/^\p{L}$/u.test(event.key)) word.focus();
  }

  function add(event) {
    event?.preventDefault();
    const text = plain(word.value.trim(), chosen.lang);
    if (!isWord(text, chosen.lang) || text.length !== chosen.length) return void notice(t("w-short", { count: chosen.length }));
    notice("");
    word.value = "";
    become([...guesses, { word: text, marks: chosen.feedback === "counts" ? [0, 0] : "b".repeat(chosen.length) }]);
    if (!keyboard.contains(document.activeElement)) rows.lastElementChild?.querySelector("button, input")?.focus();
  }

  function changed() {
    clashes = {};
    clear(judged);
    drawRows();
    save();
    model.changed();
    look();
  }

  const look = debounce(async () => {
    pending?.abort();
    const mine = (pending = new AbortController());
    try {
      const answer = await ask("wordle/check", { ...request(), show: isNarrow() ? 40 : 120, language: language() }, mine.signal);
      if (mine !== pending) return;
      say(answer);
      if ((answer.consistent || answer.blame === "lexicon") && !chosen.any) await suggest(mine.signal);
      else clear(suggestions);
    } catch (error) {
      if (error.name !== "AbortError") { verdict.dataset.tone = "bad"; verdict.textContent = error.message; clear(left); clear(suggestions); }
    }
  }, 200);

  function say(answer) {
    const late = unfinished(answer);
    clear(left);
    if (late) { verdict.dataset.tone = "warn"; verdict.textContent = late; return; }
    if (answer.consistent) {
      verdict.dataset.tone = answer.count === 1 ? "good" : "";
      verdict.textContent = t("w-left", { count: answer.exact ? answer.count.toLocaleString(language()) : `${answer.count.toLocaleString(language())}+` });
      left.append(el("p", { class: "words" }, answer.candidates.map((item) => el("span", { text: item.toUpperCase() })),
        answer.truncated ? el("span", { class: "soft", text: t("w-more", { count: (answer.count - answer.candidates.length).toLocaleString(language()) }) }) : null));
      if (answer.forced.length && answer.count > 1) left.append(el("p", {}, el("strong", { text: `${t("w-certain")} ` }), el("span", { lang: language(), text: answer.forced.join(", ") })));
      return;
    }
    const outside = answer.blame === "lexicon" && answer.elsewhere?.length;
    verdict.dataset.tone = outside ? "warn" : "bad";
    clear(verdict).append(outside ? el("p", { text: t("w-outside") }) : el("p", {}, t("w-none"), ". ", answer.blame ? t(`w-blame-${answer.blame}`) : ""));
    const first = answer.conflicts[0];
    if (first) {
      verdict.append(t("w-clash"), el("ul", {}, first.texts.map((text) => el("li", { text, lang: language() }))));
      clashes = clashingTiles(first, guesses);
      drawRows();
    }
    if (answer.mends.length) verdict.append(el("p", { text: t("w-mend") }), el("ul", {}, answer.mends.slice(0, 3).map((text) => el("li", { text, lang: language() }))));
    for (const repair of answer.repairs.slice(0, 3)) {
      verdict.append(el("p", { text: repair.guesses.length ? t("w-doubt", { which: repair.guesses.join(" + ") }) : t("w-doubt-lexicon") }));
    }
    if (answer.elsewhere?.length) left.append(el("p", { text: t("w-elsewhere", { words: answer.elsewhere.slice(0, 12).join(" ").toUpperCase() }) }));
  }

  async function suggest(signal) {
    const mine = plain(idea.value.trim(), chosen.lang);
    const explain = isWord(mine, chosen.lang) && mine.length === chosen.length ? [mine] : [];
    const answer = await ask("wordle/suggest", { ...request(), strategy: chosen.strategy, top: 8, mode: chosen.hard ? "hard" : "normal", explain, language: language() }, signal);
    clear(suggestions);
    if (!Array.isArray(answer)) return void suggestions.append(el("p", { text: unfinished(answer) }));
    const number = (value, digits) => el("td", { class: "number", text: value === null ? "–" : value.toLocaleString(language(), { minimumFractionDigits: digits, maximumFractionDigits: digits }) });
    if (answer.length && answer[0].secrets !== "answers") suggestions.append(el("p", { class: "soft", text: t(`w-from-${answer[0].secrets}`) }));
    const state = answer.filter((item, at) => item.says && (at === 0 || item.yours || item.saves));
    suggestions.append(...state.slice(0, 3).map((item) => el("p", { class: "advice", text: item.yours && item.skill !== null ? `${item.says} ${t("w-its-skill", { skill: item.skill })}` : item.says })));
    suggestions.append(el("div", { class: "scroll suggested", tabindex: 0, role: "region", aria: { label: t("w-suggest") } }, el("table", {},
      el("thead", {}, el("tr", {}, ["w-guess", "w-turns", "w-bits", "w-parts", "w-worst", "w-chance"].map((key, at) => el("th", { scope: "col", class: at ? "number" : "", text: t(key) })))),
      el("tbody", {}, answer.map((item) => el("tr", { class: item.yours ? "yours" : "" },
        el("td", {}, button(item.word.toUpperCase(), () => { word.value = item.word; drawOpen(); word.focus(); }, { class: "quiet mono", aria: { label: t("w-use", { word: item.word.toUpperCase() }) } })),
        number(item.expected ?? null, 2), number(item.bits, 2), number(item.parts, 0), number(item.worst, 0), el("td", { class: "number", text: item.chance ? percent(item.chance) : "–" })))))));
  }

  /** Rates every guess by the expected turns to go, beside the best guess. */
  async function judge() {
    const { length, ...game } = request(); // implied by the guesses
    const answer = await busy.run((signal) => ask("wordle/analyse", { ...game, hard: chosen.hard, language: language() }, signal));
    if (!answer) return;
    clear(judged);
    if (unfinished(answer) || answer.problem) return void judged.append(el("p", { text: unfinished(answer) || answer.problem }));
    judged.append(el("ol", { class: "judged" }, answer.turns.map((turn) => el("li", {},
      el("div", { class: "row" }, el("strong", { class: "mono", text: turn.guess.toUpperCase() }), el("span", { class: "score", text: t("w-skill", { skill: turn.skill, luck: turn.luck ?? "–" }) })),
      el("p", { text: turn.verdict })))));
  }

  async function read(puzzle) {
    if (follow(puzzle.trim())) return;
    const words = { lang: chosen.lang, ...(chosen.any ? { lexicon: "none" } : {}) };
    if (isBareGrid(puzzle)) {
      await decodePart(decoded, { text: puzzle, settings: words, busy, onWords: (all, marks) => put(all.map((item, at) => ({ word: item, marks: marks[at] }))) });
      return void notice("");
    }
    clear(decoded);
    const answer = await busy.run((signal) => ask("wordle/check", { ...settings(), puzzle, show: 1 }, signal));
    if (!answer) return;
    notice("");
    chosen.length = answer.length;
    chosen.feedback = answer.feedback;
    lengthSelect.value = String(chosen.length);
    feedbackSelect.value = chosen.feedback;
    await put(readHistory(answer.puzzle));
  }

  /** Shows a pasted game with ratings of its guesses. */
  async function put(report) {
    moves?.note();
    guesses = report;
    if (report.length) chosen.length = report[0].word.length;
    lengthSelect.value = String(chosen.length);
    if (chosen.mode !== "help") { chosen.mode = "help"; redraw(); }
    else changed();
    await judge();
  }

  function choose(name, value) {
    if (["length", "feedback"].includes(name) && guesses.length) moves?.note();
    chosen[name] = value;
    if (name === "length" || name === "feedback") guesses = [];
    if (name === "mode") return redraw();
    changed();
    if (chosen.mode !== "help") redraw();
  }

  const check = (name, key) => {
    const box = el("input", { type: "checkbox", id: `w-${name}-box`, on: { change: (event) => choose(name, event.target.checked) } });
    box.checked = chosen[name];
    return el("span", { class: "row tight" }, box, el("label", { for: box.id, text: t(key) }));
  };
  const languageSelect = select(latinLanguageNames, chosen.lang, (value) => choose("lang", value));
  const lengthSelect = select(LENGTHS.map((item) => [String(item), String(item)]), String(chosen.length), (value) => choose("length", Number(value)));
  const feedbackSelect = select([["colours", t("w-colours")], ["counts", t("w-counts")]], chosen.feedback, (value) => choose("feedback", value));
  let playing = null;

  function redraw() {
    playing?.leave();
    playing = null;
    moves?.leave();
    moves = chosen.mode === "help" ? steps() : null;
    moves?.begin();
    const tabs = el("div", { class: "row modes", role: "group", aria: { label: t("w-title") } }, MODES.map((item) => button(t(`w-${item}`), () => choose("mode", item), { aria: { pressed: String(chosen.mode === item) } })));
    const top = el("div", { class: "fields three" }, field(t("w-language"), languageSelect), field(t("w-length"), lengthSelect), chosen.mode === "boards" ? null : field(t("w-feedback"), feedbackSelect));
    const title = el("div", { class: "row title" }, el("h1", { class: "grow", text: t("w-title") }), tabs);
    if (chosen.mode !== "help") {
      playing = (chosen.mode === "play" ? playPart : boardsPart)({ chosen, params, notice, save });
      clear(root).append(el("div", { class: "panel" }, title, top, playing.root));
      save();
      return;
    }
    clear(root).append(el("div", { class: "two" },
      el("section", { class: "panel", aria: { label: t("w-title") } },
        title, top,
        el("div", { class: "card" }, el("p", { class: "soft", text: t("w-type") }), rows, open,
          el("form", { class: "row typed", on: { submit: add } }, field(t("w-word"), word), el("button", { class: "main", text: t("w-add") })), keyboard),
        el("div", { class: "row later" }, button(t("undo"), () => moves.undo()), button(t("redo"), () => moves.redo()), button(t("clear"), () => become([])), copyButton("share", () => location.href, "copied")),
        el("div", { class: "card later" }, el("div", { class: "row" }, el("h2", { class: "grow", text: t("w-judge-title") }), button(t("w-judge"), judge)), judged),
        el("details", { class: "card later" }, el("summary", { text: t("w-paste") }), field(t("w-paste"), paste), field(t("w-paste-words"), pasteWords), button(t("w-read"), () => read([paste.value, pasteWords.value].filter((item) => item.trim()).join("\n"))), busy.box, decoded)),
      el("div", { class: "panel" },
        el("section", { class: "card answer" }, verdict, left, check("any", "w-any")),
        el("section", { class: "card answer" }, el("h2", { text: t("w-suggest") }), suggestions,
          el("div", { class: "row" }, field(t("w-strategy"), select(STRATEGIES.map((item) => [item, t(`w-by-${item}`)]), chosen.strategy, (value) => choose("strategy", value))), check("hard", "w-hard"),
            el("form", { class: "row", on: { submit: (event) => { event.preventDefault(); look(); } } }, field(t("w-mine"), idea), el("button", { text: t("w-compare") })))),
        model.root)));
    changed();
  }

  document.addEventListener("keydown", onKey);
  redraw();
  if (params.judge === "1" && guesses.length) judge().catch((error) => notice(error.message));
  const unclip = onClipboard({ give: () => playing?.text() ?? writeHistory(guesses), take: (text) => Promise.resolve(playing?.read?.(text) || read(text)).catch((error) => notice(error.message)) });
  return { leave: () => { document.removeEventListener("keydown", onKey); unclip(); model.leave(); pending?.abort(); look.cancel(); busy.leave(); playing?.leave(); moves?.leave(); } };
}
