// Values kept in this browser by name; without permission to store them, they live as long as the page.

export const kept = (name) => { try { return JSON.parse(localStorage.getItem(`entails.${name}`)); } catch { return null; } };
export const keep = (name, value) => { try { localStorage.setItem(`entails.${name}`, JSON.stringify(value)); } catch { /* then not */ } };
