"""The next step in any puzzle: small sets of statements that, with what is known, force something new."""
