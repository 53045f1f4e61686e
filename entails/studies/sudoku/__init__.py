"""Ratings of people, and the weights that are fitted to them (Landreau 2025)."""
