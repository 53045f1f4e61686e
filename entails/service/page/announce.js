// Announcements for screen readers: one live region that is always present, so that every sentence is read.

const box = () => document.getElementById("heard");

/** Queues a sentence for screen readers; a repeated sentence is read again. */
export function announce(sentence) {
  const node = box();
  if (!node) return;
  node.textContent = node.textContent === sentence ? `${sentence} ` : sentence;
}
