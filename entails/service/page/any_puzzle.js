// Any puzzle type that can be drawn: its board, the user's entries, and the results of the service.

import { ask } from "./api.js";
import { DrawnBoard, choiceText } from "./board.js";
import { busyBox, unfinished } from "./busy.js";
import { clock } from "./clock.js";
import { copyButton, follow, onClipboard } from "./clipboard.js";
import { button, clear, debounce, el, field, group, select } from "./dom.js";
import { puzzles, showGallery } from "./gallery.js";
import { boxesOf, housesIn } from "./houses.js";
import { modelPanel } from "./model_panel.js";
import { remember } from "./place.js";
import { cellsNamed, reasonView, repairView } from "./reason.js";
import { puzzleName, summary } from "./summaries.js";
import { timeline } from "./timeline.js";
import "./any_words.js";
import { language, t } from "./words.js";

/** Notes are stored as bits of a number. */
const MOST_NOTED = 30;

export function mount(root, params, { notice, puzzle }) {
  const leave = { gone: false, now: () => {} };
  const section = el("section", {}, el("h1", { class: "any-title", text: puzzle === "puzzles" ? t("b-list") : puzzle.replaceAll("-", " ") }));
  root.append(section);
  if (puzzle === "puzzles") {
    const gallery = el("ul", { class: "puzzle-list gallery" }), gone = new AbortController();
    section.append(gallery);
    showGallery(gallery, gone.signal, "h2");
    return { leave: () => gone.abort() };
  }
  puzzles().then((known) => translated(known.find((item) => item.name === puzzle || item.also_called.includes(puzzle)))).then((about) => {
    if (leave.gone) return;
    if (about?.drawn) leave.now = play(clear(root), about, params, notice);
    else section.append(el("p", { text: t("b-unknown") }), el("p", {}, el("a", { href: "#/puzzles", text: t("b-all") })));
  });
  return { leave: () => { leave.gone = true; leave.now(); } };
}

/** Returns a puzzle type with its examples in the language of the page; `other` is the text of the other language. */
async function translated(about) {
  if (about?.name !== "zebra") return about;
  const { frenchItems } = await import("./problem_french.js");
  const inFrench = language() === "fr";
  return { ...about, examples: about.examples.map((item) => ({ ...item, text: inFrench ? frenchItems(item.text) : item.text, other: inFrench ? item.text : frenchItems(item.text) })) };
}

