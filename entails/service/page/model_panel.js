// The panel with the constraint model of a board. The model, and the code that shows it, is requested when the panel is
// opened; the model again when the board changes while it is open.

import { announce } from "./announce.js";
import { ask, Problem } from "./api.js";
import { unfinished } from "./busy.js";
import { clear, debounce, el } from "./dom.js";
import { language, t } from "./words.js";

/** A panel with the model of the board. `request()` returns [call, body], or null if there is no model; `before` are
 * controls above the model. `changed()` must be called when the board changes. */
export function modelPanel(request, ...before) {
  const content = el("div", { class: "model-text", aria: { busy: "false" } });
  const root = el("details", { class: "card model no-print" }, el("summary", { text: t("model") }), ...before, content);
  let pending = null, shown = "";

  async function load() {
    const wanted = request();
    root.classList.toggle("hidden", wanted === null);
    if (!root.open || !wanted) return;
    const key = JSON.stringify(wanted);
    if (key === shown) return;
    pending?.abort();
    const mine = (pending = new AbortController());
    if (!content.childElementCount) content.append(el("p", { class: "soft", text: t("working") }));
    content.setAttribute("aria-busy", "true");
    try {
      const [{ countsText, modelView }, report] = await Promise.all([import("./model_view.js"), ask(`${wanted[0]}/constraints`, { ...wanted[1], language: language(), markdown: true }, mine.signal)]);
      if (mine !== pending) return;
      if (unfinished(report)) throw new Problem(unfinished(report));
      clear(content).append(...modelView(report));
      announce(countsText(report));
      shown = key;
    } catch (error) {
      if (error.name === "AbortError") return;
      clear(content).append(el("p", { class: "soft", text: error.message }));
      shown = "";
    } finally {
      if (mine === pending) content.setAttribute("aria-busy", "false");
    }
  }

  const later = debounce(load, 400);
  root.addEventListener("toggle", load);
  return { root, changed: later, leave: () => { later.cancel(); pending?.abort(); } };
}
