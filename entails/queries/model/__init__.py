"""Queries of constraint models that extend the common ones."""
