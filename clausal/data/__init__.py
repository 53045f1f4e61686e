"""Data that ships with Clausal, with its loaders. LICENSES.md says where each file comes from."""
