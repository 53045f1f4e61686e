// The Sudoku setter: clues are typed, rules drawn. Uniqueness, redundant clues and difficulty are updated continuously.
// Without further rules the requests go to `sudoku`, else to `variant`.

import { ask } from "./api.js";
import { busyBox, unfinished } from "./busy.js";
import { copyButton, follow, onClipboard } from "./clipboard.js";
import { button, clear, debounce, el, field, select } from "./dom.js";
import { modelPanel } from "./model_panel.js";
import { remember } from "./place.js";
import { cellsNamed, reasonView } from "./reason.js";
import { withRim } from "./setter_outside.js";
import "./setter_words.js";
import { cellOf, SIZES, SudokuBoard, SYMBOLS } from "./sudoku_board.js";
import { modes } from "./sudoku_modes.js";
import "./sudoku_words.js";
import { timeline } from "./timeline.js";
import { ruleLayer } from "./variant_layer.js";
import { cloned, drawn, isOutside, isWhole, rulesOf, ruleText, sightsFrom, TOOLS, variantOf, WHOLE, wholeRule } from "./variant_rules.js";
import "./variant_words.js";
import { language, t } from "./words.js";

const USUAL = ["cage", "thermometer", "arrow", "whispers", "renban", "difference", "sandwich", "little killer"];
/** Groups of the less common rules. */
const MORE = {
  "z-more-lines": ["slow thermometer", "palindrome", "region sums", "between", "lockout", "zipper", "modular", "entropic"],
  "z-more-cells": ["ratio", "sum of two", "greater", "odd", "even", "minimum", "maximum", "quadruple", "one of"],
  "z-more-areas": ["sum", "region", "clone"],
  "z-more-outside": ["x-sum", "skyscraper", "numbered room"],
};
const digitsOf = (line) => [...line].map((symbol) => SYMBOLS.indexOf(symbol.toUpperCase()) + 1);

