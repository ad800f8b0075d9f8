"""A game's table as JSON: what it shows and what it asks; `app/web/table.js` draws it."""
