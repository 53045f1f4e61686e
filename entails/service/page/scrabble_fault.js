// Why a play is not allowed, in one sentence: a word that is none is told without the name of a list that nobody has heard of.

import "./scrabble_words.js";
import { t } from "./words.js";

export const faultText = ({ code, word, text }) => (code === "not_a_word" ? t("x-no-word", { word: word.replace(/[[\]]/g, "") }) : text);
