// Keeps the screen on while this part is shown. Browsers release the lock whenever the page is hidden, and grant it
// only over https and on the machine itself.
export default function ({ parentElement, data }) {
  const note = parentElement.querySelector(".yl-note");
  let lock = null;
  let gone = false;
  const hold = async () => {
    if (gone || lock || document.visibilityState !== "visible" || !navigator.wakeLock) return;
    try {
      lock = await navigator.wakeLock.request("screen");
    } catch {
      return;
    }
    lock.addEventListener("release", () => { lock = null; note.textContent = ""; });
    note.textContent = data.awake;
    if (gone) lock.release();
  };
  document.addEventListener("visibilitychange", hold);
  hold();
  return () => {
    gone = true;
    document.removeEventListener("visibilitychange", hold);
    if (lock) lock.release();
  };
}
