"""Human solving steps of any puzzle: small sets of constraints that force a new fact."""
