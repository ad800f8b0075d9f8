// "Take a photo" and "Another look": the viewfinder where the browser gives this page its camera; else the page's file
// field opens the phone's own.
//
// A field with `capture` opens the camera at once and offers no pictures; without it, the field offers both. A machine
// without a camera ignores the attribute and shows its files.

const WANTED = "yl-look"; // a desk's wish for another look at its hand

export default function ({ parentElement, data, setTriggerValue }) {
  const button = parentElement.querySelector("button");
  const note = parentElement.querySelector(".yl-note");
  let [finder, denied] = [null, false];
  if (data.script) import(new URL(data.script, document.baseURI)).then(prepare);

  async function prepare({ hasCamera, openFinder }) {
    const devices = hasCamera ? await navigator.mediaDevices.enumerateDevices() : [];
    if (devices.some(device => device.kind === "videoinput")) finder = openFinder;
    label();
  }

  /** Without the viewfinder, and without a finger to hold the machine by, the button only chooses a file. */
  function label() {
    if (!button) return;
    button.classList.toggle("has-camera", Boolean(finder));
    button.querySelector("span").textContent = finder || matchMedia("(pointer: coarse)").matches ? data.take : data.choose;
  }

  function choose() {
    const field = document.querySelector(`.st-key-${data.field} input[type="file"]`);
    if (!field) return;
    const { accept } = field;
    field.setAttribute("capture", "environment");
    field.accept = "image/*";
    field.click();
    field.removeAttribute("capture");
    field.accept = accept;
  }

  async function open() {
    if (!finder || denied) return choose();
    const film = crypto.randomUUID();
    const post = async (kind, body) => {
      const answer = await fetch(new URL(`./viewfinder/${film}?is=${kind}&set=${encodeURIComponent(data.set)}`, document.baseURI), { method: "POST", body });
      if (!answer.ok) throw new Error((await answer.text()).trim());
      return answer.json();
    };
    const look = async canvas => post("frame", await canvas.convertToBlob({ type: "image/jpeg", quality: 0.85 }));
    const take = async (blob, alone) => (await post(alone ? "alone" : "photo", blob)).taken;
    try {
      if (await finder(data.say, look, take)) setTriggerValue("taken", film);
    } catch {
      denied = true; // a field may only open right after a tap: the next one does
      note.textContent = data.say.no_camera;
    }
  }

  label();
  if (button) button.onclick = open;
  else document.addEventListener(WANTED, open);
  return () => {
    if (button) button.onclick = null;
    else document.removeEventListener(WANTED, open);
  };
}
