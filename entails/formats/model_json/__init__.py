"""A constraint problem as a JSON document: read from anybody, written back, described by a schema."""
