// "Take a photo": has the page's file field open the phone's camera.
//
// A field with `capture` opens the camera at once and offers no pictures; without it, the field offers both. A
// machine without a camera ignores the attribute and shows its files.
export default function ({ parentElement, data }) {
  const button = parentElement.querySelector("button");
  const hasFinger = matchMedia("(pointer: coarse)").matches;
  button.querySelector("span").textContent = hasFinger ? data.take : data.choose;
  button.onclick = () => {
    const field = document.querySelector(`.st-key-${data.field} input[type="file"]`);
    if (!field) return;
    const { accept } = field;
    field.setAttribute("capture", "environment");
    field.accept = "image/*";
    field.click();
    field.removeAttribute("capture");
    field.accept = accept;
  };
  return () => { button.onclick = null; };
}
