// Elements of the page. User input is only ever set as text.

const SVG = "http://www.w3.org/2000/svg";

/** An element: `props` are its attributes, `on*` its listeners, `text` its text; null omits one. */
export function el(tag, props = {}, ...children) {
  return filled(document.createElement(tag), props, children);
}

/** The same for SVG. */
export function svg(tag, props = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), props, children);
}

function filled(node, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "text") node.textContent = value;
    else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter(child => child !== null && child !== undefined));
  return node;
}

/** A button; its `key` lets the focus return to it after a redraw. */
export function button(key, label, act, props = {}, ...children) {
  return el("button", { type: "button", "data-key": key, text: children.length ? null : label,
    "aria-label": children.length ? label : null, onclick: act, ...props }, ...children);
}

/** A button with a visible sign and a label for screen readers. */
export function iconButton(key, label, sign, act, css = "") {
  return button(key, label, act, { class: `yd-icon ${css}` }, el("span", { "aria-hidden": "true", text: sign }));
}

/** A tile as a button: a picture, and its name for screen readers. */
export function tileButton(key, face, name, act, props = {}) {
  const css = `yd-tile is-${face} ${props.class ?? ""}`;
  return button(key, null, act, { "aria-label": name, title: name, ...props, class: css });
}

/** A tile that is only shown. */
export function tileImage(face, name, css = "") {
  return el("span", { class: `yd-tile is-${face} ${css}`, role: "img", "aria-label": name });
}

/** Redraw a part; the focused element keeps the focus, or the first button gets it if that element is gone. */
export function redraw(host, ...children) {
  const key = host.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  host.replaceChildren(...children.filter(Boolean));
  if (key && !focusOn(host, key)) host.querySelector("button")?.focus({ preventScroll: true });
}

/** Run the action of a key, by its name; other keys pass to other listeners. */
export function onKey(event, acts) {
  if (!acts[event.key]) return;
  acts[event.key]();
  event.preventDefault();
  event.stopPropagation();
}

/** Whether a part must be redrawn: whether these values differ from those last drawn. */
export function isNew(part, ...values) {
  const before = part.shown;
  part.shown = JSON.stringify(values);
  return part.shown !== before;
}

/** Focus the element with this key; false if there is none. */
export function focusOn(host, key) {
  const element = host.querySelector(`[data-key="${CSS.escape(key)}"]`);
  element?.focus({ preventScroll: true });
  return Boolean(element);
}
