"""A tile set that is taught, as JSON: what is asked and what came of it; `app/web/table.js` draws it."""
