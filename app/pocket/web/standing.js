// What stands above and below the page: its files on their way, whether it works offline, its version, a new one.

import { el, isNew, redraw } from "./web/desk/dom.js";
import { draw } from "./web/drawn.js";

const SAID_ABOVE = ["full", "blocked", "changed"]; // what keeps the page from working offline
const BUSY = 5000; // milliseconds after which the page begins anew itself: a busy version gives way once no page has it
const byId = id => document.getElementById(id);

export class Standing {
  /** `page` gives the page's texts; `offline` tells what is on this device, and `again` tries once more to start. */
  constructor(page, offline, again) {
    Object.assign(this, { page, offline, again, trouble: "", coming: {}, update: {}, below: {} });
  }

  /** An engine did not come, for this reason; empty: it is tried again. */
  lost(reason) {
    this.trouble = reason;
    if (reason) document.body.dataset.lost = reason;
    this.draw();
  }

  /** What stands above the page while its files come, or do not; once they are here the page's foot says it. */
  draw() {
    const { page: { texts }, offline, trouble } = this;
    if (!texts) return;
    const { say } = texts;
    const again = () => el("button", { class: "pk-button", "data-key": "again", text: say.again, onclick: () => this.again() });
    const { come, all, left } = offline.progress();
    const arriving = offline.state === "loading" && offline.began;
    const rest = left === null ? "" : left < 90 ? say.seconds_left.replace("{n}", left) : say.minutes_left.replace("{n}", Math.ceil(left / 60));
    const [fault] = trouble.includes("Traceback") ? trouble.trim().split("\n").slice(-1) : []; // of the page itself, no network's
    const row = trouble || offline.state === "lost" ? [el("p", { text: fault ? `${say.failed} ${fault}` : say.lost }), again()]
      : arriving ? [el("p", { text: `${say.coming.replace("{come}", come.toFixed(1)).replace("{all}", all.toFixed(1))} ${rest}` }), el("progress", { max: all, value: come, "aria-label": say.coming.split(":")[0] })]
        : SAID_ABOVE.includes(offline.state) ? [el("p", { text: this.words() })] : [];
    if (isNew(this.coming, row.map(each => each.outerHTML))) redraw(byId("coming"), ...row); // never anew under a finger
    byId("coming").setAttribute("role", arriving && !trouble ? "none" : "status"); // no voice counts megabytes
    this.foot();
  }

  /** Whether the page works offline now, and what to do where it does not. */
  words() {
    const { state } = this.offline;
    return this.page.texts.say[state === "blocked" && !globalThis.isSecureContext ? "offline_http" : `offline_${state}`] ?? "";
  }

  /** What stands below the page: whether it works offline, its version, a new one that waits, and what works elsewhere. */
  foot() {
    const { page: { texts }, offline } = this;
    const waits = Boolean(offline.comesThrough && offline.registration?.waiting);
    const works = ["kept", "loose"].includes(offline.state) && this.words();
    // The button stands first and is drawn on its own: what is told below it changes while the page comes.
    if (isNew(this.update, texts?.tag, waits)) {
      const update = ({ currentTarget }) => {
        currentTarget.disabled = true;
        offline.registration.waiting?.postMessage("update"); // the page begins anew once it is the one in use
        setTimeout(() => location.reload(), BUSY);
      };
      redraw(byId("update"), waits && el("button", { class: "pk-button", text: texts?.say.update ?? "Update", onclick: update }));
    }
    if (!isNew(this.below, texts?.tag, works)) return;
    const parts = [works && el("p", { id: "offline", class: "pk-works" }, el("b", { "aria-hidden": "true", text: "✓ " }), works),
      el("span", { text: texts && `${texts.say.private} ${texts.say.version} ${document.body.dataset.version} ` }),
      texts && el("details", { class: "yl-fold", "data-fold": "elsewhere" }, el("summary", { "data-key": "fold-elsewhere", text: texts.say.elsewhere }), el("p", { text: texts.say.elsewhere_is }))];
    draw(byId("told"), parts.filter(Boolean));
  }
}
