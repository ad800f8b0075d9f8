// Marks the page while the server does not answer: its connection may look open for minutes after a phone has gone out
// of reach. One late answer is none: a page that was asleep wakes up with one.
const EVERY_MS = 3000;
const PATIENCE_MS = 3000;
let watching = false;

async function answers() {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    await fetch(new URL("./_stcore/health", document.baseURI), { cache: "no-store", signal });
    return true;
  } catch {
    return false;
  }
}

async function watch() {
  for (let missed = 0; ;) {
    missed = document.hidden || await answers() ? 0 : missed + 1;
    document.documentElement.classList.toggle("yl-unheard", missed > 1);
    if (missed !== 1) await new Promise(done => { setTimeout(done, EVERY_MS); });
  }
}

export default function () {
  if (!watching) watch();
  watching = true;
}
