"""Solvers for Wordle: feedback over whole lists, words left, suggestions, trees and proofs."""
