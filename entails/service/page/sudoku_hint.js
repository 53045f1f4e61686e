// Hints for the next step, more of it each time: the area, the technique, the step itself, which is applied on request.

import { announce } from "./announce.js";
import { showTogether } from "./beside.js";
import { unfinished } from "./busy.js";
import { button, clear, el } from "./dom.js";
import { cellOf } from "./sudoku_board.js";
import { chainWords, hintCells, sentence, startingMarks, stepView } from "./sudoku_steps.js";
import { language, t } from "./words.js";

const STRENGTHS = ["where", "technique", "step"];

/** `now()` returns the user's state, `draw(extra)` draws it with highlights, `become(state)` replaces it. */
export function hintPart({ call, busy, output, board, now, draw, become }) {
  let level = 0;

  async function hint() {
    const strength = STRENGTHS[Math.min(level, 2)];
    const answer = await busy.run((signal) => call("hint", { strength, language: language() }, signal));
    if (!answer) return;
    const late = unfinished(answer), message = late || sentence(answer);
    const card = el("section", { class: "card hint" }, el("h2", { text: t("s-hint") }), el("p", { text: message }));
    clear(output).append(card);
    announce(message);
    if (late || !answer.found) return;
    show(answer);
    level += 1;
    if (answer.step) card.append(...chainWords(answer.step).filter(Boolean));
    if (strength !== "step") card.append(button(t("s-hint-more"), hint));
    else if (helps(answer.step)) card.append(button(t("s-hint-take"), () => take(answer.step)));
    showTogether(board, output);
  }

  /** Highlights the cells of the hint, and draws the step if it is shown. */
  function show({ step, cells, ...rest }) {
    const { size, digits } = now(), around = Object.fromEntries(hintCells({ cells, ...rest }, size).map((cell) => [cell, step ? "house" : "look"]));
    if (!step) return draw({ tones: around });
    const marks = step.links.length || step.removes.length ? startingMarks(digits, size) : null, view = stepView(step, { digits, marks }, size);
    draw({ ...view, tones: { ...around, ...view.tones } });
  }

  /** Returns whether applying the step changes anything visible: eliminations need notes. */
  const helps = (step) => step.places.length > 0 || step.removes.some((item) => now().notes[cellOf(item, now().size)]);

  function take(step) {
    const { size, digits, ...rest } = now(), notes = rest.notes.slice();
    for (const removed of step.removes) notes[cellOf(removed, size)] &= ~(1 << (Number(removed.split("=")[1]) - 1));
    become({ ...rest, size, notes, digits: stepView(step, { digits, marks: null }, size).digits });
  }

  return { hint, restart: () => { level = 0; } };
}
