// Taught tile sets: photos are read with the chosen one.

import { el, redraw } from "./web/desk/dom.js";
import { allSets, choices, choose, keepSet } from "./kept.js";

const MAX_BYTES = 2 ** 25; // read of a file; every set is smaller

export class Sets {
  /** `page` gives the page's texts, asks its engines, says and stores something. */
  constructor(page) {
    this.page = page;
  }

  /** Read with the set that was chosen last, unless it was learnt with another version's reader. */
  async resume() {
    const taught = (await allSets()).find(set => set.id === choices.set);
    if (!taught || await this.teach(taught) !== undefined) return;
    choose("set", "");
    await this.draw();
  }

  /** Draw the choice of a set, the way to add one from a file, and to remove the chosen one. */
  async draw() {
    const { say } = this.page.texts;
    const kept = await allSets();
    const chosen = kept.find(set => set.id === choices.set);
    const offered = el("select", { class: "pk-button", id: "set", "data-key": "set", "aria-label": say.sets, onchange: e => this.teach(kept.find(set => set.id === e.target.value)) },
      ...[{ id: "" }, ...kept].map(set => el("option", { value: set.id, text: set.id || say.any_set, selected: set === chosen })));
    const file = el("input", { type: "file", accept: ".yakuset", id: "bring", "data-key": "bring", onchange: ({ target: { files: [brought] } }) => brought && this.bring(brought) });
    const remove = chosen && el("button", { class: "pk-button", text: say.remove_set, onclick: async () => { await keepSet(chosen.id); await this.teach(); } });
    redraw(document.getElementById("sets"), kept.length && offered, el("label", { class: "pk-button" }, say.bring_set, file), remove);
  }

  /** Keep the set of a file, and read with it. */
  async bring(brought) {
    const data = await brought.slice(0, MAX_BYTES).arrayBuffer();
    const name = await this.teach({ id: brought.name, data });
    if (name) await this.page.stored(keepSet(name, data));
    await this.draw();
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
