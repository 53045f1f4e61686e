// Custom problems: a form, or its JSON document or a DIMACS file; conflicts are marked among the constraints.

import { ask } from "./api.js";
import { busyBox, unfinished } from "./busy.js";
import { button, clear, debounce, el, field, select } from "./dom.js";
import { puzzles } from "./gallery.js";
import { modelPanel } from "./model_panel.js";
import { remember } from "./place.js";
import { documentForm, documentModes, EMPTY } from "./problem_form.js";
import { frenchDocument, frenchWords } from "./problem_french.js";
import "./problem_words.js";
import { repairView, sentenceList } from "./reason.js";
import { language, t } from "./words.js";

const LONGEST_LINK = 4000;
const MOST_SHOWN = 300;

/** Returns the format of the text and its constraints: [{id, text, kind}]; none if it cannot be parsed. */
function statementsOf(text) {
  if (/^\s*[{[]/.test(text)) {
    try {
      const { constraints = [] } = JSON.parse(text);
      return { kind: "model", constraints: constraints.map((item) => ({ id: item.id || item.text, text: item.text || item.kind, isNamed: Boolean(item.text), kind: item.kind, soft: item.soft ?? item.doubtable })) };
    } catch { return { kind: "model", constraints: [] }; }
  }
  const clauses = text.split("\n").filter((line) => !/^\s*[cp%]/.test(line)).join(" ").trim().split(/\s+0(?=\s|$)/).map((item) => item.trim()).filter(Boolean);
  return { kind: "cnf", constraints: clauses.map((item, at) => ({ id: `clause ${at + 1}`, text: item, kind: "clause" })) };
}

/** The last document in this browser, for documents too long for an address. */
const kept = () => { try { return localStorage.getItem("entails.problem"); } catch { return null; } };

export function mount(root, params, { notice }) {
  const editor = el("textarea", { rows: 16, spellcheck: "false", on: { input: () => changed() } });
  const list = el("ol", { class: "statements", aria: { label: t("p-statements") } });
  const verdict = el("div", { class: "verdict", role: "status", aria: { live: "polite" } });
  const busy = busyBox();
  const form = documentForm((text) => { editor.value = text; changed(); });
  let known = { kind: "model", constraints: [] }, mode = "form", chooser = null;

  const model = modelPanel(() => (known.kind === "model" ? ["model", { puzzle: editor.value }] : null)); // a DIMACS file is its own model
  const call = (verb, more, signal) => ask(`${known.kind}/${verb}`, { puzzle: editor.value, ...more }, signal);
  const tell = (tone, ...content) => { verdict.dataset.tone = tone; clear(verdict).append(...content); };

  function drawList(clashing = new Set()) {
    if (mode === "form") return void form.mark(known.constraints, clashing);
    clear(list).append(...known.constraints.slice(0, MOST_SHOWN).map((item, at) => el("li", { class: clashing.has(item.id) ? "clash" : "" },
      el("span", { class: "rank", text: at + 1 }), el("span", { text: item.text }), el("span", { class: "kind", text: item.soft ? t("p-doubtable") : t(`p-kind-${item.kind}`, {}, item.kind) }))));
    if (known.constraints.length > MOST_SHOWN) list.append(el("li", {}, "", t("p-more", { count: known.constraints.length - MOST_SHOWN })));
  }

  function changed() {
    known = statementsOf(editor.value);
    if (chooser) chooser.value = editor.value; // none, once it is changed
    drawList();
    remember("problem", editor.value.length <= LONGEST_LINK ? { d: editor.value } : { d: "kept" });
    try { localStorage.setItem("entails.problem", editor.value); } catch { /* then a long one lives as long as the page */ }
    tell("", "…");
    model.changed();
    look();
  }

  /** Shows one conflict in sentences, and marks its constraints in the list. */
  function clash(report) {
    drawList(new Set(report.conflicts[0] || []));
    tell("bad", t("p-clash"), sentenceList([...(report.texts[0] || []), ...(report.rules?.[0] || [])]), ...repairView(report.repair_texts, 4));
    if (report.conflicts.length > 1) verdict.append(el("p", { text: t("p-others", { count: report.conflicts.length - 1 }) }));
  }

  /** Adds the sentences that the server gives to constraints without one; they are their ids in conflicts. */
  async function nameConstraints(signal) {
    const items = known.constraints;
    if (known.kind !== "model" || items.every((item) => item.isNamed)) return;
    const rows = (await call("constraints", { language: language() }, signal)).constraints;
    if (rows?.length === items.length) items.forEach((item, at) => { if (!item.isNamed) Object.assign(item, { id: rows[at].id, text: rows[at].text }); });
    drawList();
  }

  const look = debounce(async () => {
    if (!editor.value.trim()) return tell("", t("p-type"));
    try {
      const report = await busy.run(async (signal) => {
        await nameConstraints(signal);
        return call("explain", { language: language() }, signal);
      });
      if (!report) return;
      const late = unfinished(report);
      if (late || report.consistent === null) tell("warn", late || t("undecided"));
      else if (report.consistent) tell("good", t("p-consistent"));
      else clash(report);
    } catch (error) { tell("bad", error.message); }
  }, 400);

  async function solve() {
    const report = await busy.run((signal) => call("solve", {}, signal));
    if (!report) return;
    if (!report.solution) return void tell("warn", unfinished(report) || t("p-no-answer"));
    const answer = report.answer ? Object.entries(report.answer) : [];
    tell("good", t(report.unique ? "p-unique" : report.unique === false ? "p-several" : "p-answer"),
      answer.length ? el("div", { class: "scroll", tabindex: 0, role: "region", aria: { label: t("p-answer") } }, el("table", {}, el("tbody", {}, answer.map(([name, value]) => el("tr", {}, el("th", { scope: "row", text: name }), el("td", { text: String(value) })))))) : el("p", { class: "mono", text: report.solution }));
  }

  async function count() {
    const report = await busy.run((signal) => call("count", {}, signal));
    if (report) tell("good", t(report.exact ? "p-count" : "p-at-least", { count: String(report.count) }));
  }

  async function steps() {
    const report = await busy.run((signal) => call("steps", { language: language() }, signal));
    if (!report) return;
    const items = report.steps.slice(0, MOST_SHOWN).map((step) => el("li", { text: step.sentence }));
    tell(items.length ? "good" : "warn", items.length ? el("ol", {}, items) : unfinished(report) || t("p-no-step"));
  }

  const choose = el("div"), modes = el("div"), text = field(t("p-text"), editor), plain = el("section", { class: "card" }, el("h2", { text: t("p-statements") }), list);

  /** Shows the form, or the text and the list of its constraints; a text that the form cannot show stays a text. */
  function showMode(wanted, isChosen = false) {
    mode = wanted === "form" && form.show(editor.value) ? "form" : "json";
    const focused = modes.contains(document.activeElement);
    clear(modes).append(documentModes(mode, (next) => { showMode(next, true); changed(); }));
    if (focused) modes.querySelector("[aria-pressed=true]").focus();
    body.replaceChildren(mode === "form" ? form.root : text);
    plain.hidden = mode === "form";
    clear(list);
    if (isChosen) notice(wanted === mode ? "" : t("p-no-form"));
  }

  const body = el("div", { class: "later" });
  root.append(el("div", { class: "two problem" },
    el("section", { aria: { label: t("p-title") } }, el("div", { class: "row title" }, el("h1", { class: "grow", text: t("p-title") }), modes), el("p", { class: "soft", text: t("p-about") }), choose, body),
    el("div", { class: "panel" },
      el("section", { class: "card answer" }, verdict,
        el("div", { class: "row actions" }, button(t("p-solve"), solve, { class: "main" }), button(t("p-count-it"), count), button(t("p-steps"), steps)), busy.box),
      model.root, plain)));

  const put = (text) => {
    editor.value = text;
    showMode(mode);
    changed();
  };
  puzzles().then((all) => {
    const examples = all.filter((item) => ["model", "cnf"].includes(item.name)).flatMap((item) => item.examples).map((item) => ({ ...item, texts: { en: item.text, fr: frenchDocument(item.text) } }));
    const mine = params.d === "kept" ? kept() : params.d, here = (item) => item?.texts[language()];
    const first = examples.find((item) => item.name === "timetable") || examples[0];
    const known = examples.find((item) => Object.values(item.texts).includes(mine)); // examples are shown in the language of the page
    const titleOf = (item) => (language() === "fr" ? frenchWords(item.about || item.name) : item.about || item.name);
    chooser = select(examples.map((item) => [here(item), titleOf(item)]), here(known) || here(first), put);
    choose.append(el("div", { class: "row examples" }, field(t("examples"), chooser), button(t("p-new"), () => { mode = "form"; put(EMPTY); })));
    put(here(known) || mine || here(first) || "");
  }).catch((error) => notice(error.message));
  return { leave: () => { busy.leave(); model.leave(); look.cancel(); } };
}
