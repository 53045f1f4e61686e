// The gallery: every puzzle type of this server with a picture of an example.

import { ask, get } from "./api.js";
import { picture } from "./board.js";
import { clear, el } from "./dom.js";
import { puzzleName, summary } from "./summaries.js";

let listing = null;

/** The puzzle types of this server, requested once. */
export const puzzles = () => (listing ||= get("puzzles").catch((error) => { listing = null; throw error; }));

/** Lists every puzzle type; a picture is drawn when it becomes visible. */
export async function showGallery(gallery, signal, heading = "h3") {
  const known = await puzzles();
  if (signal.aborted) return;
  const waiting = new Map();
  const seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting || !waiting.has(target)) continue;
      const about = waiting.get(target);
      waiting.delete(target);
      ask(`${about.name}/draw`, { puzzle: about.examples[0].text }, signal)
        .then(({ drawing }) => clear(target).append(picture(drawing)))
        .catch(() => { /* the name is enough */ });
    }
  }, { rootMargin: "200px" });
  signal.addEventListener("abort", () => seen.disconnect(), { once: true });
  for (const about of known.filter((item) => item.drawn)) {
    const place = el("div", { class: "thumb" });
    waiting.set(place, about);
    gallery.append(el("li", { class: "card" }, place, el(heading, {}, el("a", { href: `#/${about.name}`, text: puzzleName(about) })),
      el("p", { class: "soft", ...summary(about) })));
    seen.observe(place);
  }
}
