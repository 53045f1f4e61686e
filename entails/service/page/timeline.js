// What was, and what was taken back: undo and redo, with buttons and with Ctrl+Z and Ctrl+Y.

const left = new Map();

/** `now()` gives the present state, `restore(state)` goes to another one. Whoever comes back to the board of this name and
 * finds it as it was can still undo. */
export function timeline(name, now, restore) {
  let past = [], future = [];
  const said = () => JSON.stringify(now(), (_, value) => (value instanceof Map ? [...value] : value));

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
    /** The board is as its address says: goes on with what is known of it. */
    begin: () => { [past, future] = left.get(name)?.said === said() ? left.get(name).lines : [[], []]; },
    leave: () => {
      document.removeEventListener("keydown", key);
      left.set(name, { said: said(), lines: [past, future] });
    },
  };
}
