// The languages that have a list of words, and tiles too; Wordle is played in those that a to z can write.

export const languageNames = [["en", "English"], ["fr", "Français"], ["es", "Español"], ["nl", "Nederlands"], ["da", "Dansk"], ["sv", "Svenska"], ["pl", "Polski"], ["hu", "Magyar"], ["el", "Ελληνικά"], ["ru", "Русский"]];
export const latinLanguageNames = languageNames.filter(([code]) => !["el", "ru"].includes(code));
