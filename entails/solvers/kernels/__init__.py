"""Compiled loops. Only this package imports numba; `kernels.jit` decides when functions are compiled."""
