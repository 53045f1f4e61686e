"""Expressions and conditions, the language of `entails.Problem`."""
