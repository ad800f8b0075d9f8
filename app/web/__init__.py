"""What the page's server answers beside Streamlit: the frame with a browser's name, manifest, icons."""
