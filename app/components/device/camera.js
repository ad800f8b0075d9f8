// "Take a photo": the page's own file field, asked to open the phone's camera itself.
//
// A field with `capture` opens the camera at once and offers no pictures; the same field without it offers both. A
// machine without such a camera ignores the word and shows its files.
export default function ({ parentElement, data }) {
  const button = parentElement.querySelector("button");
  const hasFinger = matchMedia("(pointer: coarse)").matches;
  button.querySelector("span").textContent = hasFinger ? data.take : data.choose;
  button.onclick = () => {
    const field = document.querySelector(`.st-key-${data.field} input[type="file"]`);
    if (!field) return;
    const accepted = field.getAttribute("accept");
    field.setAttribute("capture", "environment");
    field.setAttribute("accept", "image/*");
    field.click();
    field.removeAttribute("capture");
    if (accepted === null) field.removeAttribute("accept");
    else field.setAttribute("accept", accepted);
  };
  return () => { button.onclick = null; };
}
