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
