// Setting a Sudoku: clues are typed, cages and lines drawn; whether it has one solution, what is unneeded and how hard it
// is follow while one works. What has no further rule is asked of `sudoku`, everything else of `variant`.

import { ask } from "./api.js";
import { busyBox, unfinished } from "./busy.js";
import { copyButton, follow, onClipboard } from "./clipboard.js";
import { button, clear, debounce, el, field, select } from "./dom.js";
import { remember } from "./place.js";
import { ruleLayer } from "./setter_layer.js";
import { drawn, isWhole, rulesOf, ruleText, TOOLS, WHOLE, wholeRules } from "./setter_rules.js";
import "./setter_words.js";
import { cellOf, SIZES, SudokuBoard, SYMBOLS } from "./sudoku_board.js";
import { modes } from "./sudoku_modes.js";
import "./sudoku_words.js";
import { timeline } from "./timeline.js";
import { language, t } from "./words.js";

const USUAL = ["cage", "thermometer", "arrow", "whispers", "renban", "palindrome", "region sums", "difference"];
const digitsOf = (line) => [...line].map((symbol) => SYMBOLS.indexOf(symbol.toUpperCase()) + 1);

export function mount(root, given, { notice }) {
  const board = new SudokuBoard(write, path);
  const verdict = el("div", { class: "verdict", role: "status", aria: { live: "polite" } });
  const judged = el("div", { class: "judged-live", aria: { live: "polite" } });
  const list = el("ol", { class: "statements rule-list", aria: { label: t("z-rules") } });
  const tools = el("div", { class: "row tools no-print", role: "group", aria: { label: t("z-tools") } });
  const keys = el("div", { class: "keys", role: "group", aria: { label: t("s-keys") } });
  const number = el("input", { type: "number", min: 1, max: 99, inputmode: "numeric", class: "short" });
  const text = el("textarea", { rows: 4, spellcheck: "false", id: "z-text" });
  const links = el("div", { class: "row" });
  const whole = el("div", { class: "row whole" });
  const busy = busyBox();
  let state = { size: 9, digits: new Array(81).fill(0), rules: [] };
  let tool = "digit", asked = null, tones = {}, clashes = new Set(), lit = -1;

  const moves = timeline("setter", () => state, (then) => { state = then; changed(); });
  const line = () => state.digits.map((digit) => (digit ? SYMBOLS[digit - 1] : ".")).join("");
  const rows = () => Array.from({ length: state.size }, (_, row) => line().slice(row * state.size, (row + 1) * state.size)).join("/");
  const spoken = () => state.rules.map((rule) => ruleText(rule, state.size)).join("; ");
  const puzzle = () => (state.rules.length ? `${wide() ? wideRows() : rows()} ${spoken()}` : line());
  const kind = () => (state.rules.length ? "variant" : "sudoku");
  const wide = () => state.size > 9;
  const wideRows = () => Array.from({ length: state.size }, (_, row) => state.digits.slice(row * state.size, (row + 1) * state.size).map((digit) => digit || ".").join(" ")).join("/");
  const call = (verb, more, signal) => ask(`${kind()}/${verb}`, { puzzle: puzzle(), ...more }, signal);
  const named = (rule) => `${t(`r-${rule.kind}`)}${rule.numbers.length ? ` ${rule.numbers.join(",")}` : ""}`;

  function draw() {
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

  /** Cells in the order in which somebody went over them, with a tool in hand. */
  function path(cells) {
    const rule = drawn(tool, cells, number.value);
    board.restart();
    if (!rule) return void notice(t("z-misfit"));
    notice("");
    become({ rules: [...state.rules, rule] });
  }

  function changed() {
    [tones, clashes, lit] = [{}, new Set(), -1];
    draw();
    drawList();
    text.value = puzzle();
    remember("setter", { g: /[^.]/.test(line()) || state.size !== 9 ? line() : "", r: spoken() });
    const empty = !state.digits.some(Boolean) && !state.rules.length;
    clear(links);
    clear(judged);
    verdict.dataset.tone = "";
    verdict.textContent = empty ? t("z-empty") : "…";
    asked?.abort();
    if (!empty) look();
    else look.cancel();
  }

  const look = debounce(async () => {
    asked?.abort();
    const mine = (asked = new AbortController());
    try {
      const found = await call("check", { most: 1, language: language() }, mine.signal);
      say(found);
      if (!found.unique) return;
      judged.append(el("p", { class: "soft", text: t("z-hard-soon") }));
      await unneeded(mine.signal);
      await hardness(mine.signal);
    } catch (error) {
      if (error.name !== "AbortError") { verdict.dataset.tone = "bad"; verdict.textContent = error.message; clear(judged); }
    }
  }, 350);

  function say(found) {
    const late = unfinished(found) || (found.consistent === null ? t("undecided") : null), clues = state.digits.filter(Boolean).length;
    verdict.dataset.tone = late ? "warn" : !found.consistent ? "bad" : found.unique ? "good" : "warn";
    if (late || found.consistent) return void (verdict.textContent = `${late || t(found.unique ? "s-one" : "s-many")} ${t("z-clues", { count: clues })}.`);
    const texts = [...(found.texts[0] || []), ...(found.rules?.[0] || [])];
    clear(verdict).append(t("s-none"), el("ul", {}, texts.map((one) => el("li", { text: one, lang: language() }))));
    clashes = new Set((texts.join(" ").match(/r\d+c\d+/g) || []).map((name) => cellOf(name, state.size)));
    draw();
  }

  async function unneeded(signal) {
    const found = await call("minimal", { language: language() }, signal);
    if (found.solutions !== "one") return;
    tones = Object.fromEntries(found.unneeded.map((one) => /r\d+c\d+(?==)/.exec(one.id)?.[0]).filter(Boolean).map((name) => [cellOf(name, state.size), "look"]));
    const loose = new Set(found.unneeded.map((one) => Number(/^given [a-z -]+ (\d+)$/.exec(one.id)?.[1]) - 1).filter((at) => at >= 0));
    [...list.children].forEach((node, at) => node.classList.toggle("loose", loose.has(at)));
    const what = found.unneeded.map((one) => /r\d+c\d+(?==)/.exec(one.id)?.[0] || one.text);
    const shown = [...what.slice(0, 12), ...(what.length > 12 ? [t("s-tree-more", { count: what.length - 12 })] : [])].join(", ");
    judged.prepend(el("p", { text: what.length ? t("z-unneeded", { what: shown }) : t("z-needed") }));
    draw();
  }

  async function hardness(signal) {
    const found = await call("rate", {}, signal);
    const exactly = found.difficulty == null ? "" : ` (${found.difficulty.toLocaleString(language(), { maximumFractionDigits: 2 })})`;
    const said = found.band ? t("z-hardness", { band: t(`s-${found.band}`), exactly })
      : found.effort ? t("z-effort", { effort: found.effort.toLocaleString(language()), largest: found.largest }) : unfinished(found) || t("undecided");
    judged.lastChild.replaceWith(el("p", { class: "hardness", text: said }));
  }

  function drawList() {
    const point = (at) => { lit = at; draw(); };
    clear(list).append(...state.rules.map((rule, at) => el("li", { on: { mouseenter: () => point(at), mouseleave: () => point(-1) } },
      el("span", { class: "rank", text: at + 1 }),
      el("span", { text: `${named(rule)} ${rule.cells.length ? ruleText({ ...rule, kind: "", numbers: [] }, state.size).trim().split(" ").slice(0, 9).join(" ") : ""}` }),
      button("✕", () => become({ rules: state.rules.filter((_, other) => other !== at) }), { class: "quiet", aria: { label: t("z-remove", { what: named(rule) }) }, on: { focus: () => point(at), blur: () => point(-1) } }))));
    if (!state.rules.length) list.append(el("li", {}, el("span", {}), el("span", { class: "soft", text: t("z-no-rules") })));
    for (const box of whole.querySelectorAll("input")) box.checked = state.rules.some((rule) => isWhole(rule, box.value));
  }

  function toggle(name, on) {
    become({ rules: [...state.rules.filter((rule) => !isWhole(rule, name)), ...(on ? wholeRules(name, state.size) : [])] });
  }

  function choose(name) {
    tool = name;
    board.drawing = tool === "digit" ? 0 : TOOLS[tool].cells || Infinity;
    board.restart();
    const usual = TOOLS[tool]?.number;
    number.value = usual ?? "";
    number.disabled = usual === undefined;
    drawTools();
  }

  function drawTools() {
    const one = (name) => button(t(name === "digit" ? "z-digit" : `r-${name}`), () => choose(name), { data: { tool: name }, aria: { pressed: String(tool === name) } });
    const more = select([["", `${t("z-more")} …`], ...Object.keys(TOOLS).filter((name) => !USUAL.includes(name)).map((name) => [name, t(`r-${name}`)])], USUAL.includes(tool) ? "" : tool, (name) => choose(name || "digit"));
    more.setAttribute("aria-label", t("z-more"));
    clear(tools).append(one("digit"), ...USUAL.map(one), more);
    keys.classList.toggle("hidden", tool !== "digit");
    drawing.classList.toggle("hidden", tool === "digit");
    clear(keys).append(
      ...Array.from({ length: state.size }, (_, index) => button(SYMBOLS[index], () => board.write(index + 1))),
      button("⌫", () => board.write(0), { aria: { label: t("s-erase") }, title: t("s-erase") }));
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

  /** Rows and rules as people type them, 81 characters, or any link; the server says what a link means. */
  async function read(pasted) {
    const wanted = pasted.trim();
    if (follow(wanted)) return;
    const bare = wanted.replace(/\s+/g, "").replace(/[0*_-]/g, ".");
    if (/^[.1-9A-Pa-p]+$/.test(bare) && load(bare)) return void notice("");
    const found = await busy.run((signal) => ask("variant/draw", { puzzle: wanted }, signal));
    if (!found) return;
    const [grid, ...rest] = found.puzzle.split(/\s+(?=[a-z])/);
    const flat = grid.split("/").map((row) => (row.includes(" ") ? row.split(" ").map((one) => SYMBOLS[Number(one) - 1] || ".").join("") : row)).join("");
    notice(found.puzzle.startsWith("{") || !load(flat, rest.join(" ")) ? t("failed") : "");
  }

  /** A link to take the puzzle along: shown to be followed, and copied. */
  async function take(where) {
    const found = await busy.run((signal) => call("export", { to: where === "SudokuPad" && kind() === "sudoku" ? "sudokupad" : "fpuzzles" }, signal));
    if (!found?.text) return;
    const data = /load=(.*)$/.exec(found.text.trim())?.[1];
    const address = where === "SudokuPad" && data ? `https://sudokupad.app/?puzzleid=fpuzzles${encodeURIComponent(data)}` : found.text.trim();
    await navigator.clipboard?.writeText(address).catch(() => {});
    clear(links).append(el("a", { href: address, target: "_blank", rel: "noopener noreferrer", text: t("z-open", { where }) }), el("span", { class: "soft", text: t("copied") }));
  }

  const sizes = select(SIZES.filter((size) => size <= 16).map((size) => [String(size), `${size}×${size}`]), "9", (size) => load(".".repeat(size * size)));
  const drawing = el("div", { class: "row drawing no-print" }, field(t("z-number"), number), button(t("z-draw"), () => board.finish(), { class: "main" }), el("span", { class: "soft how", text: t("z-how") }));
  whole.append(...WHOLE.map((name) => {
    const box = el("input", { type: "checkbox", id: `z-${name.replaceAll(" ", "-")}`, on: { change: (event) => toggle(name, event.target.checked) } });
    box.value = name;
    return el("span", { class: "row" }, box, el("label", { for: box.id, text: t(`r-${name}`) }));
  }));
  const play = () => { location.hash = state.rules.length ? `#/variant?${new URLSearchParams({ g: puzzle() })}` : `#/sudoku?${new URLSearchParams({ g: line(), lock: "1" })}`; };

  root.append(el("div", { class: "two setter" },
    el("section", { aria: { label: t("z-title") } },
      el("h1", { text: t("z-title") }), modes("setter"), board.root, tools, drawing, keys,
      el("div", { class: "row no-print" }, button(t("undo"), moves.undo), button(t("redo"), moves.redo), button(t("clear"), () => load(".".repeat(state.size ** 2))), field(t("s-size"), sizes))),
    el("div", { class: "panel" },
      el("section", { class: "card" }, verdict, judged, busy.box),
      el("section", { class: "card" }, el("h2", { text: t("z-rules") }), list, el("h3", { text: t("z-whole") }), whole),
      el("section", { class: "card" }, el("h2", { text: t("z-export") }),
        el("div", { class: "row" }, button("SudokuPad", () => take("SudokuPad")), button("f-puzzles", () => take("f-puzzles")), copyButton("share", () => location.href, "copied"), copyButton("copy-puzzle", puzzle), button(t("print"), () => window.print()), button(t("z-played"), play, { class: "main" })),
        links),
      el("section", { class: "card" }, field(t("z-text"), text), el("div", { class: "row" }, button(t("z-read"), () => read(text.value)))))));
  drawTools();
  choose("digit");
  if (!load(given.g || ".".repeat(81), given.r || "")) load(".".repeat(81));
  moves.begin();
  board.select(0, { focus: false });
  const unclip = onClipboard({ give: puzzle, take: (pasted) => read(pasted).catch((error) => notice(error.message)) });
  return { leave: () => { busy.stop(); asked?.abort(); look.cancel(); moves.leave(); unclip(); } };
}
