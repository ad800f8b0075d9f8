// A hand handed to others: as a link in the address part that no server sees, as a code, and to a server's page.

import { el, redraw } from "./web/desk/dom.js";
import { choices, choose } from "./kept.js";
import { go } from "./where.js";

const byId = id => document.getElementById(id);

export class Handing {
  /** `page` gives the page's texts and asks its engines. */
  constructor(page) {
    this.page = page;
  }

  /** Make the address of this page that of the shown hand, and share it; returns the hand's link. */
  async link(id) {
    byId("linked").textContent = this.page.texts.say.linked;
    const links = await this.show();
    await go(id, links.own);
    const text = location.hash.slice(6);
    if (navigator.share) await navigator.share({ url: links.own }).catch(() => null);
    else await navigator.clipboard?.writeText(links.own).catch(() => null);
    return text;
  }

  /** Show the code and the link to a server's page; ask once for that server's address. */
  async show() {
    const { say } = this.page.texts;
    const typed = choices.server ?? "";
    const links = await this.page.ask("links", { own: `${location.origin}${location.pathname}`, server: typed });
    const { code, there } = links;
    const refused = Boolean(typed) && !there;
    const server = el("input", { type: "url", id: "server", "data-key": "server", placeholder: "http://192.168.1.5:8501", value: typed,
      "aria-invalid": refused && "true", "aria-describedby": refused && "refused",
      onchange: () => { choose("server", server.value.trim()); this.show(); } });
    redraw(byId("handed"), el("p", { text: say.handed }), el("img", { class: "yl-qr", src: code, alt: say.link }),
      el("label", { class: "pk-field" }, say.server, server),
      refused && el("p", { id: "refused", role: "alert", text: say.no_server }),
      there && el("a", { class: "pk-button pk-wide pk-strong", id: "there", "data-key": "there", href: there, target: "_blank", rel: "noopener", text: say.there }));
    (byId("refused") ?? byId("handed")).scrollIntoView({ block: "nearest" });
    return links;
  }
}
