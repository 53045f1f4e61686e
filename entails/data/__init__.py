"""Data that ships with Entails, with its loaders. LICENSES.md names the origin of each file."""
