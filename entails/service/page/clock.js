// The solving time of a puzzle: counted while the page is visible, kept over visits, and can be hidden.

import { button } from "./dom.js";
import { keep, kept } from "./kept.js";
import { t } from "./words.js";

const formatted = (seconds) => {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return (parts[0] ? parts : parts.slice(1)).map((item, at) => (at ? String(item).padStart(2, "0") : item)).join(":");
};

/** A clock for puzzles of this type: `of(key)` starts or resumes the time of a puzzle, `stop()` ends it. */
export function clock(name) {
  let current = kept(`clock.${name}`) || { key: "", seconds: 0 }, running = false, hidden = kept("clock-hidden") === true;
  const node = button("", () => { hidden = !hidden; keep("clock-hidden", hidden); draw(); }, { class: "clock quiet" });

  function draw() {
    node.textContent = hidden ? "" : formatted(current.seconds);
    node.setAttribute("aria-label", hidden ? t("clock-show") : `${t("clock-hide")}: ${formatted(current.seconds)}`);
    node.title = t(hidden ? "clock-show" : "clock-hide");
  }

  const ticking = setInterval(() => {
    if (!running || document.visibilityState !== "visible") return;
    current.seconds += 1;
    keep(`clock.${name}`, current);
    if (!hidden) draw();
  }, 1000);
  return {
    root: node,
    of(key) {
      if (key !== current.key) current = { key, seconds: 0 };
      running = true;
      keep(`clock.${name}`, current);
      draw();
    },
    stop() { running = false; },
    leave() { clearInterval(ticking); },
  };
}
