// Undo and redo, with buttons and with Ctrl+Z and Ctrl+Y.

const left = new Map();

/** `now()` returns the current state, `restore(state)` sets another one. The history survives a return to the unchanged
 * board of this name. */
export function timeline(name, now, restore) {
  let past = [], future = [];
  const snapshot = () => JSON.stringify(now(), (_, value) => (value instanceof Map ? [...value] : value));

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
    /** Records the state before a change. */
    note: () => { past.push(now()); future = []; },
    forget: () => { past = []; future = []; },
    /** Resumes the history of the board in the address. */
    begin: () => { [past, future] = left.get(name)?.said === snapshot() ? left.get(name).lines : [[], []]; },
    leave: () => {
      document.removeEventListener("keydown", key);
      left.set(name, { said: snapshot(), lines: [past, future] });
    },
  };
}
