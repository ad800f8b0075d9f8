// What stands below the desk: with which set the photo was read, the score in full, two claims,
// who is tenpai, the hand as a link.

import drawn from "./web/drawn.js";
import { el, redraw } from "./web/desk/dom.js";
import { Beside } from "./beside.js";
import { Handing } from "./handing.js";

const PARTS = ["result", "compared", "otherwise"]; // of the score, each drawn on its own
const byId = id => document.getElementById(id);

export class Score {
  /** `page` gives the page's texts and its sets; `does` carries out a tap, one about the second claim, notes that the
   * hand became a link, and reads its photo again. */
  constructor(page, does) {
    Object.assign(this, { page, does });
    this.claims = new Beside("claims", tap => does.claim("tap_claim", tap), message => does.claim("hear_claim", message));
    this.check = new Beside("check", tap => does.claim("tap_check", tap), message => does.claim("hear_check", message), message => does.tap(message));
    this.handing = new Handing(page);
  }

  /** Draw what Python tells of a hand, which is stored as `entry`. */
  draw(shown, entry) {
    this.drawSet(shown.read_with, entry);
    this.drawScore(shown, entry);
  }

  /** Which taught set the photo was read with, and the way to read it without. */
  drawSet(told, entry) {
    const without = async () => {
      await this.page.withoutSet();
      await this.does.again(entry);
    };
    redraw(byId("with"), told && el("p", { class: "yl-note", text: told }), told && entry.blob && el("button", { class: "pk-button", "data-key": "read-without", text: this.page.texts.sets.take_back, onclick: without }));
  }

  /** The score in full, the comparison and the hand won otherwise, drawn as on a server's page; then the hand as a link. */
  drawScore({ result, comparison, claims, check, card, heard }, entry) {
    const score = byId("score-in-full");
    if (!result) return score.replaceChildren();
    if (!score.firstChild) score.append(...PARTS.map(part => el("div", { id: part })), this.claims.host, this.check.host, el("div", { id: "handing" }));
    const told = [result, ...comparison];
    PARTS.forEach((part, at) => {
      if (told[at]) drawn({ data: { ...told[at], heard }, parentElement: byId(part), setTriggerValue: (_, message) => this.does.tap(message) });
      else byId(part).replaceWith(el("div", { id: part }));
    });
    this.claims.draw(claims);
    this.check.draw(check, heard);
    // The hand as a link: the address of this page, a code, and the way to a server's page.
    const link = async () => this.does.linked(entry, await this.handing.link(entry.id));
    redraw(byId("handing"), ...card ? [el("button", { class: "pk-button", id: "link", "data-key": "link", text: this.page.texts.say.link, onclick: link }),
      el("p", { id: "linked", role: "status" }), el("div", { id: "handed" })] : []);
  }

  /** Nothing stands there until another hand is drawn. */
  clear() {
    for (const part of ["with", "score-in-full"]) byId(part).replaceChildren();
  }

  /** What was open beside the hand belongs to the hand before. */
  leave() {
    this.claims.close();
    this.check.close();
  }

  /** Nothing stands there, and nothing is open. */
  close() {
    this.leave();
    this.clear();
  }
}
