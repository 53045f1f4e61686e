// The tree of disjunctions, collapsed: assumptions and their consequences. A part is drawn when it is opened.

import { el } from "./dom.js";
import { inNotation } from "./reason.js";
import { language, t } from "./words.js";

const UNITS = { row: "ligne", column: "colonne", box: "carré" };

/** Returns the sentence of a rule in the language of the page. */
function rule(text) {
  if (language() === "en") return text;
  return inNotation(text)
    .replace(/\b(row|column|box) (\d+) has one (\w+)/g, (_, unit, number, value) => `${UNITS[unit]} ${number} contient un seul ${value}`)
    .replace(/(L\d+C\d+) has one digit/g, "$1 contient un seul chiffre").replaceAll(" and ", " et ")
    .replace("what is known by then", t("s-known-then"));
}

/** Summarises facts: some by name, the number of further facts and of eliminated candidates. */
const facts = ({ told: shown, more, gone }) => [
  ...shown.map((item) => el("span", { class: "fact", text: inNotation(item) })),
  more > 0 && el("span", { class: "soft", text: t("s-tree-more", { count: more }) }),
  gone > 0 && el("span", { class: "soft", text: t("s-tree-gone", { count: gone }) }),
];

/** Summarises the result of a disjunction in one line. */
function lesson(row) {
  const kept = inNotation(row.kept.told.slice(0, 3).join(", ")) + (row.kept.more || row.kept.told.length > 3 ? " …" : "");
  const refuted = { "true refuted": row.true, "false refuted": row.false }[row.verdict];
  if (refuted) return [el("span", { class: "supposed", text: inNotation(refuted.assumed) }), el("span", { class: "ends bad", text: `⊥ ${t("s-tree-cannot")}` })];
  const key = { shared: "s-tree-shared", "both refuted": "s-tree-both" }[row.verdict];
  return [el("span", { class: "supposed", text: inNotation(row.on) }), el("span", { class: `ends ${row.verdict === "both refuted" ? "bad" : "good"}`, text: key ? t(key, { what: kept }) : t("s-tree-accepted", { what: kept }) })];
}

/** `tree` is the outline of `entails.solvers.quine.tree`; `onLook(facts)` highlights the cells of a part. */
export function treeView(tree, label, onLook) {
  const inside = new Map();
  for (const row of tree.disjunctions) {
    const key = `${row.parent},${row.side}`;
    if (!inside.has(key)) inside.set(key, []);
    inside.get(key).push(row);
  }

  /** Shows a line of reasoning in order: facts, then a disjunction, then its consequences. */
  function line(item, rows) {
    const list = el("ul", {}), byId = new Map(rows.map((row) => [row.id, row])), shown = new Set();
    const tell = (row) => { shown.add(row.id); list.append(el("li", {}, branch(row))); };
    for (const round of item.rounds) {
      for (const row of round.after === null ? [] : rows) if (row.id <= round.after && !shown.has(row.id)) tell(row);
      if (round.after !== null && byId.get(round.after)?.kept.told.join() === round.told.join()) continue; // shown already
      list.append(el("li", { class: "facts-line" }, el("span", { class: "soft", text: t("s-tree-then") }), facts(round)));
    }
    for (const row of byId.values()) if (!shown.has(row.id)) tell(row);
    if (item.end !== "stuck" || !rows.length) {
      list.append(el("li", { class: `end ${item.end}`, text: item.conflict ? t("s-tree-against", { rule: rule(item.conflict) }) : t(`s-tree-${item.end}`) }));
    }
    return list;
  }

  function branch(row) {
    const node = el("details", { class: "branch", data: { verdict: row.verdict } }, el("summary", {}, lesson(row)));
    node.addEventListener("toggle", () => {
      if (!node.open) return;
      onLook([row.on, ...row.kept.told]);
      if (node.childElementCount > 1) return;
      for (const [name, side] of [["true", true], ["false", false]]) {
        const item = row[name];
        if (item.end !== "contradiction" && row.verdict.endsWith("refuted")) continue; // the refuted case is enough
        node.append(el("p", { class: "case" }, t("s-tree-suppose"), " ", el("span", { class: "supposed", text: inNotation(item.assumed) })), line(item, inside.get(`${row.id},${side}`) || []));
      }
      if (row.kept.told.length) node.append(el("p", { class: "kept" }, t("s-tree-so"), " ", facts(row.kept)));
    });
    return node;
  }

  const box = el("div", { class: "scroll tree", tabindex: 0, role: "region", aria: { label }, on: { keydown: (event) => walk(event, box) } });
  box.append(line(tree.root, inside.get("null,null") || []));
  return box;
}

/** Arrow keys navigate the tree: up and down move, right opens, left closes. */
function walk(event, box) {
  const summaries = [...box.querySelectorAll("summary")].filter((item) => item.checkVisibility());
  const at = summaries.indexOf(document.activeElement), folder = document.activeElement.parentElement;
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    const next = summaries[at + (event.key === "ArrowDown" ? 1 : -1)];
    if (!next) return;
    next.focus();
  } else if (event.key === "ArrowRight" && at >= 0) folder.open = true;
  else if (event.key === "ArrowLeft" && at >= 0) {
    if (folder.open) folder.open = false;
    else folder.parentElement.closest("details.branch")?.querySelector("summary").focus();
  } else return;
  event.preventDefault();
}
