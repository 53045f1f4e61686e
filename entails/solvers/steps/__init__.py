"""Human solving steps for any puzzle: small sets of constraints that force a new fact."""
