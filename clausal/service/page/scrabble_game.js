import { el } from "./dom.js";

export function gamePart(root) { root.append(el("p", { class: "plain", text: "…" })); return {}; }
