// What is said beside the shown hand: a second claim with its own desk, both side by side, and the ruling; or whether
// the hand, or another one on a desk of its own, is tenpai.

import drawn from "./web/drawn.js";
import show from "./web/desk/main.js";
import { el, redraw } from "./web/desk/dom.js";
import { tableParts } from "./web/table.js";

export class Beside {
  /** `act` carries out a tap beside the second desk, `hear` a message of that desk, `first` one about the shown hand. */
  constructor(id, act, hear, first) {
    Object.assign(this, { act, hear, first, removes: {} });
    [this.above, this.desk, this.below, this.pair] = ["above", "desk", "below", "pair"].map(part => el("div", { class: "yt", "data-claims": part }));
    this.host = el("section", { id, class: "pk-claims" }, this.above, this.desk, this.below, this.pair);
  }

  /** Draw what Python tells; nothing for null. `heard` numbers the last tap about the shown hand. */
  draw(told, heard) {
    this.host.hidden = !told;
    redraw(this.above, ...tableParts(told?.above ?? [], this.act));
    redraw(this.below, ...tableParts(told?.below ?? [], this.act));
    const { desk, pair } = told ?? {};
    this.put("desk", desk && show({ data: desk, parentElement: this.desk, setTriggerValue: (_, message) => this.hear(message) }));
    const [data, hears] = desk ? [pair, this.hear] : [{ ...pair, heard }, this.first];
    this.put("pair", pair && drawn({ data, parentElement: this.pair, setTriggerValue: (_, message) => hears(message) }));
  }

  /** Keep how a part is removed; one that is drawn no more is removed. */
  put(part, remove) {
    if (!remove) this.removes[part]?.();
    this.removes[part] = remove;
  }

  /** Take all away: what was open belongs to the hand before. */
  close() {
    for (const part of ["desk", "pair"]) this.put(part);
  }
}
