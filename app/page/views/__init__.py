"""The pages; each is a script that Streamlit runs.

A folder named ``pages`` beside the main script would make Streamlit run them alone, without the main script.
"""
