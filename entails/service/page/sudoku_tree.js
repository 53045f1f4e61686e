// The tree of disjunctions, folded: what was supposed, what followed, what was kept. A part is drawn when it is opened.

import { el } from "./dom.js";
import { language, t } from "./words.js";

const UNITS = { row: "ligne", column: "colonne", box: "carré" };

/** The sentence of a rule in the language of the page. */
function rule(text) {
  if (language() === "en") return text;
  return text
    .replace(/\b(row|column|box) (\d+) has one (\w+)/g, (_, unit, number, value) => `${UNITS[unit]} ${number} contient un seul ${value}`)
    .replace(/(r\d+c\d+) has one digit/g, "$1 contient un seul chiffre").replaceAll(" and ", " et ")
    .replace("what is known by then", t("s-known-then"));
}

/** A few facts in brief: those that are told by name, how many more hold, how many candidates go. */
const facts = ({ told, more, gone }) => [
  ...told.map((one) => el("span", { class: "fact", text: one })),
  more > 0 && el("span", { class: "soft", text: t("s-tree-more", { count: more }) }),
  gone > 0 && el("span", { class: "soft", text: t(gone === 1 ? "s-tree-gone-1" : "s-tree-gone", { count: gone }) }),
];

/** What a disjunction teaches, in one line. */
function lesson(row) {
  const kept = row.kept.told.slice(0, 3).join(", ") + (row.kept.more || row.kept.told.length > 3 ? " …" : "");
  const refuted = { "true refuted": row.true, "false refuted": row.false }[row.verdict];
  if (refuted) return [el("span", { class: "supposed", text: refuted.assumed }), el("span", { class: "ends bad", text: `⊥ ${t("s-tree-cannot")}` })];
  const key = { shared: "s-tree-shared", "both refuted": "s-tree-both" }[row.verdict];
  return [el("span", { class: "supposed", text: row.on }), el("span", { class: `ends ${row.verdict === "both refuted" ? "bad" : "good"}`, text: key ? t(key, { what: kept }) : t("s-tree-accepted", { what: kept }) })];
}

/** `tree` is the outline that `entails.solvers.quine.tree` makes; `onLook(facts)` shows where a part speaks of. */
export function treeView(tree, label, onLook) {
  const inside = new Map();
  for (const row of tree.disjunctions) {
    const key = `${row.parent},${row.side}`;
    if (!inside.has(key)) inside.set(key, []);
    inside.get(key).push(row);
  }

  /** A line of reasoning in the order in which it was made: facts, then a disjunction, then the facts that follow from it. */
  function line(one, rows) {
    const list = el("ul", {}), byId = new Map(rows.map((row) => [row.id, row])), told = new Set();
    const tell = (row) => { told.add(row.id); list.append(el("li", {}, branch(row))); };
    for (const round of one.rounds) {
      for (const row of round.after === null ? [] : rows) if (row.id <= round.after && !told.has(row.id)) tell(row);
      if (round.after !== null && byId.get(round.after)?.kept.told.join() === round.told.join()) continue; // said already
      list.append(el("li", { class: "facts-line" }, el("span", { class: "soft", text: t("s-tree-then") }), facts(round)));
    }
    for (const row of byId.values()) if (!told.has(row.id)) tell(row);
    if (one.end !== "stuck" || !rows.length) {
      list.append(el("li", { class: `end ${one.end}`, text: one.conflict ? t("s-tree-against", { rule: rule(one.conflict) }) : t(`s-tree-${one.end}`) }));
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
        const one = row[name];
        if (one.end !== "contradiction" && row.verdict.endsWith("refuted")) continue; // the other case tells it all
        node.append(el("p", { class: "case" }, t("s-tree-suppose"), " ", el("span", { class: "supposed", text: one.assumed })), line(one, inside.get(`${row.id},${side}`) || []));
      }
      if (row.kept.told.length) node.append(el("p", { class: "kept" }, t("s-tree-so"), " ", facts(row.kept)));
    });
    return node;
  }

  const box = el("div", { class: "scroll tree", tabindex: 0, role: "region", aria: { label }, on: { keydown: (event) => walk(event, box) } });
  box.append(line(tree.root, inside.get("null,null") || []));
  return box;
}

/** Arrows go through the tree as people expect of one: up and down, right opens, left closes. */
function walk(event, box) {
  const summaries = [...box.querySelectorAll("summary")].filter((one) => one.checkVisibility());
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
