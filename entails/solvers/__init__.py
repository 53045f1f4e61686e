"""Engines that solve encodings, and the algorithms built on them."""
