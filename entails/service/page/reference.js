// The reference of the API at /docs, made from the OpenAPI document. Examples run against this server.

import { button, el } from "./dom.js";
import { language, learn, t } from "./words.js";

learn({
  en: {
    "api-title": "HTTP API", "api-document": "OpenAPI document", "api-types": "Types, their queries and options", "api-field": "Field", "api-form": "Type",
    "api-meaning": "Meaning", "api-required": "required", "api-example": "Example", "api-body": "Request", "api-run": "Run", "api-response": "Response", "api-none": "The server could not be reached.",
    "api-more": "and the options of the type", "api-bad": "This is not JSON.",
    "api-tag-queries": "Queries", "api-tag-types": "Types", "api-tag-jobs": "Jobs", "api-tag-health": "Health",
  },
  fr: {
    "api-title": "API HTTP", "api-document": "Document OpenAPI", "api-types": "Les types, leurs requêtes et options", "api-field": "Champ", "api-form": "Type",
    "api-meaning": "Signification", "api-required": "requis", "api-example": "Exemple", "api-body": "Requête", "api-run": "Exécuter", "api-response": "Réponse", "api-none": "Impossible de joindre le serveur.",
    "api-more": "et les options du type", "api-bad": "Ce n'est pas du JSON.",
    "api-tag-queries": "Requêtes", "api-tag-types": "Types", "api-tag-jobs": "Tâches", "api-tag-health": "État",
    "api-about-0": "Les commandes d'entails par HTTP, avec les mêmes rapports que --json.",
    "api-about-1": "« Non » et « indécis » sont des résultats (200). Une requête invalide est une erreur, signalée par un document RFC 9457. Un travail plus long est une tâche : voir /v1/jobs.",
    "op-check": "Vérifier si la solution est unique ; donner les conflits.",
    "op-constraints": "Montrer le modèle : variables, contraintes et leurs phrases.",
    "op-count": "Compter exactement les solutions.",
    "op-decode": "Lire la sortie d'un solveur comme solution.",
    "op-draw": "Dessiner le jeu en texte ou en SVG, ou donner le dessin en JSON.",
    "op-explain": "Donner les conflits minimaux et les corrections.",
    "op-export": "Exporter en DIMACS, en OPB, en modèle CP-SAT ou dans un autre format.",
    "op-forced": "Donner les faits vrais dans toutes les solutions.",
    "op-generate": "Créer des grilles d'une difficulté donnée.",
    "op-hint": "Donner un indice pour l'étape suivante.",
    "op-minimal": "Trouver les indices redondants et un ensemble minimal qui garde la solution unique.",
    "op-quine": "Mesurer la profondeur des disjonctions ; montrer l'arbre.",
    "op-rate": "Évaluer la difficulté pour une personne.",
    "op-solve": "Résoudre ; dire si la solution est unique.",
    "op-steps": "Donner les étapes d'une résolution humaine, avec leurs raisons.",
    "op-other_query": "Répondre à une requête que peu de types connaissent. /v1/types les énumère, /v1/types/TYPE donne leurs schémas.",
    "op-query_of_type": "Répondre à une requête d'un type par son seul rapport, sans status ni result autour.",
    "op-healthz": "Dire si le processus fonctionne.",
    "op-readyz": "Dire si les requêtes et les tâches sont acceptées.",
    "op-metrics": "Donner les mesures pour Prometheus.",
    "op-jobs_begin": "Soumettre une tâche.",
    "op-jobs_list": "Énumérer vos tâches : celles de votre jeton, ou de votre adresse si le serveur n'a pas de jetons.",
    "op-jobs_look": "Donner l'état et le résultat d'une tâche.",
    "op-jobs_cancel": "Annuler une tâche. Une tâche terminée reste telle quelle.",
    "op-jobs_events": "Suivre une tâche par des événements du serveur, jusqu'à sa fin.",
    "op-puzzles_list": "Énumérer les types de jeux avec leurs exemples.",
    "op-types_list": "Énumérer les types : jeux et autres sujets de requêtes.",
    "op-types_describe": "Décrire un type : ses requêtes, leurs options et leurs rapports en schémas JSON, et des exemples.",
  },
});

const MOST_VALUES = 8;
let token = "";
try { token = sessionStorage.getItem("entails.token") || ""; } catch { /* no storage, no token */ }

const resolved = (api, schema) => (schema?.$ref ? api.components.schemas[schema.$ref.split("/").pop()] : schema ?? {});

/** Returns the form of a schema in words: "integer (1 to 9)", "yes | no". */
function form(api, raw) {
  const schema = resolved(api, raw), parts = schema.anyOf || schema.oneOf;
  if (parts) return [...new Set(parts.map((part) => form(api, part)))].join(" | ");
  if (schema.enum) return schema.enum.slice(0, MOST_VALUES).join(" | ") + (schema.enum.length > MOST_VALUES ? " | …" : "");
  if (schema.const !== undefined) return String(schema.const);
  if (schema.type === "array") return `[${form(api, schema.items)}, …]`;
  const least = schema.minimum ?? schema.exclusiveMinimum, most = schema.maximum ?? schema.maxLength;
  const range = least === undefined && most === undefined ? "" : ` (${least ?? "…"} – ${most ?? "…"})`;
  return `${schema.type || "JSON"}${range}`;
}

