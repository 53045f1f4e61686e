// One request at a time: shown while it runs, cancelled when another one starts.

import { left } from "./api.js";
import { el, clear, button } from "./dom.js";
import { t } from "./words.js";

/** A progress display. `run(action)` calls action(signal, progress) and shows its progress. */
export function busyBox() {
  const box = el("div", { class: "busy", aria: { live: "polite" } });
  let current = null;

  async function run(action) {
    current?.abort();
    const mine = (current = new AbortController());
    let bar = null, known = [null, ""];
    const later = setTimeout(() => {
      bar = el("progress", { max: 1, aria: { label: t("working") } });
      if (mine !== current) return;
      clear(box).append(el("p", { class: "soft", text: t("working") }), bar, button(t("cancel"), () => mine.abort(), { class: "cancel" }));
      progress(...known);
    }, 250);
    const progress = (share, text) => {
      known = [share, text];
      if (!bar || mine !== current) return;
      if (share !== null && share !== undefined) bar.value = share;
      if (text) box.firstChild.textContent = text;
    };
    try {
      return await action(mine.signal, progress);
    } catch (error) {
      if (error.name === "AbortError") return undefined;
      throw error;
    } finally {
      clearTimeout(later);
      if (mine === current) { clear(box); current = null; }
    }
  }
  /** The user leaves the view: requests end, jobs go on. */
  const leave = () => current?.abort(left());
  return { box, run, leave };
}

/** Returns the message about an undecided report, or null for any other report. */
export const unfinished = (answer) =>
  answer?.status === "undecided" ? t(answer.reason === "memory" ? "not-decided-memory" : "undecided") : null;
