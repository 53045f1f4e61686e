"""Constraint models as JSON documents: reader, writer and schema."""
