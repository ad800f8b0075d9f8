// A clock that counts down to the time signal; it shows the signal, vibrates and sounds once.
const SECOND = 1000;
let signalled = null;

function signal(until) {
  if (signalled === until) return;
  signalled = until;
  navigator.vibrate?.([400, 200, 400]);
  try {
    const sound = new AudioContext();
    const tone = sound.createOscillator();
    tone.frequency.value = 660;
    tone.connect(sound.destination);
    tone.start();
    tone.stop(sound.currentTime + 0.8);
    tone.onended = () => sound.close();
  } catch {
    // Browsers stay silent until the first touch.
  }
}

export default function ({ parentElement, data }) {
  const shown = parentElement.querySelector(".yl-clock");
  // The server's clock counts, whatever the device's clock says.
  const ahead = Date.now() / SECOND - data.now;
  const far = data.until > data.now;
  const tick = () => {
    const left = Math.max(0, Math.ceil(data.until + ahead - Date.now() / SECOND));
    const [minutes, seconds] = [Math.floor(left / 60), left % 60];
    shown.textContent = left ? `${minutes}:${String(seconds).padStart(2, "0")}` : data.up;
    shown.setAttribute("aria-label", `${data.words} ${shown.textContent}`);
    shown.classList.toggle("yl-ask", left === 0);
    if (!left && far) signal(data.until);
  };
  tick();
  const ticking = setInterval(tick, SECOND / 2);
  return () => clearInterval(ticking);
}
