// Languages with a lexicon and tiles; Wordle is played in those that are written with a to z.

export const languageNames = [["en", "English"], ["fr", "Français"], ["es", "Español"], ["nl", "Nederlands"], ["da", "Dansk"], ["sv", "Svenska"], ["pl", "Polski"], ["hu", "Magyar"], ["el", "Ελληνικά"], ["ru", "Русский"]];
export const latinLanguageNames = languageNames.filter(([code]) => !["el", "ru"].includes(code));

/** Lexicons with less than 75 % of the words of a published list, in percent. */
export const PARTIAL = { nl: 60, pl: 9 };
