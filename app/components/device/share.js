// The device's own sheet for sharing a file; where it has none, the button saves the file.
export default function ({ parentElement, data }) {
  const button = parentElement.querySelector("button");
  const bytes = Uint8Array.from(atob(data.base64), (letter) => letter.charCodeAt(0));
  const file = new File([bytes], data.name, { type: data.mime });
  const shared = { files: [file], title: data.title };
  const able = Boolean(navigator.canShare && navigator.canShare(shared));
  button.querySelector("span").textContent = able ? data.share : data.save;
  button.onclick = async () => {
    if (able) {
      try {
        await navigator.share(shared);
        return;
      } catch (error) {
        if (error.name === "AbortError") return;
      }
    }
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = data.name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };
  return () => { button.onclick = null; };
}
