"""Rendering of drawings: `text` for terminals, `svg` for pictures, `page` for printed pages."""
