"""Commands for programs that speak the ACPC protocol."""
