// A model document as a form: variables, and constraints with their sentences. What the form does not know stays as JSON.

import { button, clear, el, field, oneTabStop, select } from "./dom.js";
import { t } from "./words.js";

const SIGNS = { "=": "=", "!=": "≠", "<": "<", "<=": "≤", ">": ">", ">=": "≥" };
const MOST_ROWS = 300;

/** The fields of the constraint types of the list, with the type of each field. */
const KINDS = {
  compare: { left: "name", op: "op", right: "name", offset: "number?" }, all_different: { over: "list" },
  sum: { terms: "terms", op: "op", value: "number" }, count: { facts: "list", op: "op", value: "number" }, clause: { facts: "list" },
  product: { over: "list", value: "number" }, distance: { left: "name", right: "name", op: "op", value: "number" },
};
const COMMON = ["kind", "text", "soft", "doubtable", "when"];

const flat = (value) => {
  if (Array.isArray(value)) return `[${value.map(flat).join(", ")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{${Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${flat(item)}`).join(", ")}}`;
};
const lines = (value) => (Array.isArray(value) && value.length ? `[\n    ${value.map(flat).join(",\n    ")}\n  ]` : flat(value));
const written = (doc) => `{\n${Object.entries(doc).filter(([key, value]) => key !== "variables" || value.length || !doc.grids).map(([key, value]) => `  ${JSON.stringify(key)}: ${lines(value)}`).join(",\n")}\n}\n`;
const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** Returns the document, or null if the form cannot show it. Numbers of 16 digits would be rounded. */
function documentIn(text) {
  if (/\d{16}/.test(text)) return null;
  try {
    const doc = JSON.parse(text), rows = [doc.variables ?? [], doc.constraints ?? []];
    return isObject(doc) && rows.every((row) => Array.isArray(row) && row.every(isObject)) ? doc : null;
  } catch { return null; }
}

const termsText = (terms) => terms.map(([factor, name], at) => `${factor < 0 ? (at ? " - " : "-") : at ? " + " : ""}${Math.abs(factor) === 1 ? "" : `${Math.abs(factor)}*`}${name}`).join("");
const termsIn = (text) => [...text.matchAll(/([+-]?)\s*(?:(\d+)\s*\*?\s*(?=[^\s\d*+-]))?([^\s*+-][^*+-]*)/g)].map(([, sign, factor, name]) => [Number(`${sign}${factor || 1}`), name.trim()]);
const listIn = (text) => text.split(",").map((item) => item.trim()).filter(Boolean);
const jsonIn = (text) => { try { return JSON.parse(text); } catch { return text; } };
const numberIn = (text) => (/^\s*[-+]?\d+\s*$/.test(text) ? Number(text) : text.trim());

/** How each type of field is shown, and read again. */
const TYPES = { name: [String, (text) => text.trim()], number: [String, numberIn], list: [(value) => value.join(", "), listIn], terms: [termsText, termsIn], json: [flat, jsonIn] };

/** Returns the type with which a value survives being shown and read: its own, else JSON. */
function typeFor(type, value) {
  try {
    const [show, read] = TYPES[type];
    return value === undefined || flat(read(show(value))) === flat(value) ? type : "json";
  } catch { return "json"; }
}

/** The values of a variable: "1 to 4", "1, 4, 9", "red, green", "true, false". */
function valuesText({ boolean, domain }) {
  if (boolean) return "true, false";
  return Array.isArray(domain) ? `${domain[0]} ${t("p-to")} ${domain[1]}` : (domain?.values || domain?.words || []).join(", ");
}
function valuesIn(text) {
  const range = /^\s*(-?\d+)\s*(?:to|à|–|-|\.\.+)\s*(-?\d+)\s*$/.exec(text), items = listIn(text);
  if (range) return { domain: [Number(range[1]), Number(range[2])] };
  if (items.join() === "true,false") return { boolean: true };
  return { domain: items.length && items.every((item) => /^-?\d+$/.test(item)) ? { values: items.map(Number) } : { words: items } };
}
const firstFact = (variable) => (variable.boolean ? variable.name : `${variable.name}=${Array.isArray(variable.domain) ? variable.domain[0] : (variable.domain?.values || variable.domain?.words || [0])[0]}`);

/** Renames a variable wherever a constraint names it, alone or in a fact such as "!x=1". */
function renamed(value, from, to) {
  if (Array.isArray(value)) return value.map((item) => renamed(item, from, to));
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, ["text", "kind"].includes(key) ? item : renamed(item, from, to)]));
  if (typeof value !== "string") return value;
  const [not, rest] = value.startsWith("!") ? ["!", value.slice(1)] : ["", value];
  return rest === from || rest.startsWith(`${from}=`) ? `${not}${to}${rest.slice(from.length)}` : value;
}

/** Returns the form: `show` fills it from a text, `mark` marks constraints by id; `onChange` gets the new text. */
export function documentForm(onChange) {
  let doc = { variables: [], constraints: [] };
  const names = el("datalist", { id: "p-names" });
  const variables = el("ul", { class: "variables" });
  const list = el("ol", { class: "statements editable", aria: { label: t("p-statements") } });
  const kindName = (kind) => t(`p-kind-${kind}`, {}, kind);
  const changed = () => onChange(written(doc));
  const input = (value, label, onInput, more = {}) => el("input", { value, aria: { label }, spellcheck: "false", autocomplete: "off", ...more, on: { input: (event) => onInput(event.target.value, event.target) } });
  const drawNames = () => clear(names).append(...doc.variables.map((item) => el("option", { value: item.name })));

  function variableRow(variable, at) {
    const rename = (event) => {
      const name = event.target.value.trim();
      if (!name || name === variable.name) return;
      doc.constraints = renamed(doc.constraints, variable.name, name);
      variable.name = name;
      changed();
      draw();
    };
    const name = el("input", { value: variable.name, aria: { label: t("p-name-of", { number: at + 1 }) }, spellcheck: "false", autocomplete: "off", on: { change: rename } });
    const domain = input(valuesText(variable), t("p-values-of", { name: variable.name }), (text) => {
      delete variable.boolean;
      delete variable.domain;
      Object.assign(variable, valuesIn(text));
      changed();
    });
    return el("li", {}, name, domain, remover(variable.name, () => doc.variables.splice(at, 1)));
  }

  const remover = (name, remove) => button("✕", () => { remove(); changed(); draw(); }, { class: "quiet", title: t("p-remove", { name }), aria: { label: t("p-remove", { name }) } });

  /** The controls of one field of a constraint. */
  function control(item, key, wanted) {
    const optional = wanted.endsWith("?"), label = t(`p-f-${key}`);
    if (wanted === "op") return field(label, select(Object.entries(SIGNS), item.op, (op) => { item.op = op; changed(); }));
    const type = typeFor(wanted.replace("?", ""), item[key]), [show, read] = TYPES[type];
    const node = input(item[key] === undefined ? "" : show(item[key]), label, (text) => {
      if (optional && !text.trim()) delete item[key];
      else item[key] = read(text);
      changed();
    }, type === "name" ? { list: "p-names" } : {});
    return field(label, node, wanted.startsWith("list") && key !== "over" ? t("p-facts-hint") : null);
  }

  /** Fields that have no control of their own, as JSON. */
  function rest(item, known) {
    const others = () => Object.fromEntries(Object.entries(item).filter(([key]) => !known.includes(key)));
    if (item.kind in KINDS && !Object.keys(others()).length) return null;
    return field(t("p-f-rest"), input(flat(others()), t("p-f-rest"), (text, node) => {
      const read = jsonIn(text);
      node.setAttribute("aria-invalid", String(!isObject(read)));
      if (!isObject(read)) return;
      for (const key of Object.keys(others())) delete item[key];
      Object.assign(item, read);
      changed();
    }));
  }

  function constraintRow(item, at, open = false) {
    const words = el("span", {}), kind = el("span", { class: "kind" });
    const drawSummary = () => { words.textContent = item.text || kindName(item.kind); kind.textContent = item.soft ?? item.doubtable ? t("p-doubtable") : kindName(item.kind); };
    const replace = (node) => row.replaceWith(node);
    const switchTo = (to) => {
      for (const key of Object.keys(item)) if (!COMMON.includes(key)) delete item[key];
      Object.assign(item, { kind: to }, starting(to));
      changed();
      replace(constraintRow(item, at, true));
    };
    const fields = KINDS[item.kind] || {};
    const kinds = Object.keys(KINDS).concat(item.kind in KINDS ? [] : [item.kind]).map((name) => [name, kindName(name)]);
    const soft = el("input", { type: "checkbox", id: `p-soft-${at}`, checked: Boolean(item.soft ?? item.doubtable), on: { change: (event) => {
      delete item.doubtable;
      delete item.soft;
      if (event.target.checked) item.soft = true;
      drawSummary();
      changed();
    } } });
    const sentence = input(item.text || "", t("p-sentence"), (text) => {
      if (text.trim()) item.text = text;
      else delete item.text;
      drawSummary();
      changed();
    });
    const body = () => [
      field(t("p-sentence"), sentence),
      el("div", { class: "fields" }, field(t("p-kind"), select(kinds, item.kind, switchTo)), ...Object.entries(fields).map(([key, type]) => control(item, key, type)), control(item, "when", "list?")),
      rest(item, [...COMMON, ...Object.keys(fields)]),
      el("div", { class: "row" }, soft, el("label", { class: "grow", for: soft.id, text: t("p-soft") }), remover(item.text || kindName(item.kind), () => doc.constraints.splice(at, 1))),
    ].filter(Boolean);
    const details = el("details", { open, on: { toggle: () => { if (details.open && details.childElementCount === 1) details.append(el("div", { class: "edit" }, ...body())); } } },
      el("summary", {}, el("span", { class: "rank", text: at + 1 }), words, kind));
    const row = el("li", {}, details);
    drawSummary();
    return row;
  }

  /** The fields of a new constraint of a type: about the first variables. */
  function starting(kind) {
    const known = doc.variables.map((item) => item.name), [first = "x", second = first] = known, facts = doc.variables.slice(0, 2).map(firstFact);
    const fields = { left: first, right: second, over: known, terms: known.map((name) => [1, name]), facts, value: 1 };
    return Object.fromEntries(Object.entries(KINDS[kind]).filter(([, type]) => !type.endsWith("?")).map(([key]) => [key, key === "op" ? (kind === "compare" ? "<" : "=") : fields[key]]));
  }

  function draw() {
    drawNames();
    clear(variables).append(...doc.variables.slice(0, MOST_ROWS).map(variableRow));
    for (const grid of doc.grids || []) variables.append(el("li", { class: "soft" }, t("p-grid", { rows: grid.rows, columns: grid.columns, name: grid.name, values: valuesText(grid) })));
    clear(list).append(...doc.constraints.slice(0, MOST_ROWS).map((item, at) => constraintRow(item, at)));
    const more = Math.max(doc.variables.length, doc.constraints.length) - MOST_ROWS;
    if (more > 0) list.append(el("li", {}, t("p-more", { count: more })));
  }

  function addVariable() {
    const taken = new Set(doc.variables.map((item) => item.name));
    let number = doc.variables.length + 1;
    while (taken.has(`x${number}`)) number += 1;
    doc.variables.push({ name: `x${number}`, domain: doc.variables.at(-1)?.domain ?? [1, 9] });
    changed();
    draw();
    variables.querySelector(`li:nth-child(${doc.variables.length}) input`)?.select();
  }

  function addConstraint(kind) {
    doc.constraints.push({ kind, ...starting(kind) });
    changed();
    const row = constraintRow(doc.constraints.at(-1), doc.constraints.length - 1, true);
    list.append(row);
    setTimeout(() => row.querySelector("input")?.focus()); // its fields are drawn when it has opened
  }

  const adding = select(Object.keys(KINDS).map((name) => [name, kindName(name)]), "compare");
  adding.setAttribute("aria-label", t("p-kind"));
  const root = el("div", { class: "document" }, names,
    el("section", { class: "card" }, el("h2", { text: t("p-variables") }), el("p", { class: "soft", text: t("p-values-hint") }), variables, button(t("p-add-variable"), addVariable)),
    el("section", { class: "card" }, el("h2", { text: t("p-statements") }), list, el("div", { class: "row" }, adding, button(t("p-add-constraint"), () => addConstraint(adding.value)))));

  return {
    root,
    show(text) {
      const read = documentIn(text);
      if (read) { doc = { ...read, variables: read.variables ?? [], constraints: read.constraints ?? [] }; draw(); }
      return read !== null;
    },
    /** Shows the sentences of constraints that have none of their own, and marks those of a conflict. */
    mark(constraints, clashing) {
      constraints.slice(0, MOST_ROWS).forEach(({ id, text, isNamed }, at) => {
        const row = list.children[at];
        row?.classList.toggle("clash", clashing.has(id));
        if (!isNamed && row && id) row.querySelector("summary > span:nth-child(2)").textContent = text;
      });
    },
  };
}

export const EMPTY = written({ variables: [{ name: "x", domain: [1, 9] }, { name: "y", domain: [1, 9] }], constraints: [{ kind: "compare", left: "x", op: "<", right: "y" }] });

/** Switches between the form and the text of the document. */
export const documentModes = (chosen, choose) => oneTabStop(el("div", { class: "row modes", role: "group", aria: { label: t("p-text") } },
  ["form", "json"].map((mode) => button(t(`p-${mode}`), () => choose(mode), { aria: { pressed: String(mode === chosen) } }))));
