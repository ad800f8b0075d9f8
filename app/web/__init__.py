"""What the page's server answers before Streamlit: the frame with a cookie, manifest, icons."""
