// Warns about glare in the camera's picture: an all-white tile cannot be read.
const SIDE = 240; // pixels of the checked picture
const WHITE = 250; // of 255, in every colour; no lit tile or table in our photos is this bright
const MUCH = 0.005; // of the picture
const LOOK = 500; // milliseconds

/** Whether an RGBA picture shows glare. */
export function glares(pixels) {
  let white = 0;
  for (let at = 0; at < pixels.length; at += 4) white += Math.min(pixels[at], pixels[at + 1], pixels[at + 2]) >= WHITE;
  return white > MUCH * pixels.length / 4;
}

export default function ({ parentElement, data }) {
  const note = parentElement.querySelector(".yl-note");
  const pen = new OffscreenCanvas(SIDE, SIDE).getContext("2d", { willReadFrequently: true });
  const look = () => {
    const video = document.querySelector('[data-testid="stCameraInput"] video');
    let said = "";
    if (video?.videoWidth) {
      pen.drawImage(video, 0, 0, SIDE, SIDE);
      if (glares(pen.getImageData(0, 0, SIDE, SIDE).data)) said = data.glare;
    }
    if (note.textContent !== said) note.textContent = said;
  };
  const looking = setInterval(look, LOOK);
  return () => clearInterval(looking);
}
