// Ctrl+C and Ctrl+V on a board: copy the puzzle as text, paste text or a link. Text fields keep their own behaviour.

import { button } from "./dom.js";
import { t } from "./words.js";

const isField = (node) => Boolean(node.closest?.("input, textarea, select, [contenteditable]"));

/** `give()` returns the board as text; `take(text)` reads pasted text. A link to this page is followed. Returns a function that stops listening. */
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

/** Follows a link to this page; returns whether it was one. */
export function follow(text) {
  const here = location.href.split("#")[0];
  if (!text.startsWith(`${here}#/`) || /\s/.test(text)) return false;
  location.hash = text.slice(here.length);
  return true;
}

/** A button that copies a text and confirms it for a moment. */
export function copyButton(key, give, message = "copied-text") {
  const node = button(t(key), async () => {
    await navigator.clipboard?.writeText(give()).catch(() => {});
    node.textContent = t(message);
    setTimeout(() => { node.textContent = t(key); }, 1500);
  });
  return node;
}
