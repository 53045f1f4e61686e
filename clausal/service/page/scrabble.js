import { el } from "./dom.js";

export function mount(root) { root.append(el("p", { class: "plain", text: "…" })); return {}; }
