// The rating of a grid and its criteria.

import { unfinished } from "./busy.js";
import { el } from "./dom.js";
import { techniqueName } from "./sudoku_steps.js";
import { language, t } from "./words.js";

const BANDS = ["easy", "medium", "hard", "expert", "diabolical"];
const shown = (value) => (value === null || value === undefined ? "–" : Number.isInteger(value) ? String(value) : value.toLocaleString(language(), { minimumFractionDigits: 2, maximumFractionDigits: 2 }));

export async function ratingPart({ call, busy, output }) {
  const answer = await busy.run((signal) => call("rate", {}, signal));
  if (!answer) return;
  const card = el("section", { class: "card rating" }, el("h2", { text: t("s-rate") }));
  output.append(card);
  const late = unfinished(answer);
  if (late || !answer.band) return void card.append(el("p", { text: late || t("s-no-rating") }));

  const needle = el("div", { class: "needle" });
  needle.style.left = `${10 + 20 * Math.max(0, BANDS.indexOf(answer.band))}%`;
  card.append(el("div", { class: "meter", role: "img", aria: { label: t(`s-${answer.band}`) } }, el("strong", { text: t(`s-${answer.band}`) }), el("div", { class: "scale" }, needle)));
  const facts = [["s-difficulty", answer.difficulty], ["s-relative", answer.difficulty_relative], ["s-er", answer.er], ["s-depth", answer.exact_depth]];
  card.append(el("div", { class: "facts" },
    facts.map(([key, value]) => el("div", {}, el("b", { text: t(key) }), el("span", { text: shown(value) }))),
    el("div", {}, el("b", { text: t("s-hardest") }), el("span", { text: answer.hardest ? techniqueName(answer.hardest) : "–" }))));

  const criteria = Object.entries(answer.criteria);
  card.append(el("details", {}, el("summary", { text: t("s-criteria") }),
    el("div", { class: "scroll", tabindex: 0, role: "region", aria: { label: t("s-criteria") } },
      el("table", {}, el("tbody", {}, criteria.map(([name, value]) => el("tr", {}, el("th", { scope: "row", text: name }), el("td", { class: "number", text: shown(value) }))))))));
}
