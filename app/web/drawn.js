// Draws a part of Score, Compare or Table from its JSON, which names the part. Taps go out through the hand's outbox.

import { el, isNew, redraw } from "./desk/dom.js";
import { outboxOf } from "./desk/outbox.js";
import { alternatives, claims, comparison } from "./comparison.js";
import { folds, groups, note, table, tileRow, title } from "./pieces.js";
import { result } from "./result.js";
import { tableParts } from "./table.js";
import { tenpai } from "./waiting.js";

const DRAWS = { result, comparison, alternatives, claims, tenpai, table: ({ parts: all }) => tableParts(all), words, code, photo, entry };
const parts = new WeakMap();

/** A heading, remarks, tiles and tables. */
function words({ title: name, asked, notes = [], hand, is_small, small, tables = [], folds: folded }) {
  return [title(name), asked ? el("b", { text: asked }) : null, ...notes.map(note), hand ? groups(hand, is_small ? "yl-small" : "") : null, tileRow(small, "yl-small"),
    ...tables.map(each => table(each)), ...folds(folded)];
}

/** A code for another phone's camera, and what it opens. */
function code({ picture, address, spelled, note: remark }) {
  return [el("div", { class: "yl-invite" }, picture ? el("img", { class: "yl-qr", src: picture, alt: address }) : null,
    el("div", {}, spelled ? el("div", { class: "yl-code", text: spelled }) : null, note(remark)))];
}

/** A reading of the history: its hand, its photo, what it was worth. */
function entry({ hand, picture, says, title: name, value, worth, about }) {
  return [el("div", { class: "yl-entry" }, el("div", { class: "yl-entry-hand" }, hand ? groups(hand) : null),
    picture ? el("img", { class: "yl-thumb", src: picture, alt: says }) : null, el("div", { class: "yl-entry-title" }, el("b", { text: name })),
    el("div", { class: "yl-entry-worth" }, value ? el("b", { text: value }) : null, value ? " · " : null, worth), note(about))];
}

/** A photo, only to look at. */
function photo({ picture, says }) {
  return [el("img", { class: "yl-practice", src: picture, alt: says })];
}

class Part {
  constructor(parent) {
    this.calls = 0;
    // Safari gives a tapped button no focus, by which it is known what was tapped last.
    this.host = el("div", { class: "yl-drawn", onclick: ({ target }) => target.closest("button, summary")?.focus({ preventScroll: true }) });
    parent.append(this.host);
  }

  update(data, send) {
    const { heard, outbox, ...told } = data;
    this.outbox = outboxOf(outbox);
    if (heard !== undefined) this.outbox.acknowledge(heard, send);
    this.host.dataset.part = told.part;
    if (told.live) this.host.setAttribute("role", "status"); // a screen reader speaks what changes in it
    if (told.anchor) this.host.id = told.anchor;
    this.host.classList.toggle("yl-anchor", Boolean(told.anchor));
    if (isNew(this, told)) draw(this.host, DRAWS[told.part](told, event => this.outbox.put(event)));
  }
}

/** Draw anew; what was unfolded stays so, and what was tapped last stays where it is in the window. */
export function draw(host, drawn) {
  const open = [...host.querySelectorAll("details[open]")].map(each => each.dataset.fold);
  for (const part of drawn) {
    for (const each of [part, ...(part?.querySelectorAll("details") ?? [])]) {
      if (each?.dataset && open.includes(each.dataset.fold)) each.open = true;
    }
  }
  const before = placesIn(host);
  redraw(host, ...drawn);
  const after = placesIn(host, before.key);
  if (after.top !== null && before.top !== null) scrollerOf(host).scrollTop += after.top - before.top;
  after.rows.forEach((row, at) => {
    const was = before.rows[at] ?? { length: 0, left: 0 };
    row.part.scrollLeft = row.length > was.length ? row.part.scrollWidth : was.left; // the newest of a row is in sight
  });
}

/** Where the focused element stands, or the one with this key, and how far the rows that a thumb moves are moved. */
function placesIn(host, key = host.contains(document.activeElement) ? document.activeElement.dataset.key : null) {
  const focused = key ? host.querySelector(`[data-key="${CSS.escape(key)}"]`) : null;
  const rows = [...host.querySelectorAll(".yl-own")].map(part => ({ part, length: part.children.length, left: part.scrollLeft }));
  return { key, top: focused?.getBoundingClientRect().top ?? null, rows };
}

/** What scrolls a part of the page: on the server's page a part of it. */
function scrollerOf(part) {
  for (let above = part.parentElement; above; above = above.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(above).overflowY) && above.scrollHeight > above.clientHeight) return above;
  }
  return document.scrollingElement;
}

/** Streamlit calls this with every change of the data, and calls the returned function to remove the part. */
export default function show({ data, parentElement, setTriggerValue }) {
  if (!parts.has(parentElement)) parts.set(parentElement, new Part(parentElement));
  const part = parts.get(parentElement);
  const call = part.calls += 1;
  part.update(data, message => setTriggerValue("taps", message));
  return () => {
    if (part.calls !== call) return;
    part.host.remove();
    parts.delete(parentElement);
  };
}
