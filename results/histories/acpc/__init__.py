"""Match logs of the ACPC dealer: one reader of their lines, one set of checks, and their writer."""
