// House rules: files that this device keeps, which hands and games offer before the built-in rule sets.

import { el, redraw } from "./web/desk/dom.js";
import { share } from "./files.js";
import { allRules, choices, choose, keepRules, otherTabs } from "./kept.js";

const MAX_BYTES = 256_001; // read of a file; one byte less is the most that a file may have

export class HouseRules {
  /** `page` gives the page's texts, asks its engines, says and stores something; `host` gets the list, and `changed` is
   * called once other rules are offered. */
  constructor(host, page, changed) {
    Object.assign(this, { host, page, changed, tabs: otherTabs("yakulens-rules", () => this.catchUp()) });
  }

  get isOpen() {
    return !this.host.hidden;
  }

  /** Offer what this device keeps, and then the rules that were chosen last; Python does it before whatever it is asked later. */
  async resume() {
    const kept = await allRules();
    if (kept.length) this.tellPython(kept).catch(() => null); // a fault is told where they are shown
    if (choices.rules || choices.red_rules) this.play();
  }

  /** Offer them as another tab has changed them; a hand that is open here keeps its rules. */
  async catchUp() {
    await this.offer();
    await this.page.ask("play", {});
    await this.changed();
    if (this.isOpen) await this.show();
  }

  /** Offer and play by what was brought back; no hand is open. */
  async takeUp() {
    await this.offer();
    await this.play();
    await this.changed();
  }

  /** Offer the files that are kept; of each what Python tells. */
  async offer() {
    const kept = await allRules();
    const told = await this.tellPython(kept);
    return kept.map((each, at) => ({ ...each, ...told[at] }));
  }

  /** Score by the rules that were chosen last. */
  play() {
    return this.page.ask("play", { rules: choices.rules, red_rules: choices.red_rules });
  }

  tellPython(kept) {
    return this.page.ask("offer_rules", kept.map(({ file, data }) => ({ file, data })));
  }

  /** Show all files, and the way to one more. */
  async show() {
    this.host.hidden = false;
    const { house, say } = this.page.texts;
    const file = el("input", { type: "file", accept: ".toml,application/toml,text/plain", id: "bring-rules", "data-key": "bring-rules", onchange: ({ target: { files: [brought] } }) => brought && this.bring(brought) });
    const told = await this.offer();
    const entries = told.map(each => this.entry(each));
    redraw(this.host, el("h2", { class: "yl-h", text: house.title }), el("p", { class: "yl-note", text: house.about }),
      ...entries.length ? entries : [el("p", { class: "yl-note", text: house.none })],
      el("div", { class: "pk-row" }, el("label", { class: "pk-button" }, house.bring, file),
        el("button", { class: "pk-button", "data-key": "to-start", text: say.to_start, onclick: () => this.page.toStart() })));
    return told;
  }

  hide() {
    this.host.hidden = true;
  }

  entry({ id, file, data, title, gist, refused }) {
    const { house, sets } = this.page.texts;
    const name = title ?? id;
    const act = (what, label, does) => el("button", { class: "pk-button", "data-key": `${what}-${id}`, "aria-label": `${label}: ${name}`, text: label, onclick: does });
    return el("section", { class: "pk-set", "data-rules": id }, el("b", { text: name }), el("p", { class: "yl-note", text: refused ?? gist }),
      el("div", { class: "pk-row" }, act("share-rules", sets.share, () => share(new File([data], file, { type: "text/plain" }))),
        act("remove-rules", sets.remove, () => confirm(house.remove_sure.replace("{name}", name)) && this.remove(id))));
  }

  /** Keep the rules of a file, and score by them from now on. */
  async bring(brought) {
    const { page } = this;
    const data = await brought.slice(0, MAX_BYTES).arrayBuffer();
    const { name, refused } = await page.ask("name_rules", { file: brought.name, data });
    if (refused) return page.notice(refused);
    await page.stored(keepRules(name, { file: brought.name, data }));
    choose("rules", name);
    const told = await this.tell();
    const own = told.find(({ id }) => id === name);
    page.notice(own ? page.texts.house.used.replace("{name}", own.title) : page.texts.say.not_kept);
  }

  async remove(id) {
    await keepRules(id);
    if (choices.rules === id) choose("rules", "");
    await this.tell();
  }

  /** Draw what has changed, here and in other tabs; of each file what Python tells. */
  async tell() {
    this.tabs?.postMessage(null);
    const told = await this.show();
    await this.play();
    await this.changed();
    return told;
  }
}
