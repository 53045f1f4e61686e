"""Human solving steps of any puzzle: small sets of statements that force a new fact."""
