// Names the page's language to the browser, which Streamlit always calls English.
export default function ({ data }) { document.documentElement.lang = data.tag; }
