"""Data that ships with Entails, with its loaders. LICENSES.md says where each file comes from."""
