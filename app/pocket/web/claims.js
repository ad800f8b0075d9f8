// Two claims about the shown hand: the second one's desk, both side by side, and the ruling.

import drawn from "./web/drawn.js";
import show from "./web/desk/main.js";
import { el, redraw } from "./web/desk/dom.js";
import { tableParts } from "./web/table.js";

export class Claims {
  /** `act` carries out a tap beside the claims, `hear` a message of the second claim's desk. */
  constructor(act, hear) {
    Object.assign(this, { act, hear, removes: [] });
    [this.above, this.desk, this.below, this.pair] = ["above", "desk", "below", "pair"].map(part => el("div", { class: "yt", "data-claims": part }));
    this.host = el("section", { id: "claims", class: "pk-claims" }, this.above, this.desk, this.below, this.pair);
  }

  /** Draw what Python tells of the claims; nothing for null. */
  draw(told) {
    this.host.hidden = !told;
    redraw(this.above, ...tableParts(told?.above ?? [], this.act));
    redraw(this.below, ...tableParts(told?.below ?? [], this.act));
    if (!told?.desk) return this.close();
    this.removes = [show({ data: told.desk, parentElement: this.desk, setTriggerValue: (_, message) => this.hear(message) }),
      drawn({ data: told.pair, parentElement: this.pair, setTriggerValue: () => null })];
  }

  /** Take the second claim away: what was open on its desk belongs to the hand before. */
  close() {
    for (const remove of this.removes) remove();
    this.removes = [];
  }
}
