"""Questions about constraint problems that the common ones do not answer in full."""
