// A problem of one's own: a JSON document or a DIMACS file, its statements as a list, and what clashes marked in it.

import { ask } from "./api.js";
import { busyBox, unfinished } from "./busy.js";
import { button, clear, debounce, el, field, select } from "./dom.js";
import { puzzles } from "./gallery.js";
import { remember } from "./place.js";
import { frenchDocument, frenchWords } from "./problem_french.js";
import "./problem_words.js";
import { language, t } from "./words.js";

const LONGEST_LINK = 4000;
const MOST_SHOWN = 300;

/** The kind of the text, and its statements: [{id, text, kind}]. A document that cannot be read has none yet. */
function statementsOf(text) {
  if (/^\s*[{[]/.test(text)) {
    try {
      const { constraints = [] } = JSON.parse(text);
      return { kind: "model", found: constraints.map((one, at) => ({ id: one.text || `${one.kind} ${at + 1}`, text: one.text || one.kind, kind: one.kind, doubtable: one.soft ?? one.doubtable })) };
    } catch { return { kind: "model", found: [] }; }
  }
  const clauses = text.split("\n").filter((line) => !/^\s*[cp%]/.test(line)).join(" ").trim().split(/\s+0(?=\s|$)/).map((one) => one.trim()).filter(Boolean);
  return { kind: "cnf", found: clauses.map((one, at) => ({ id: `clause ${at + 1}`, text: one, kind: "clause" })) };
}

/** The last document of this browser, for those that are too long for an address. */
const kept = () => { try { return localStorage.getItem("entails.problem"); } catch { return null; } };

export function mount(root, given, { notice }) {
  const editor = el("textarea", { rows: 16, spellcheck: "false", on: { input: () => changed() } });
  const list = el("ol", { class: "statements", aria: { label: t("p-statements") } });
  const verdict = el("div", { class: "verdict", role: "status", aria: { live: "polite" } });
  const busy = busyBox();
  let known = { kind: "model", found: [] };

  const call = (verb, more, signal) => ask(`${known.kind}/${verb}`, { puzzle: editor.value, ...more }, signal);
  const tell = (tone, ...content) => { verdict.dataset.tone = tone; clear(verdict).append(...content); };

  function drawList(clashing = new Set()) {
    clear(list).append(...known.found.slice(0, MOST_SHOWN).map((one, at) => el("li", { class: clashing.has(one.id) ? "clash" : "" },
      el("span", { class: "rank", text: at + 1 }), el("span", { text: one.text }), el("span", { class: "kind", text: one.doubtable ? t("p-doubtable") : t(`p-kind-${one.kind}`, {}, one.kind) }))));
    if (known.found.length > MOST_SHOWN) list.append(el("li", {}, "", t("p-more", { count: known.found.length - MOST_SHOWN })));
  }

  function changed() {
    known = statementsOf(editor.value);
    drawList();
    remember("problem", editor.value.length <= LONGEST_LINK ? { d: editor.value } : { d: "kept" });
    try { localStorage.setItem("entails.problem", editor.value); } catch { /* then a long one lives as long as the page */ }
    tell("", "…");
    look();
  }

  /** One contradiction in sentences, and its statements marked in the list. */
  function clash(found) {
    drawList(new Set(found.conflicts[0] || []));
    const lines = (texts) => el("ul", {}, texts.map((one) => el("li", { text: one })));
    tell("bad", t("p-clash"), lines([...(found.texts[0] || []), ...(found.rules?.[0] || [])]));
    if (found.repair_texts?.length) verdict.append(el("p", {}, t("p-repair")), lines(found.repair_texts.slice(0, 4).map((one) => one.join(" + "))));
    if (found.conflicts.length > 1) verdict.append(el("p", { text: t("p-others", { count: found.conflicts.length - 1 }) }));
  }

  const look = debounce(async () => {
    if (!editor.value.trim()) return tell("", t("p-type"));
    try {
      const found = await busy.run((signal) => call("explain", { language: language() }, signal));
      if (!found) return;
      const late = unfinished(found);
      if (late || found.consistent === null) tell("warn", late || t("undecided"));
      else if (found.consistent) tell("good", t("p-consistent"));
      else clash(found);
    } catch (error) { tell("bad", error.message); }
  }, 400);

  async function solve() {
    const found = await busy.run((signal) => call("solve", {}, signal));
    if (!found) return;
    if (!found.solution) return void tell("warn", unfinished(found) || t("p-no-answer"));
    const answer = found.answer ? Object.entries(found.answer) : [];
    tell("good", t(found.unique ? "p-unique" : found.unique === false ? "p-several" : "p-answer"),
      answer.length ? el("div", { class: "scroll", tabindex: 0, role: "region", aria: { label: t("p-answer") } }, el("table", {}, el("tbody", {}, answer.map(([name, value]) => el("tr", {}, el("th", { scope: "row", text: name }), el("td", { text: String(value) })))))) : el("p", { class: "mono", text: found.solution }));
  }

  async function count() {
    const found = await busy.run((signal) => call("count", {}, signal));
    if (found) tell("good", t(found.exact ? "p-count" : "p-at-least", { count: String(found.count) }));
  }

  async function steps() {
    const found = await busy.run((signal) => call("steps", { language: language() }, signal));
    if (!found) return;
    const said = found.steps.slice(0, MOST_SHOWN).map((step) => el("li", { text: step.sentence }));
    tell(said.length ? "good" : "warn", said.length ? el("ol", {}, said) : unfinished(found) || t("p-no-step"));
  }

  const choose = el("div");
  root.append(el("div", { class: "two problem" },
    el("section", { aria: { label: t("p-title") } }, el("h1", { text: t("p-title") }), el("p", { class: "soft", text: t("p-about") }), choose, field(t("p-text"), editor)),
    el("div", { class: "panel" },
      el("section", { class: "card" }, verdict,
        el("div", { class: "row actions" }, button(t("p-solve"), solve, { class: "main" }), button(t("p-count-it"), count), button(t("p-steps"), steps)), busy.box),
      el("section", { class: "card" }, el("h2", { text: t("p-statements") }), list))));

  const put = (text) => { editor.value = text; changed(); };
  puzzles().then((all) => {
    const examples = all.filter((one) => ["model", "cnf"].includes(one.name)).flatMap((one) => one.examples).map((one) => ({ ...one, texts: { en: one.text, fr: frenchDocument(one.text) } }));
    const mine = given.d === "kept" ? kept() : given.d, here = (one) => one?.texts[language()];
    const first = examples.find((one) => one.name === "timetable") || examples[0];
    const known = examples.find((one) => Object.values(one.texts).includes(mine)); // an example is said in the language of the page
    const told = (one) => (language() === "fr" ? frenchWords(one.about || one.name) : one.about || one.name);
    choose.append(field(t("examples"), select(examples.map((one) => [here(one), told(one)]), mine ? here(known) || "" : here(first), put)));
    put(here(known) || mine || here(first) || "");
  }).catch((error) => notice(error.message));
  return { leave: () => { busy.leave(); look.cancel(); } };
}
