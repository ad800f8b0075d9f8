// Opens the device's share sheet for a file; without one, the button saves the file.
export default function ({ parentElement, data }) {
  const button = parentElement.querySelector("button");
  const words = button.querySelector("span");
  let shared = null;
  words.textContent = data.save;
  const ready = fetch(data.url).then((answer) => answer.blob()).then((bytes) => {
    const file = new File([bytes], data.name, { type: data.mime });
    if (!navigator.canShare?.({ files: [file] })) return;
    shared = { files: [file], title: data.title };
    words.textContent = data.share;
  });
  button.onclick = async () => {
    await ready;
    if (shared) {
      try {
        await navigator.share(shared);
        return;
      } catch (error) {
        if (error.name === "AbortError") return;
      }
    }
    Object.assign(document.createElement("a"), { href: data.url, download: data.name }).click();
  };
  return () => { button.onclick = null; };
}
