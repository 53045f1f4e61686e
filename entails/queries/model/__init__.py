"""Queries that extend the common ones for constraint models."""
