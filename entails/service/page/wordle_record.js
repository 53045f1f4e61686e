// The user's statistics, kept in this browser: games played and solved, streaks, and guesses per game.

import { el } from "./dom.js";
import { keep, kept } from "./kept.js";
import { language, t } from "./words.js";

const read = () => kept("wordle-record") || {};

/** Records a game once: `key` identifies it, `guesses` is the number of guesses, 0 if it was lost. */
export function takeDown(key, guesses) {
  const { last, played = 0, found: solved = 0, row = 0, longest = 0, in: counts = {} } = read();
  if (last === key) return;
  const now = guesses ? row + 1 : 0;
  keep("wordle-record", { last: key, played: played + 1, found: solved + (guesses ? 1 : 0), row: now, longest: Math.max(longest, now), in: guesses ? { ...counts, [guesses]: (counts[guesses] || 0) + 1 } : counts });
}

/** Shows the statistics, with a bar for each number of guesses. */
export function recordView(turns) {
  const { played = 0, found: solved = 0, row = 0, longest = 0, in: counts = {} } = read();
  if (!played) return el("div");
  const share = (solved / played).toLocaleString(language(), { style: "percent" }), most = Math.max(1, ...Object.values(counts));
  const bar = (guesses) => { const node = el("span", { class: "bar-of", text: counts[guesses] || 0 }); node.style.width = `${12 + (88 * (counts[guesses] || 0)) / most}%`; return node; };
  return el("section", { class: "record card", aria: { label: t("w-record") } }, el("h2", { text: t("w-record") }),
    el("p", { text: t("w-record-said", { played, share, row, longest }) }),
    el("ol", { aria: { label: t("w-record-in") } }, Array.from({ length: turns }, (_, at) => el("li", {}, el("span", { class: "rank", text: at + 1 }), bar(at + 1)))));
}
