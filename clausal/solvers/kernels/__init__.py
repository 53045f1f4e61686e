"""Compiled loops. Importing one of these modules imports numba; nothing else in Clausal does."""
