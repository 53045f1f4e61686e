// Generates a grid as a job, with progress and cancellation.

import { begunWork, work } from "./api.js";
import { busyBox, unfinished } from "./busy.js";
import { button, el, field, select } from "./dom.js";
import { techniqueName } from "./sudoku_steps.js";
import { t } from "./words.js";

const TECHNIQUES = ["pointing-pair", "naked-pair", "hidden-pair", "naked-triple", "x-wing", "swordfish", "xy-wing", "xyz-wing", "skyscraper", "two-string-kite", "w-wing", "unique-rectangle", "colouring", "xy-chain"];

export function generatePart({ notice, load }) {
  const busy = busyBox();
  const level = select([["", t("s-any")], ...["easy", "medium", "hard", "expert", "diabolical"].map((item) => [item, t(`s-${item}`)])], "medium");
  const technique = select([["", t("s-any")], ...TECHNIQUES.map((item) => [item, techniqueName(item)])], "");
  const symmetry = select([["none", t("s-free")], ["rotational", t("s-rotational")], ["mirror", t("s-mirror")]], "rotational");
  const clues = el("input", { type: "number", min: 17, max: 60, placeholder: t("s-any"), inputmode: "numeric" });
  const minimal = el("input", { type: "checkbox", id: "s-minimal-box" });

  async function make() {
    const request = { n: 1, symmetry: symmetry.value, minimal: minimal.checked, seed: Math.floor(Math.random() * 2 ** 31) };
    if (technique.value) request.technique = technique.value;
    else if (level.value) request.difficulty = level.value;
    if (clues.value) request.clues = Number(clues.value);
    await finish(request);
  }

  async function finish(request) {
    const report = await busy.run((signal, progress) => work("sudoku/generate", request, progress, signal));
    if (!report) return;
    const late = unfinished(report);
    if (late || !report.grids?.length) return void notice(late || t("s-none-made"));
    load(report.grids[0].puzzle);
  }

  const begun = begunWork("sudoku/generate");
  if (begun) finish(begun.request).catch((error) => notice(error.message));
  const root = el("section", { class: "card" },
    el("h2", { text: t("s-generate") }),
    el("div", { class: "fields" }, field(t("s-level"), level), field(t("s-technique"), technique), field(t("s-symmetry"), symmetry), field(t("s-clues"), clues)),
    el("div", { class: "row tight" }, minimal, el("label", { for: "s-minimal-box", text: t("s-minimal") }), el("span", { class: "grow" }), button(t("s-make"), make, { class: "main" })), busy.box);
  return { root, leave: busy.leave };
}
