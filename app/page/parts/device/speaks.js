// Tells the browser the page's language, which Streamlit always declares as English.
export default function ({ data }) { document.documentElement.lang = data.tag; }
