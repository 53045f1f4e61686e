"""Loops that are compiled. Numba is imported when one of these modules is, or, where they run either way, when plain
Python is not enough; nothing else in Entails imports it."""
