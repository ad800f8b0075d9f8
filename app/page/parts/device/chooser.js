// What a file field's chooser offers first. The field itself takes any file: its content decides what it is.
// The field is looked for when the chooser is about to open: Streamlit may draw it anew at any time.
export default function ({ data }) {
  const offer = ({ target }) => {
    const field = target.closest?.(`.st-key-${data.field}`)?.querySelector('input[type="file"]');
    if (field) field.accept = data.accept;
  };
  document.addEventListener("click", offer, true);
  return () => document.removeEventListener("click", offer, true);
}
