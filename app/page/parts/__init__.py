"""Parts of the page; each draws itself from the session and turns taps into edits."""
