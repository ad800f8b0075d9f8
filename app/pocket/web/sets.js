// Taught tile sets: photos are read with the chosen one. A list of them, and the way to more: from a file, or taught
// from photos of the rows of tiles.

import { el, redraw } from "./web/desk/dom.js";
import { share } from "./files.js";
import { allSets, choices, choose, keepSet } from "./kept.js";
import { Teach } from "./teach.js";

const MAX_BYTES = 2 ** 25; // read of a file; every set is smaller
const FILE = ".yakuset";

export class Sets {
  /** `page` gives the page's texts, asks its engines, says and stores something; `host` gets the list. */
  constructor(host, page) {
    Object.assign(this, { host, page });
    this.list = el("div", {});
    this.teaching = new Teach(page, { names: async () => (await allSets()).map(set => set.id), keep: (name, data) => this.keep(name, data) });
  }

  get isOpen() {
    return !this.host.hidden;
  }

  /** Read with the set that was chosen last, unless it was learnt with another version's reader. */
  async resume() {
    const taught = (await allSets()).find(set => set.id === choices.set);
    if (!taught || await this.teach(taught) !== undefined) return;
    choose("set", "");
    await this.draw();
  }

  /** Draw the choice of a set on the start page, and the way to all of them. */
  async draw() {
    const { sets } = this.page.texts;
    const kept = await allSets();
    const offered = el("select", { class: "pk-button", id: "set", "data-key": "set", "aria-label": sets.title, onchange: e => this.teach(kept.find(set => set.id === e.target.value)) },
      ...[{ id: "" }, ...kept].map(set => el("option", { value: set.id, text: set.id || sets.leave, selected: set.id === (choices.set ?? "") })));
    redraw(document.getElementById("sets"), kept.length && offered,
      el("button", { class: "pk-button", id: "to-sets", "data-key": "to-sets", text: sets.title, onclick: () => this.page.toSets() }));
  }

  /** Show all sets, and how to teach one. */
  async show() {
    this.host.hidden = false;
    this.host.replaceChildren(this.list, this.teaching.host);
    await Promise.all([this.drawList(), this.teaching.show()]);
  }

  hide() {
    this.host.hidden = true;
  }

  async drawList() {
    const { sets, say } = this.page.texts;
    const kept = await allSets();
    const file = el("input", { type: "file", accept: FILE, id: "bring", "data-key": "bring", onchange: ({ target: { files: [brought] } }) => brought && this.bring(brought) });
    const found = await Promise.all(kept.map(async set => this.entry(set, await this.page.ask("sets", { does: "described", data: set.data, file: set.id }))));
    redraw(this.list, el("h2", { class: "yl-h", text: sets.title }), el("p", { class: "yl-note", text: say.sets_about }),
      ...found.length ? found : [el("p", { class: "yl-note", text: sets.none })],
      el("div", { class: "pk-row" }, el("label", { class: "pk-button" }, sets.bring, file),
        el("button", { class: "pk-button", "data-key": "to-start", text: say.to_start, onclick: () => this.page.toStart() })));
  }

  /** One set: what it was learnt from, and what can be done with it. */
  entry({ id, data }, { told, usable }) {
    const { sets, say } = this.page.texts;
    const used = id === choices.set;
    const act = (name, label, does, props = {}) => el("button", { class: "pk-button", "data-key": `${name}-${id}`, "aria-label": `${label}: ${id}`, text: label, onclick: does, ...props });
    return el("section", { class: "pk-set", "data-set": id }, el("b", { text: id }), used && el("p", { class: "pk-works", text: sets.used.replace("{name}", id) }), el("p", { class: "yl-note", text: told }),
      el("div", { class: "pk-row" }, used ? act("leave", sets.leave, () => this.use()) : usable && act("use", sets.use, () => this.use({ id, data })),
        act("share", sets.share, () => share(new File([data], `${id}${FILE}`, { type: "application/zip" }))),
        act("remove", sets.remove, () => confirm(say.remove_set_sure.replace("{name}", id)) && this.remove(id))));
  }

  async use(set) {
    await this.teach(set);
    await this.drawList();
  }

  async remove(id) {
    await keepSet(id);
    if (choices.set === id) await this.teach();
    await Promise.all([this.draw(), this.drawList()]);
  }

  /** Keep the set of a file, and read with it. */
  async bring(brought) {
    const data = await brought.slice(0, MAX_BYTES).arrayBuffer();
    const name = await this.teach({ id: brought.name, data });
    if (name) await this.keep(name, data, false);
    if (this.isOpen) await this.drawList();
  }

  /** Keep a set's file; one that was just taught is read with from now on. */
  async keep(name, data, isNew = true) {
    await this.page.stored(keepSet(name, data));
    if (isNew) await this.teach({ id: name, data });
    await this.draw();
    if (this.isOpen) await this.drawList();
  }

  /** Read photos with a taught set, or none; shows why a file is refused, and returns the used set's name. */
  async teach(set) {
    const { name, refused } = await this.page.ask("teach", set && { data: set.data, file: set.id });
    this.page.notice(refused ?? "");
    if (refused === undefined) choose("set", name);
    await this.draw();
    return name;
  }
}
