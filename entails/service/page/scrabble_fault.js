// Why a play is not allowed, in one sentence; invalid words are reported without the name of the lexicon.

import "./scrabble_words.js";
import { t } from "./words.js";

export const faultText = ({ code, word, text }) => (code === "not_a_word" ? t("x-no-word", { word: word.replace(/[[\]]/g, "") }) : text);
