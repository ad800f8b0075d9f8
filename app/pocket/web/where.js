// Where the page is, in the browser's history: at the start, or a step above it at a hand, the game, a list. A reload
// opens that again; Back leads to the start, and from there away.

const PATIENCE = 1000; // milliseconds for a step back
let steps = Promise.resolve(); // one after the other: a step back takes a while
let ended = null; // called at the end of a step back of the page's own

/** A hand's number, or a name; null at the start. */
export const place = () => history.state?.at ?? null;

const LEFT = "yakulens-left"; // in the tab's storage: where the page was last, what was unfolded, how far it was scrolled
const folds = () => [...document.querySelectorAll("details[data-fold]")];

addEventListener("pagehide", () => inTab(tab => {
  const open = folds().filter(each => each.open).map(each => each.dataset.fold);
  tab[LEFT] = JSON.stringify({ at: place(), open, top: scrollY });
}));

/** Unfold and scroll as before a reload, where the page is there again. */
export function showAsBefore() {
  const { at, open = [], top } = inTab(tab => JSON.parse(tab[LEFT])) ?? {};
  if (at !== place()) return;
  for (const each of folds()) each.open ||= open.includes(each.dataset.fold);
  if (top) scrollTo(0, top);
}

function inTab(act) {
  try {
    return act(sessionStorage);
  } catch { /* nothing is there, or the browser blocks it */ }
}

/** Note that the page is there now, at this address if it is not its usual one. */
export function go(to, address = location.pathname + location.search) {
  return steps = steps.then(() => {
    const { at, above } = history.state ?? {};
    if (to === null && above) return back();
    if (to === null) history.replaceState(null, "", address);
    else if (at !== undefined || location.hash) history.replaceState({ at: to, above }, "", address); // below a link lies nothing of ours
    else history.pushState({ at: to, above: true }, "", address);
  });
}

/** Something lies over the page until Back; returns what ends that. */
export function over() {
  steps = steps.then(() => history.pushState({ ...history.state, over: true }, ""));
  return () => steps = steps.then(() => history.state?.over && back());
}

function back() {
  return new Promise(done => {
    ended = done;
    setTimeout(done, PATIENCE);
    history.back();
  });
}

/** `arrive` is called with the place to which the person goes back or forth; a link's is opened by its address. */
export function follow(arrive) {
  addEventListener("popstate", () => {
    const own = ended;
    ended = null;
    if (own) own();
    else if (!location.hash) arrive(place());
  });
}
