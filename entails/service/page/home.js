// The start page: small puzzles that one click makes inconsistent, with the explanation; then the gallery.

import { ask } from "./api.js";
import { picture } from "./board.js";
import { button, clear, el } from "./dom.js";
import { showGallery } from "./gallery.js";
import { boxesOf, housesIn } from "./houses.js";
import "./home_words.js";
import { cellsNamed, sentenceList, tellingRules } from "./reason.js";
import { faultText } from "./scrabble_fault.js";
import "./scrabble_words.js";
import { language, t } from "./words.js";
import { clashingTiles, tile } from "./wordle_tiles.js";
import "./wordle_words.js";

const BOARDS = [
  { puzzle: "sudoku", text: "1.....3..4.....2", cell: "r1c3", sign: "4" },
  { puzzle: "takuzu", text: ".0../0.../.01./..1.", cell: "r1c4", sign: "0" },
];
const SCRABBLE = { puzzle: "15/15/15/15/15/15/15/4CHAT7/15/15/15/15/15/15/15 SZ/ 0/0 0", lies: "CHAT", right: "S", wrong: "Z" };
const WORDLE = { right: ["crane:bybbg", "slate:ybbbg"], wrong: ["crane:bybbg", "slate:ybbbb"] };

export function mount(root) {
  const gone = new AbortController();
  const gallery = el("ul", { class: "puzzle-list gallery" });
  root.append(
    el("section", { class: "hero" }, el("h1", { text: t("h-title") }), el("p", { class: "lead" }, t("h-lead"), el("span", { class: "also", text: ` ${t("h-also")}` }))),
    el("section", { aria: { label: t("h-try") } }, el("h2", { text: t("h-try") }),
      el("div", { class: "breakables" }, BOARDS.map((about, at) => boardCard(about, gone.signal, at === 0)), wordleCard(gone.signal), scrabbleCard(gone.signal), ownCard())),
    el("section", { aria: { label: t("h-gallery") } }, el("h2", { text: t("h-gallery") }), gallery),
  );
  showGallery(gallery, gone.signal);
  return { leave: () => gone.abort() };
}

/** A card with a picture, a button that breaks or fixes the puzzle, and the verdict. The first one is broken from the
 * start, so that a new visitor sees an explanation at once. */
function card(title, href, figure, turn, begun = false) {
  const verdict = el("div", { class: "verdict", role: "status", aria: { live: "polite" } });
  let broken = false;
  const toggle = button(t("h-break"), () => show(!broken), { class: "main" });
  async function show(now) {
    broken = now;
    toggle.textContent = t(broken ? "h-mend" : "h-break");
    try {
      const { tone, content } = await turn(broken, figure);
      if (broken !== now) return;
      verdict.dataset.tone = tone;
      clear(verdict).append(...content);
    } catch (error) {
      if (error.name === "AbortError") return;
      verdict.dataset.tone = "bad";
      verdict.textContent = error.message;
    }
  }
  show(begun);
  return el("article", { class: "card breakable" }, el("h3", {}, el("a", { href, text: title })), figure, verdict, el("div", { class: "row" }, toggle));
}

/** Shows the conflict in sentences, the latest clue first, then the rules. */
const sentences = (texts, rules = []) => [t("h-because"), sentenceList([...texts.slice(-1), ...texts.slice(0, -1)]),
  rules.length ? el("p", { class: "since", text: t("h-since", { rules: rules.join(", ") }) }) : ""];

function boardCard({ puzzle, text, cell, sign }, signal, begun) {
  let drawing = null;
  return card(puzzle[0].toUpperCase() + puzzle.slice(1), `#/${puzzle}`, el("div", { class: "small-board" }), async (broken, figure) => {
    const also = broken ? [`${cell}=${sign}`] : [];
    drawing ||= (await ask(`${puzzle}/draw`, { puzzle: text }, signal)).drawing;
    const drawn = (marked, lit = new Set()) => clear(figure).append(picture({
      ...drawing,
      cells: drawing.cells.map((item) => ({ ...item, marked: marked.has(item.name), lit: lit.has(item.name), ...(broken && item.name === cell ? { text: sign, kind: "mine" } : {}) })),
    }, puzzle));
    drawn(new Set(also.length ? [cell] : []));
    const report = await ask(`${puzzle}/check`, { puzzle: text, also, most: 1, language: language() }, signal);
    if (report.consistent) return { tone: "good", content: [t("h-one")] };
    const texts = report.texts[0], rules = tellingRules(report.rules?.[0] || []);
    drawn(new Set([cell, ...cellsNamed(texts)]), housesIn(rules, { ...drawing, boxOf: boxesOf(drawing) }));
    return { tone: "bad", content: sentences(texts, rules) };
  }, begun);
}

function wordleCard(signal) {
  return card("Wordle", "#/wordle", el("div", { class: "guesses" }), async (broken, figure) => {
    const guesses = WORDLE[broken ? "wrong" : "right"].map((item) => ({ word: item.slice(0, 5), marks: item.slice(6) }));
    const drawn = (clashes) => clear(figure).append(...guesses.map(({ word, marks }, row) => el("div", { class: "guess" },
      el("div", { class: "tiles" }, [...word].map((letter, at) => tile(letter, marks[at], { clash: clashes[row]?.has(at) }))))));
    drawn({});
    const report = await ask("wordle/check", { puzzle: guesses.map(({ word, marks }) => `${word}:${marks}`).join(" "), language: language() }, signal);
    if (report.consistent) return { tone: "good", content: [t("h-words", { count: report.count, words: report.candidates.slice(0, 6).join(", ") })] };
    drawn(clashingTiles(report.conflicts[0], guesses));
    return { tone: "bad", content: sentences(report.conflicts[0].texts) };
  });
}

/** A word of both languages, and a tile in front of which it is no longer a word. */
function scrabbleCard(signal) {
  return card("Scrabble", "#/scrabble", el("div", { class: "guesses" }), async (broken, figure) => {
    const tile = SCRABBLE[broken ? "wrong" : "right"];
    clear(figure).append(el("div", { class: "tiles" }, [...SCRABBLE.lies, tile].map((letter, at) => el("span", { class: `small-tile${at < SCRABBLE.lies.length ? "" : " laid"}`, text: letter }))));
    const report = await ask("scrabble/check", { puzzle: SCRABBLE.puzzle, placement: `8E ${".".repeat(SCRABBLE.lies.length)}${tile}`, lang: language(), language: language() }, signal);
    if (report.legal) return { tone: "good", content: [t("x-legal", { count: report.score })] };
    return { tone: "bad", content: [t("x-illegal"), sentenceList(report.reasons.map(faultText))] };
  });
}

const ownCard = () => el("article", { class: "card breakable" },
  el("h3", {}, el("a", { href: "#/problem", text: t("h-own") })), el("p", { text: t("h-own-about") }),
  el("div", { class: "row" }, el("a", { class: "button", href: "#/problem", text: t("h-own-link") })));
