"""The pages; each is a script that Streamlit runs."""
