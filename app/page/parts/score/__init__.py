"""Parts of the page that scores one hand."""