export function mount(root, params, { notice }) {
  const board = new SudokuBoard(write, path);
  const verdict = el("div", { class: "verdict", role: "status", aria: { live: "polite" } });
  const judged = el("div", { class: "judged-live", aria: { live: "polite" } });
  const list = el("ol", { class: "statements rule-list", aria: { label: t("z-rules") } });
  const tools = el("div", { class: "row tools no-print", role: "group", aria: { label: t("z-tools") } });
  const keys = el("div", { class: "keys", role: "group", aria: { label: t("s-keys") } });
  const number = el("input", { type: "text", maxlength: 9, inputmode: "numeric", autocomplete: "off", class: "short" });
  const meaning = el("p", { class: "soft meaning" });
  const rim = withRim(board.root, outside);
  const text = el("textarea", { rows: 4, spellcheck: "false", id: "z-text" });
  const links = el("div", { class: "row" });
  const whole = el("div", { class: "row whole" });
  const busy = busyBox();
  let state = { size: 9, digits: new Array(81).fill(0), rules: [] };
  let tool = "digit", original = null, pending = null, tones = {}, clashes = new Set(), lit = -1;

  const moves = timeline("setter", () => state, (then) => { state = then; changed(); });
  const line = () => state.digits.map((digit) => (digit ? SYMBOLS[digit - 1] : ".")).join("");
  const rows = () => Array.from({ length: state.size }, (_, row) => line().slice(row * state.size, (row + 1) * state.size)).join("/");
  const spoken = () => state.rules.map((rule) => ruleText(rule, state.size)).join("; ");
  const puzzle = () => (state.rules.length ? `${wide() ? wideRows() : rows()} ${spoken()}` : line());
  const kind = () => (state.rules.length ? "variant" : "sudoku");
  const wide = () => state.size > 9;
  const wideRows = () => Array.from({ length: state.size }, (_, row) => state.digits.slice(row * state.size, (row + 1) * state.size).map((digit) => digit || ".").join(" ")).join("/");
  const call = (verb, more, signal) => ask(`${kind()}/${verb}`, { puzzle: puzzle(), ...more }, signal);
  const model = modelPanel(() => [kind(), { puzzle: puzzle() }]);
  const named = (rule) => `${t(`r-${rule.kind}`)}${rule.numbers.length ? ` ${rule.numbers.join(",")}` : ""}`;

  function draw() {
    rim.show(state.size, TOOLS[tool]?.outside, state.rules.some(isOutside));
    board.show({ size: state.size, digits: state.digits, fixed: state.digits.map(Boolean), tones, clashes, layer: ruleLayer(state.rules, state.size, lit) });
  }

  function become(next) {
    moves.note();
    state = { ...state, ...next };
    changed();
  }

  function write(cells, digit) {
    if (tool !== "digit" && digit) return;
    const digits = state.digits.slice();
    for (const cell of cells) digits[cell] = digit;
    if (digits.join() !== state.digits.join()) become({ digits });
  }

  /** Applies the current tool to the cells in the order of the drag. */
  function path(cells) {
    const rule = original ? cloned(original, cells[0], state.size) : drawn(tool, cells, number.value.trim(), state.size);
    if (!rule) { board.restart(); return void notice(t(needsNumber() ? "z-number-first" : "z-misfit")); }
    notice("");
    original = TOOLS[tool].copy && !original ? cells : null;
    board.drawing = original ? 1 : TOOLS[tool].cells || Infinity;
    board.restart();
    explain();
    if (original) {
      tones = Object.fromEntries(cells.map((cell) => [cell, "look"]));
      draw();
    } else become({ rules: [...state.rules, rule] });
  }

  const needsNumber = () => TOOLS[tool]?.number !== undefined && tool !== "cage" && !number.value.trim();

  /** Sets an outside clue; a tap with another number changes it, with the same number turns or removes it. */
  function outside(place) {
    const ways = sightsFrom(place, state.size, TOOLS[tool].outside), value = Number(number.value);
    const way = (rule) => (rule.kind === tool ? ways.findIndex((cells) => cells.join() === rule.cells.join()) : -1);
    const at = state.rules.findIndex((rule) => way(rule) >= 0), known = state.rules[at];
    if (!known && needsNumber()) { number.focus(); return void notice(t("z-number-first")); }
    notice("");
    const ruleOf = (cells) => ({ kind: tool, numbers: [value], cells, others: [] });
    if (!known) return become({ rules: [...state.rules, ruleOf(ways[0])] });
    const next = !needsNumber() && known.numbers[0] !== value ? known.cells : ways[way(known) + 1];
    become({ rules: state.rules.flatMap((rule, other) => (other !== at ? [rule] : next ? [{ ...rule, numbers: needsNumber() ? rule.numbers : [value], cells: next }] : [])) });
  }

  /** Explains the current tool. */
  function explain() {
    const how = original ? "z-how-copy" : TOOLS[tool]?.outside ? "z-how-outside" : TOOLS[tool]?.cells === 1 ? "z-how-one" : "z-how";
    meaning.textContent = tool === "digit" ? "" : `${t(`e-${tool}`)} ${t(how)}`;
    drawIt.classList.toggle("hidden", Boolean(TOOLS[tool]?.outside));
  }

  function changed() {
    [tones, clashes, lit] = [{}, new Set(), -1];
    draw();
    drawList();
    text.value = puzzle();
    model.changed();
    remember("setter", { g: /[^.]/.test(line()) || state.size !== 9 ? line() : "", r: spoken() });
    const empty = !state.digits.some(Boolean) && !state.rules.length;
    clear(links);
    clear(judged);
    verdict.dataset.tone = "";
    verdict.textContent = empty ? t("z-empty") : "…";
    pending?.abort();
    if (!empty) look();
    else look.cancel();
  }

  const look = debounce(async () => {
    pending?.abort();
    const mine = (pending = new AbortController());
    try {
      const report = await call("check", { most: 1, language: language() }, mine.signal);
      say(report);
      if (!report.unique) return;
      judged.append(el("p", { class: "soft", text: t("z-hard-soon") }));
      await unneeded(mine.signal);
      await hardness(mine.signal);
    } catch (error) {
      if (error.name !== "AbortError") { verdict.dataset.tone = "bad"; verdict.textContent = error.message; clear(judged); }
    }
  }, 350);

  function say(report) {
    const late = unfinished(report) || (report.consistent === null ? t("undecided") : null), clues = state.digits.filter(Boolean).length;
    verdict.dataset.tone = late ? "warn" : !report.consistent ? "bad" : report.unique ? "good" : "warn";
    if (late || report.consistent) return void (verdict.textContent = `${late || t(report.unique ? "s-one" : "s-many")} ${t("z-clues", { count: clues })}.`);
    const texts = report.texts[0] || [], rules = report.rules?.[0] || [];
    clear(verdict).append(t("s-none"), ...reasonView(texts, rules));
    markRules("clash", report.conflicts[0] || []);
    clashes = new Set(cellsNamed(texts).map((name) => cellOf(name, state.size)));
    draw();
  }

  /** Marks the listed rules that the facts name. */
  function markRules(look, ids) {
    const named = new Set(ids.map((id) => Number(/^given [a-z -]+ (\d+)$/.exec(id)?.[1]) - 1));
    [...list.children].forEach((node, at) => node.classList.toggle(look, named.has(at)));
  }

  async function unneeded(signal) {
    const report = await call("minimal", { language: language() }, signal);
    if (report.solutions !== "one") return;
    tones = Object.fromEntries(report.unneeded.map((item) => /r\d+c\d+(?==)/.exec(item.id)?.[0]).filter(Boolean).map((name) => [cellOf(name, state.size), "look"]));
    markRules("loose", report.unneeded.map((item) => item.id));
    const what = report.unneeded.map((item) => /r\d+c\d+(?==)/.exec(item.id)?.[0] || item.text);
    const shown = [...what.slice(0, 12), ...(what.length > 12 ? [t("s-tree-more", { count: what.length - 12 })] : [])].join(", ");
    judged.prepend(el("p", { text: what.length ? t("z-unneeded", { what: shown }) : t("z-needed") }));
    draw();
  }

  async function hardness(signal) {
    const report = await call("rate", {}, signal);
    const exactly = report.difficulty == null ? "" : ` (${report.difficulty.toLocaleString(language(), { maximumFractionDigits: 2 })})`;
    const rating = report.band ? t("z-hardness", { band: t(`s-${report.band}`), exactly })
      : report.effort ? t("z-effort", { effort: report.effort.toLocaleString(language()), largest: report.largest }) : unfinished(report) || t("undecided");
    judged.lastChild.replaceWith(el("p", { class: "hardness", text: rating }));
  }

  function drawList() {
    const point = (at) => { lit = at; draw(); };
    clear(list).append(...state.rules.map((rule, at) => el("li", { on: { mouseenter: () => point(at), mouseleave: () => point(-1) } },
      el("span", { class: "rank", text: at + 1 }),
      el("span", { text: `${named(rule)} ${rule.cells.length ? ruleText({ ...rule, kind: "", numbers: [] }, state.size).trim() : ""}`.replace(/(r\d+c\d+)( r\d+c\d+){5,} (r\d+c\d+)$/, "$1 … $3") }),
      button("✕", () => become({ rules: state.rules.filter((_, other) => other !== at) }), { class: "quiet", aria: { label: t("z-remove", { what: named(rule) }) }, on: { focus: () => point(at), blur: () => point(-1) } }))));
    if (!state.rules.length) list.append(el("li", { class: "none soft", text: t("z-no-rules") }));
    for (const box of whole.querySelectorAll("input")) box.checked = state.rules.some((rule) => isWhole(rule, box.value, state.size));
  }

  function toggle(name, on) {
    become({ rules: [...state.rules.filter((rule) => !isWhole(rule, name, state.size)), ...(on ? [wholeRule(name, state.size)] : [])] });
  }

  function choose(name) {
    [tool, original] = [name, null];
    board.drawing = tool === "digit" || TOOLS[tool].outside ? 0 : TOOLS[tool].cells || Infinity;
    board.restart();
    const { number: usual, several, circle } = TOOLS[tool] || {};
    number.value = usual ?? "";
    numbered.classList.toggle("hidden", usual === undefined);
    numbered.querySelector("label").textContent = t(several ? "z-several" : circle ? "z-circle" : "z-number");
    explain();
    drawTools();
    draw();
  }

  /** Enters a digit into the selected cells, or appends it to the number. */
  const press = (digit) => { if (tool === "digit") board.write(digit); else number.value = digit === null ? number.value.slice(0, -1) : `${number.value}${digit}`.slice(0, 9); };

  function drawTools() {
    const item = (name) => button(t(name === "digit" ? "z-digit" : `r-${name}`), () => choose(name), { data: { tool: name }, aria: { pressed: String(tool === name) } });
    const more = select([["", `${t("z-more")} …`]], "", (name) => choose(name || "digit"));
    more.append(...Object.entries(MORE).map(([group, names]) => el("optgroup", { label: t(group) }, names.map((name) => el("option", { value: name, text: t(`r-${name}`) })))));
    more.value = tool === "digit" || USUAL.includes(tool) ? "" : tool;
    more.setAttribute("aria-label", t("z-more"));
    more.classList.toggle("chosen", more.value !== "");
    clear(tools).append(item("digit"), ...USUAL.map(item), more);
    const counts = tool !== "digit" && TOOLS[tool].number !== undefined, signs = counts ? [..."1234567890"] : [...SYMBOLS.slice(0, state.size)];
    keys.classList.toggle("hidden", tool !== "digit" && !counts);
    drawing.classList.toggle("hidden", tool === "digit");
    clear(keys).append(
      ...signs.map((sign) => button(sign, () => press(counts ? sign : SYMBOLS.indexOf(sign) + 1))),
      button("⌫", () => press(counts ? null : 0), { aria: { label: t("s-erase") }, title: t("s-erase") }));
    sizes.value = String(state.size);
  }

  function load(wanted, rules = "") {
    const size = Math.sqrt(wanted.length);
    if (!SIZES.includes(size)) return false;
    moves.note();
    state = { size, digits: digitsOf(wanted), rules: rulesOf(rules, size) };
    drawTools();
    changed();
    return true;
  }

  /** Reads rows and rules, 81 characters, or a link, which the server decodes. */
  async function read(pasted) {
    const wanted = pasted.trim();
    if (follow(wanted)) return;
    const bare = wanted.replace(/\s+/g, "").replace(/[0*_-]/g, ".");
    if (/^[.1-9A-Pa-p]+$/.test(bare) && load(bare)) return void notice("");
    const report = await busy.run((signal) => ask("variant/draw", { puzzle: wanted }, signal));
    if (!report) return;
    const params = variantOf(report.puzzle), line = params?.digits.map((item) => (/^\d+$/.test(item) ? SYMBOLS[Number(item) - 1] : item)).join("");
    notice(params && load(line, params.rules.map((rule) => ruleText(rule, params.size)).join("; ")) ? "" : t("z-no-regions"));
  }

  /** Shows and copies a link that exports the puzzle. */
  async function take(where) {
    const report = await busy.run((signal) => call("export", { to: where === "SudokuPad" && kind() === "sudoku" ? "sudokupad" : "fpuzzles" }, signal));
    if (!report?.text) return;
    const data = /load=(.*)$/.exec(report.text.trim())?.[1];
    const address = where === "SudokuPad" && data ? `https://sudokupad.app/?puzzleid=fpuzzles${encodeURIComponent(data)}` : report.text.trim();
    await navigator.clipboard?.writeText(address).catch(() => {});
    clear(links).append(el("a", { href: address, target: "_blank", rel: "noopener noreferrer", text: t("z-open", { where }) }), el("span", { class: "soft", text: t("copied") }));
  }

  const sizes = select(SIZES.filter((size) => size <= 16).map((size) => [String(size), `${size}×${size}`]), "9", (size) => load(".".repeat(size * size)));
  const numbered = field(t("z-number"), number), drawIt = button(t("z-draw"), () => board.finish(), { class: "main" });
  const drawing = el("div", { class: "drawing no-print" }, meaning, el("div", { class: "row" }, numbered, drawIt));
  whole.append(...WHOLE.map((name) => {
    const box = el("input", { type: "checkbox", id: `z-${name.replaceAll(" ", "-")}`, on: { change: (event) => toggle(name, event.target.checked) } });
    box.value = name;
    return el("span", { class: "row" }, box, el("label", { for: box.id, text: t(`r-${name}`) }));
  }));
  const play = () => { location.hash = state.rules.length ? `#/variant?${new URLSearchParams({ g: puzzle() })}` : `#/sudoku?${new URLSearchParams({ g: line(), lock: "1" })}`; };

  root.append(el("div", { class: "two setter" },
    el("section", { aria: { label: t("z-title") } },
      el("div", { class: "row title" }, el("h1", { class: "grow", text: t("z-title") }), modes("setter")), rim.root, tools, drawing, keys,
      el("div", { class: "row no-print later" }, button(t("undo"), moves.undo), button(t("redo"), moves.redo), button(t("clear"), () => load(".".repeat(state.size ** 2))), field(t("s-size"), sizes))),
    el("div", { class: "panel" },
      el("section", { class: "card answer" }, verdict, judged, busy.box),
      el("section", { class: "card" }, el("h2", { text: t("z-rules") }), list, el("h3", { text: t("z-whole") }), whole),
      model.root,
      el("section", { class: "card" }, el("h2", { text: t("z-export") }),
        el("div", { class: "row" }, button("SudokuPad", () => take("SudokuPad")), button("f-puzzles", () => take("f-puzzles")), copyButton("share", () => location.href, "copied"), copyButton("copy-puzzle", puzzle), button(t("print"), () => window.print()), button(t("z-played"), play, { class: "main" })),
        links),
      el("section", { class: "card" }, field(t("z-text"), text), el("div", { class: "row" }, button(t("z-read"), () => read(text.value)))))));
  drawTools();
  choose("digit");
  if (!load(params.g || ".".repeat(81), params.r || "")) load(".".repeat(81));
  moves.begin();
  board.select(0, { focus: false });
  const unclip = onClipboard({ give: puzzle, take: (pasted) => read(pasted).catch((error) => notice(error.message)) });
  return { leave: () => { busy.leave(); model.leave(); pending?.abort(); look.cancel(); moves.leave(); unclip(); } };
}
