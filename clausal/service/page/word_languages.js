// The languages that have a list of words, and tiles too.

export const languageNames = [["en", "English"], ["fr", "Français"], ["es", "Español"], ["nl", "Nederlands"], ["da", "Dansk"], ["sv", "Svenska"], ["pl", "Polski"]];