function fields(api, schema) {
  const rows = Object.entries(schema.properties || {}).map(([name, field]) => el("tr", {},
    el("td", {}, el("code", { text: name }), schema.required?.includes(name) ? ` (${t("api-required")})` : ""),
    el("td", { text: form(api, field) }), el("td", { lang: language() === "en" ? null : "en", text: field.description || resolved(api, field).description || "" })));
  if (!rows.length) return null;
  const head = el("tr", {}, ...["field", "form", "meaning"].map((name) => el("th", { scope: "col", text: t(`api-${name}`) })));
  return el("div", {}, el("table", {}, el("thead", {}, head), el("tbody", {}, ...rows)), schema.additionalProperties === true ? el("p", { text: `… ${t("api-more")}` }) : null);
}

async function sent(method, path, body) {
  const headers = { "Accept-Language": language(), ...(token ? { Authorization: `Bearer ${token}` } : {}) };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const response = await fetch(path, { method, headers, body });
  if (response.status === 401 && (token = window.prompt(t("token")) || "")) {
    try { sessionStorage.setItem("entails.token", token); } catch { /* it lives as long as the page */ }
    return sent(method, path, body);
  }
  const text = await response.text();
  let shown = text;
  try { shown = JSON.stringify(JSON.parse(text), null, 2); } catch { /* shown as it is */ }
  return `${response.status} ${response.statusText}\n\n${shown}`;
}

/** Returns the controls that send a request: parameters of the path, an example to change, and the response. */
function runner(api, path, method, operation) {
  const content = operation.requestBody?.content["application/json"], examples = Object.values(content?.examples || {});
  const parameters = (operation.parameters || []).filter((parameter) => parameter.in === "path");
  const inputs = parameters.map(({ name, schema }) => {
    const values = resolved(api, schema).enum;
    return [name, values ? el("select", {}, ...values.map((value) => el("option", { value, text: value }))) : el("input", { type: "text" })];
  });
  const example = examples[0]?.value ?? {}, body = content ? el("textarea", { rows: "6", spellcheck: "false", value: JSON.stringify(example, null, 2) }) : null;
  const choice = examples.length > 1 ? el("select", {}, ...examples.map(({ summary }, place) => el("option", { value: String(place), text: summary }))) : null;
  choice?.addEventListener("change", () => { body.value = JSON.stringify(examples[Number(choice.value)].value, null, 2); });
  const output = el("pre", { tabindex: "0", hidden: true, aria: { label: t("api-response") } }), live = el("div", { role: "status" });
  const show = (text) => { output.hidden = false; output.textContent = text; live.textContent = `${t("api-response")} ${text.split("\n")[0]}`; };
  const run = async () => {
    let place = `.${path}`;
    for (const [name, input] of inputs) place = place.replace(`{${name}}`, encodeURIComponent(input.value));
    try { if (body) JSON.parse(body.value); } catch { show(t("api-bad")); return; }
    try { show(await sent(method.toUpperCase(), place, body?.value)); } catch { show(t("api-none")); }
  };
  return el("div", {}, ...inputs.map(([name, input]) => el("label", {}, el("code", { text: name }), input)),
    choice ? el("label", {}, t("api-example"), choice) : null, body ? el("label", {}, t("api-body"), body) : null, button(t("api-run"), run), live, output);
}

function section(api, path, method, operation) {
  const schema = resolved(api, operation.requestBody?.content["application/json"]?.schema);
  const details = el("details", { id: operation.operationId }, el("summary", {}, el("b", { text: method.toUpperCase() }), el("code", { text: path }), el("span", { text: t(`op-${operation.operationId}`, {}, operation.summary.replaceAll("`", "")) })));
  details.addEventListener("toggle", () => {
    if (!details.open || details.children.length > 1) return;
    const content = operation.responses[200]?.content ?? {}, isStreamOnly = content["text/event-stream"] && !content["application/json"];
    details.append(...[fields(api, schema), isStreamOnly ? null : runner(api, path, method, operation)].filter(Boolean));
  });
  return details;
}

async function start() {
  const main = document.getElementById("main");
  document.title = `Entails: ${t("api-title")}`;
  main.append(el("h1", { text: t("api-title") }));
  let api;
  try { api = await (await fetch("openapi.json")).json(); } catch { main.append(el("p", { role: "alert", text: t("api-none") })); return; }
  main.append(...api.info.description.split("\n\n").map((text, number) => el("p", { text: t(`api-about-${number}`, {}, text.replaceAll("`", "")) })));
  main.append(el("p", {}, el("a", { href: "openapi.json", text: t("api-document") }), " · ", el("a", { href: "v1/types", text: t("api-types") })));
  const byTag = {};
  for (const [path, methods] of Object.entries(api.paths)) for (const [method, operation] of Object.entries(methods)) (byTag[operation.tags[0]] ||= []).push(section(api, path, method, operation));
  for (const [tag, sections] of Object.entries(byTag).sort(([left], [right]) => Number(right === "queries") - Number(left === "queries"))) main.append(el("section", {}, el("h2", { text: t(`api-tag-${tag}`, {}, tag) }), ...sections));
  if (location.hash) { const wanted = document.getElementById(location.hash.slice(1)); if (wanted) { wanted.open = true; wanted.scrollIntoView(); } }
}

start();
