// Ctrl+C and Ctrl+V on a board: the whole puzzle as text, and whatever text or link is pasted. Fields keep their own.

import { button } from "./dom.js";
import { t } from "./words.js";

const isField = (node) => Boolean(node.closest?.("input, textarea, select, [contenteditable]"));

/** `give()` is the board as text; `take(text)` reads what was pasted. A link of this page is followed. Gives the way to stop. */
export function onClipboard({ give, take }) {
  const copy = (event) => {
    if (isField(event.target) || !getSelection().isCollapsed) return;
    event.clipboardData.setData("text/plain", give());
    event.preventDefault();
  };
  const paste = (event) => {
    if (isField(event.target)) return;
    const text = event.clipboardData.getData("text/plain").trim();
    if (!text) return;
    event.preventDefault();
    if (!follow(text)) take(text);
  };
  document.addEventListener("copy", copy);
  document.addEventListener("paste", paste);
  return () => { document.removeEventListener("copy", copy); document.removeEventListener("paste", paste); };
}

/** Goes where a link of this page leads; says whether it was one. */
export function follow(text) {
  const here = location.href.split("#")[0];
  if (!text.startsWith(`${here}#/`) || /\s/.test(text)) return false;
  location.hash = text.slice(here.length);
  return true;
}

/** A button that copies, and says so for a moment. */
export function copyButton(key, give, said = "copied-text") {
  const node = button(t(key), async () => {
    await navigator.clipboard?.writeText(give()).catch(() => {});
    node.textContent = t(said);
    setTimeout(() => { node.textContent = t(key); }, 1500);
  });
  return node;
}
