"""The experiments of the studies, to be run again: their settings, the figures they print, and what a re-run gives."""
