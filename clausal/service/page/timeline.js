// What was, and what was taken back: undo and redo, with buttons and with Ctrl+Z and Ctrl+Y.

/** `now()` gives the present state, `restore(state)` goes to another one. */
export function timeline(now, restore) {
  let past = [], future = [];

  function step(from, to) {
    if (!from.length) return;
    to.push(now());
    restore(from.pop());
  }

  const undo = () => step(past, future), redo = () => step(future, past);

  function key(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.target.closest?.("textarea, input, select")) return;
    const letter = event.key.toLowerCase();
    if (letter === "z" && !event.shiftKey) undo();
    else if (letter === "y" || (letter === "z" && event.shiftKey)) redo();
    else return;
    event.preventDefault();
  }

  document.addEventListener("keydown", key);
  return {
    undo, redo,
    /** Says that the state is about to change. */
    note: () => { past.push(now()); future = []; },
    forget: () => { past = []; future = []; },
    leave: () => document.removeEventListener("keydown", key),
  };
}