function play(root, about, params, notice) {
  const board = new DrawnBoard(put);
  const verdict = el("div", { class: "verdict", role: "status", aria: { live: "polite" } });
  const keys = el("div", { class: "keys no-print", role: "group", aria: { label: t("b-keys") } });
  const paste = el("textarea", { rows: 4, spellcheck: "false" });
  const busy = busyBox();
  const rules = el("section", { class: "card hidden" });
  let text = "", drawing = null, chosen = new Map(), notes = new Map(), noting = false, answer = null, marked = new Set(), lit = new Set(), pending = null, waiting = null;
  let dress = (plain) => plain;

  const time = clock(about.name);
  const moves = timeline(about.name, () => ({ text, chosen, notes }), (state) => { ({ chosen, notes } = state); changed(); });
  const factOf = (name, choice) => drawing.choices[choice].fact.replaceAll("{name}", name);
  const claims = () => [...chosen].map(([name, choice]) => factOf(name, choice));
  const call = (verb, more = {}, signal) => ask(`${about.name}/${verb}`, { puzzle: text, ...more }, signal);
  const model = modelPanel(() => [about.name, { puzzle: text }]);
  const draw = () => drawing && board.show(answer || drawing, answer ? new Map() : chosen, { marked, lit, notes });
  const many = () => (drawing?.choices || []).length > 3 && drawing.choices.length <= MOST_NOTED;
  const noteText = () => [...notes].filter(([name, bits]) => bits && !chosen.has(name)).map(([name, bits]) => `${name}:${bits.toString(36)}`).join(".");
  const notesOf = (line) => new Map(line.split(".").map((item) => item.split(":")).filter(([, bits]) => bits).map(([name, bits]) => [name, Number.parseInt(bits, 36) || 0]));

  async function load(wanted, mine = [], noted = "") {
    const report = await busy.run((signal) => ask(`${about.name}/draw`, { puzzle: wanted }, signal));
    if (!report) return;
    notice(report.drawing ? "" : unfinished(report) || t("failed"));
    if (!report.drawing) return;
    if (about.name === "variant") {
      const look = (await import("./variant_drawing.js")).variantLook(report.puzzle);
      ({ dress } = look);
      clear(rules).append(...(look.legend ? [el("h2", { text: t("b-rules-title") }), look.legend] : []));
      rules.classList.toggle("hidden", !look.legend);
    }
    [text, drawing, chosen, notes, answer] = [report.puzzle, dress(report.drawing), new Map(), notesOf(noted), null];
    const places = [...(drawing.cells || []), ...(drawing.edges || [])].filter((place) => place.name && (place.kind || "open") === "open");
    for (const { name } of mine.length ? places : []) {
      const choice = drawing.choices.findIndex((_, number) => mine.includes(factOf(name, number)));
      if (choice >= 0) chosen.set(name, choice);
    }
    drawKeys();
    paste.value = text;
    model.changed();
    time.of(text);
    moves.begin();
    changed();
    const command = waiting;
    waiting = null;
    command?.();
  }

  function drawKeys() {
    clear(keys).append(
      ...(drawing.choices || []).map((choice, number) => button(choice.text, () => board.write(number), { aria: { label: choiceText(choice) }, title: choiceText(choice) })),
      button("⌫", () => board.write(null), { aria: { label: t("b-erase") }, title: t("b-erase") }));
    noteButton.classList.toggle("hidden", !many());
    noteButton.setAttribute("aria-pressed", String(noting));
  }

  function put(name, choice) {
    if (answer) return;
    moves.note();
    [chosen, notes] = [new Map(chosen), new Map(notes)];
    if (choice === null && !chosen.has(name)) notes.delete(name);
    else if (choice === null) chosen.delete(name);
    else if (noting && many()) { if (!chosen.has(name)) notes.set(name, (notes.get(name) || 0) ^ (1 << choice)); }
    else chosen.set(name, choice);
    changed();
  }

  function changed() {
    if (!drawing) return;
    [answer, marked, lit] = [null, new Set(), new Set()];
    draw();
    remember(about.name, { g: text, m: claims().join(";"), n: noteText() });
    verdict.dataset.tone = "";
    verdict.textContent = chosen.size ? "…" : t("b-type");
    look();
  }

  const look = debounce(async () => {
    pending?.abort();
    pending = new AbortController();
    try {
      say(await call("check", { also: claims(), most: 3, language: language() }, pending.signal));
    } catch (error) {
      if (error.name !== "AbortError") { verdict.dataset.tone = "bad"; verdict.textContent = error.message; }
    }
  }, 300);

  function say(report) {
    const late = unfinished(report);
    if (late || report.consistent === null) {
      verdict.dataset.tone = "warn";
      verdict.textContent = late || t("undecided");
    } else if (report.consistent) {
      const full = chosen.size > 0 && report.unique && chosen.size === board.buttons.size;
      verdict.dataset.tone = report.unique ? "good" : "warn";
      verdict.textContent = t(full ? "b-full" : report.unique ? "b-one" : "b-many");
      if (full) time.stop();
    } else {
      clash(report);
    }
  }

  /** Shows a conflict in sentences, and marks its cells on the board. */
  function clash(report) {
    const texts = report.texts[0] || [], rules = report.rules?.[0] || [];
    verdict.dataset.tone = "bad";
    clear(verdict).append(t(texts.length ? "b-none" : "b-none-plain"), ...reasonView(texts, rules), ...repairView(report.repair_texts));
    const facts = new Map([...chosen].map(([name, choice]) => [`said ${factOf(name, choice)}`, name]));
    const named = cellsNamed(texts);
    marked = new Set([...named, ...(report.conflicts[0] || []).map((id) => facts.get(id)).filter(Boolean)]);
    lit = housesIn(rules, { ...drawing, boxOf: boxesOf(drawing) });
    draw();
  }

  /** Cancels the pending check, whose verdict would replace the next message. */
  function quiet() {
    look.cancel();
    pending?.abort();
  }

  async function show(request, sentence) {
    const report = await busy.run((signal) => call("draw", request, signal));
    if (!report) return;
    if (!report.drawing || report.solved === false) return void notice(unfinished(report) || t("b-none-plain"));
    quiet();
    [answer, marked, lit] = [{ ...dress(report.drawing), choices: [] }, new Set(), new Set()];
    draw();
    verdict.dataset.tone = "good";
    clear(verdict).append(sentence, " ", button(t("b-back"), changed, { class: "quiet" }));
  }

  /** Shows a hint for the next step from the user's entries, more of it each time. Wrong entries come first. */
  async function hint(strength) {
    const report = await busy.run((signal) => call("hint", { also: claims(), strength, language: language() }, signal));
    if (!report) return;
    quiet();
    const more = { where: "rules", rules: "step" }[strength], entries = new Map([...chosen].map(([name, choice]) => [factOf(name, choice), name]));
    [answer, marked, lit] = [null, new Set(report.wrong.map((item) => entries.get(item.entry)).filter(Boolean)), new Set(report.wrong.length ? [] : report.cells)];
    draw();
    verdict.dataset.tone = report.wrong.length ? "bad" : "good";
    clear(verdict).append(el("span", { text: report.sentence, lang: language() }), " ", ...(report.found && more ? [button(t("b-more"), () => hint(more), { class: "quiet" })] : []));
  }

  /** Shows the whole path step by step: the sentence, the cells, and the board at that point. */
  async function path() {
    const report = await busy.run((signal) => call("steps", { also: claims(), language: language() }, signal));
    if (!report) return;
    if (!report.steps.length) return void notice(report.wrong[0]?.sentence || unfinished(report) || t(report.status === "contradiction" ? "b-none-plain" : "b-no-step"));
    const wrong = new Set(report.wrong.map((item) => item.entry));
    const known = (count) => [...claims().filter((fact) => !wrong.has(fact)), ...report.steps.slice(0, count).flatMap((step) => step.forces)];
    const go = async (number) => {
      const step = report.steps[number];
      const drawn = await busy.run((signal) => call("draw", { known: known(number + 1) }, signal));
      if (!drawn) return;
      quiet();
      [answer, marked, lit] = [{ ...dress(drawn.drawing), choices: [] }, new Set(), new Set(step.cells)];
      draw();
      verdict.dataset.tone = "good";
      clear(verdict).append(
        ...report.wrong.map((item) => el("p", { text: item.sentence, lang: language() })),
        el("p", {}, `${t("b-step", { number: number + 1, count: report.steps.length })} `, el("span", { text: step.sentence, lang: language() })),
        el("div", { class: "row" },
          button(t("b-before"), () => go(number - 1), { disabled: number === 0 }), button(t("b-next"), () => go(number + 1), { disabled: number + 1 === report.steps.length }),
          button(t("b-back"), changed, { class: "quiet" })));
    };
    await go(0);
  }

  async function certain() {
    const report = await busy.run((signal) => call("forced", { also: claims() }, signal));
    if (!report) return;
    if (!report.consistent) return void notice(unfinished(report) || t("b-none-plain"));
    await show({ known: report.forced }, t("b-forced", { count: report.forced.length }));
  }

  /** Runs a command; one that is chosen before there is a board waits for it. */
  const withBoard = (command) => () => { if (drawing) command(); else waiting = command; };
  const read = (pasted) => follow(pasted.trim()) || load(pasted).catch((error) => notice(error.message));
  const examples = select(about.examples.map((item) => [item.text, t(`b-example-${item.name}`, {}, item.name.replaceAll("-", " "))]), about.examples[0]?.text, (chosenText) => load(chosenText));
  const noteButton = button(t("b-notes"), () => { noting = !noting; drawKeys(); }, { aria: { pressed: "false" } });
  const title = puzzleName(about);
  root.append(el("div", { class: "two" },
    el("section", { aria: { label: title } },
      el("div", { class: "row title" }, el("h1", { class: "any-title grow", text: title }), time.root), el("p", { class: "soft rules-text", on: { click: (event) => event.currentTarget.classList.toggle("open") }, ...summary(about) }), board.root, keys,
      el("div", { class: "row no-print later" },
        button(t("undo"), moves.undo), button(t("redo"), moves.redo),
        noteButton, button(t("clear"), () => { moves.note(); [chosen, notes] = [new Map(), new Map()]; changed(); }))),
    el("div", { class: "panel" },
      el("section", { class: "card answer" }, verdict,
        el("div", { class: "row actions" },
          button(t("b-solve"), withBoard(() => show({ solved: true, known: claims() }, t("b-solved"))), { class: "main" }), button(t("b-certain"), withBoard(certain)), button(t("b-hint"), withBoard(() => hint("where"))), button(t("b-path"), withBoard(path))),
        busy.box),
      rules,
      model.root,
      el("section", { class: "card" }, field(t("examples"), examples), field(t("b-paste"), paste),
        el("div", { class: "row" }, button(t("b-read"), () => read(paste.value)), el("a", { href: "#/puzzles", text: t("b-all") }))),
      el("section", { class: "card no-print" }, group(t("export"), copyButton("share", () => location.href, "copied"), copyButton("copy-puzzle", () => text), button(t("print"), () => window.print()))))));
  const begun = about.examples.find((item) => item.other && item.other === params.g)?.text || params.g;
  load(begun || about.examples[0]?.text || "", (params.m || "").split(";").filter(Boolean), params.n || "").catch((error) => notice(error.message));
  const unclip = onClipboard({ give: () => text, take: read });
  return () => { busy.leave(); model.leave(); pending?.abort(); look.cancel(); moves.leave(); time.leave(); unclip(); };
}
