// What a file field's chooser offers first. The field itself takes any file: its content decides what it is.
export default function ({ data }) {
  const field = document.querySelector(`.st-key-${data.field} input[type="file"]`);
  if (field) field.accept = data.accept;
}
