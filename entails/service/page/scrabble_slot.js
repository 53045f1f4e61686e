// The constraint model of one slot of a Scrabble position, beside each board.

import { el, field } from "./dom.js";
import { modelPanel } from "./model_panel.js";
import { spokenMove, tilesIn } from "./scrabble_board.js";
import { t } from "./words.js";

/** Converts rows of "." and tiles to the rows of a CGP. */
export const cgpRows = (rows) => rows.map((row) => row.join("").replace(/\.+/g, (run) => run.length)).join("/");

/** The panel: `request()` returns the fields of the position, or null if there is none yet. `suggest(play)`
 * sets the slot to that of a play such as "8E MARS". */
export function slotModel(request) {
  const slot = el("input", { type: "text", maxlength: 8, value: spokenMove("E8 5"), autocomplete: "off", spellcheck: "false", class: "mono", on: { change: () => model.changed() } });
  const model = modelPanel(() => {
    const position = request();
    return position && ["scrabble", { ...position, slot: spokenMove(slot.value.trim().toUpperCase()) }];
  }, field(t("x-slot"), slot));
  return { ...model, suggest: (play) => { const [place, word] = play.split(" "); slot.value = spokenMove(`${place} ${tilesIn(word).length}`); } };
}
