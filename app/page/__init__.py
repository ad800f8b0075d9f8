"""The page that Streamlit serves: its frame, its memory, its views and their parts."""
