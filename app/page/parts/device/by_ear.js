// Adds what Streamlit leaves out for keyboards and screen readers: names in the page's language, the current page, and
// the focus, which is lost where Streamlit draws a chosen button anew.
const ROWS = '[class*="st-key-choice-"]:not([class*="st-key-choice-do-"])';
const KEYED = '[class*="st-key-"]';
const USABLE = "button:not(:disabled), a[href], summary";
let focused = null;

/** Set an attribute, unless it is set already: that would be one more change to look at. */
function set(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** A row of choices is a group; its name is the nearest label or heading above it. */
function nameRows() {
  let name = "";
  for (const element of document.querySelectorAll(`.yl-label, h3.yl-h, ${ROWS}`)) {
    if (!element.matches(ROWS)) name = element.textContent;
    else {
      set(element, "role", "group");
      set(element, "aria-label", name);
    }
  }
}

/** Mark the link to the current page; the link to the first page has no address. */
function markPage() {
  const links = [...document.querySelectorAll(".st-key-nav a")];
  const leads = link => link.getAttribute("href") && link.pathname === location.pathname;
  const current = links.find(leads) ?? links.find(link => !link.getAttribute("href"));
  for (const link of links) set(link, "aria-current", String(link === current && "page"));
}

/** A button whose English words the page's style replaces is called by what is shown. */
function nameButtons() {
  for (const words of document.querySelectorAll(".stFileUploader button p, .stFileUploader button[kind=borderlessIcon] > div, .stCameraInput button p")) {
    const { content } = getComputedStyle(words, "::after");
    if (content.startsWith('"')) set(words.closest("button"), "aria-label", content.slice(1, -1));
  }
}

/** Where the focus may go from an element: to it, its parts, or what is before it; keys, the nearest first. */
function waysFrom(element) {
  const ways = [];
  const add = part => part && ways.push(part.className.match(/st-key-\S+/)[0]);
  for (let part = element.closest(KEYED); part; part = part.parentElement.closest(KEYED)) add(part);
  const usable = [...document.querySelectorAll(USABLE)];
  for (const other of usable.slice(0, usable.indexOf(element)).reverse()) add(other.closest(KEYED));
  return ways;
}

function restoreFocus() {
  if (!focused || (focused.element.isConnected && !focused.element.disabled)) return;
  if (document.activeElement !== document.body && document.activeElement !== focused.element) return;
  const { ways } = focused;
  focused = null;
  for (const way of ways) {
    const found = [...document.querySelectorAll(`.${CSS.escape(way)} :is(${USABLE})`)].find(each => each.checkVisibility());
    if (found) return found.focus({ preventScroll: true });
  }
}

function watch() {
  document.addEventListener("focusin", ({ target }) => {
    focused = target.matches(".stMain button") ? { element: target, ways: waysFrom(target) } : null;
  });
  const look = () => { nameRows(); nameButtons(); markPage(); restoreFocus(); };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributeFilter: ["disabled", "href"] });
  look();
}

let watching = false;

export default function () {
  if (!watching) watch();
  watching = true;
}
