"""Who may ask the server, and what it answers besides Streamlit."""
