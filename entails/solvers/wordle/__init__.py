"""Solvers for Wordle: feedback over whole lists, remaining words, suggestions, trees and proofs."""
