// Helpers for DOM elements.

/** Creates an element. `props`: class, text, on (listeners), data, aria, any attribute; null and false are omitted. */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (key === "class") node.className = value;
    else if (key === "text") node.textContent = value;
    else if (key === "on") for (const [event, listener] of Object.entries(value)) node.addEventListener(event, listener);
    else if (key === "data") Object.assign(node.dataset, value);
    else if (key === "aria") for (const [name, message] of Object.entries(value)) node.setAttribute(`aria-${name}`, message);
    else if (key === "value") node.value = value;
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

export const clear = (node) => { node.replaceChildren(); return node; };

export const button = (text, onClick, props = {}) =>
  el("button", { type: "button", ...props, on: { click: onClick, ...(props.on || {}) } }, text);

/** Buttons that belong together, with the name of the group. */
export const group = (name, ...buttons) =>
  el("div", { class: "group", role: "group", aria: { label: name } }, el("span", { class: "group-name", aria: { hidden: "true" }, text: name }), el("div", { class: "row" }, ...buttons));

/** Makes the controls of a node one tab stop: arrows, Home and End move between them. */
export function oneTabStop(node) {
  const items = () => [...node.querySelectorAll("a, button")].filter((item) => item.checkVisibility());
  const enter = (chosen) => { for (const item of node.querySelectorAll("a, button")) item.tabIndex = item === chosen ? 0 : -1; };
  node.addEventListener("focusin", (event) => enter(event.target.closest("a, button")));
  node.addEventListener("keydown", (event) => {
    const all = items(), at = all.indexOf(document.activeElement);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (at < 0 || next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    all.at(next % all.length).focus();
  });
  enter(node.querySelector("[aria-current], [aria-pressed=true]") || node.querySelector("a, button"));
  return node;
}

/** A labelled control. */
export function field(label, control, hint = null) {
  const id = control.id || `f${Math.random().toString(36).slice(2, 9)}`;
  control.id = id;
  return el("div", { class: "field" }, el("label", { for: id, text: label }), control, hint && el("small", { text: hint }));
}

export const select = (options, chosen, onChange) =>
  el("select", { on: { change: (event) => onChange?.(event.target.value) } },
    options.map(([value, text]) => el("option", { value, selected: value === chosen, text })));

/** Returns a function that runs `action` once it has not been called for `wait` milliseconds. */
export function debounce(action, wait) {
  let timer = 0;
  const later = (...values) => { clearTimeout(timer); timer = setTimeout(() => action(...values), wait); };
  later.cancel = () => clearTimeout(timer);
  return later;
}

/** Offers a text for download. */
export function download(name, text, type = "text/plain") {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = el("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
