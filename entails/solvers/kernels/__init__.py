"""Compiled loops. No other package of Entails imports numba; `kernels.jit` says when these modules do."""
