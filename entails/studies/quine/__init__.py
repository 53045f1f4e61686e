"""The disjunction engine against people's ratings: the fit of Landreau 2025, and every measure beside it."""
