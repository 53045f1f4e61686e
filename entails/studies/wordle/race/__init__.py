"""Races: many strategies on the same secrets, by length, with figures that can be trusted and files that last."""
