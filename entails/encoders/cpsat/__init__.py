"""A statement for CP-SAT: an integer variable for each variable, one file for each kind of constraint."""

from entails.encoders.cpsat.compiler import build, compile_cpsat

__all__ = ["build", "compile_cpsat"]
