// The solving path step by step, with the cells of each step highlighted.

import { unfinished } from "./busy.js";
import { button, clear, el } from "./dom.js";
import { cellOf, peers } from "./sudoku_board.js";
import { linkLayer } from "./sudoku_links.js";
import { language, t } from "./words.js";

const digitOf = (name) => Number(name.split("=")[1]);

/** Returns the name of a technique in the language of the page. */
export const techniqueName = (id) => {
  const wording = t(`t-${id}`);
  return wording === `t-${id}` ? id.replaceAll("-", " ") : wording;
};

/** Shortens a long list of facts to its beginning and end. */
const inBrief = (text) => text.replace(/(?:[rL]\d+[cC]\d+[=≠]\d+, ){7,}[rL]\d+[cC]\d+[=≠]\d+/g, (run) => {
  const facts = run.split(", ");
  return [...facts.slice(0, 3), `… (${t("s-tree-more", { count: facts.length - 5 })}) …`, ...facts.slice(-2)].join(", ");
});

/** Returns the sentence of a step or hint. */
export const sentence = (report) => inBrief(report.sentence);

/** Highlights the cells of a hint that does not reveal its step. */
export const hintCells = (answer, size) => answer.cells.map((name) => cellOf(name, size));

/** Shows the chain in players' notation and a legend of the arrows; nothing without a chain. */
export function chainWords(step) {
  const kinds = ["strong", "weak", "then"].filter((kind) => step.links.some((link) => link.kind === kind));
  return [
    step.chain && el("p", { class: "chain" }, el("code", { text: step.chain })),
    kinds.length > 0 && el("p", { class: "soft legend" }, kinds.map((kind) => el("span", { class: `key ${kind}`, text: t(`s-${kind}`) }))),
  ];
}

/** Returns the highlights of a step on the board at that point. */
export function stepView(step, { digits, marks }, size) {
  const tones = Object.fromEntries(step.cells.map((name) => [cellOf(name, size), "look"]));
  const struck = {};
  for (const removed of step.removes) {
    const cell = cellOf(removed, size);
    tones[cell] ||= "remove";
    (struck[cell] ||= new Set()).add(digitOf(removed));
  }
  const after = digits.slice();
  for (const placed of step.places) {
    tones[cellOf(placed, size)] = "place";
    after[cellOf(placed, size)] = digitOf(placed);
  }
  const bare = !step.links.length && step.places.length > 0; // a digit is in the place of its ringed candidate
  return { digits: after, marks, tones, struck, layer: bare ? null : linkLayer(step, size) };
}

export function startingMarks(digits, size) {
  return digits.map((digit, cell) => {
    if (digit) return null;
    const taken = new Set(peers(cell, size).map((other) => digits[other]));
    return new Set(Array.from({ length: size }, (_, index) => index + 1).filter((item) => !taken.has(item)));
  });
}

/** Returns the board before each step and after the last one. */
function positions(digits, size, steps) {
  const all = [{ digits: digits.slice(), marks: startingMarks(digits, size) }];
  for (const step of steps) {
    const { digits: before, marks } = all.at(-1);
    const now = before.slice();
    const left = marks.map((item) => item && new Set(item));
    for (const removed of step.removes) left[cellOf(removed, size)]?.delete(digitOf(removed));
    for (const placed of step.places) {
      const cell = cellOf(placed, size), digit = digitOf(placed);
      now[cell] = digit;
      left[cell] = null;
      for (const other of peers(cell, size)) left[other]?.delete(digit);
    }
    all.push({ digits: now, marks: left });
  }
  return all;
}

export async function stepsPart({ call, busy, output, shown }) {
  const report = await busy.run((signal) => call("steps", { language: language() }, signal));
  if (!report) return;
  const late = unfinished(report), steps = report.steps || [];
  const card = el("section", { class: "card player" }, el("h2", { text: t("s-steps") }));
  output.append(card);
  if (late || !steps.length) return void card.append(el("p", { text: late || t("s-stuck") }));

  const boards = positions(shown.digits(), shown.size(), steps);
  const wording = el("p", { class: "sentence", aria: { live: "polite" }, lang: language() });
  const where = el("p", { class: "soft" });
  const chain = el("div");
  const slider = el("input", { type: "range", min: 0, max: steps.length - 1, value: "0", aria: { label: t("s-steps") }, on: { input: () => show(Number(slider.value)) } });
  let now = 0;

  function show(index) {
    now = Math.max(0, Math.min(steps.length - 1, index));
    slider.value = String(now);
    const step = steps[now];
    shown.draw(stepView(step, boards[now], shown.size()));
    where.textContent = `${t("s-step-of", { now: now + 1, all: steps.length })} · ${techniqueName(step.technique)}`;
    wording.textContent = sentence(step);
    clear(chain).append(...chainWords(step).filter(Boolean));
    list.querySelectorAll("button").forEach((item, at) => item.setAttribute("aria-pressed", String(at === now)));
  }

  const list = el("ol", { class: "scroll step-list" }, steps.map((step, index) => el("li", {}, button(techniqueName(step.technique), () => show(index), { class: "quiet" }))));
  card.append(where, wording, chain, slider,
    el("div", { class: "row" },
      button("«", () => show(0), { aria: { label: t("s-first") } }), button(`← ${t("s-before")}`, () => show(now - 1)),
      button(`${t("s-next")} →`, () => show(now + 1), { class: "main" }), button("»", () => show(steps.length - 1), { aria: { label: t("s-last") } })),
    el("details", {}, el("summary", { text: t("more") }), list));
  show(0);
  clear(busy.box);
}
