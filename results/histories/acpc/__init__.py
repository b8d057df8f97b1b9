"""Match logs of the ACPC dealer: reader, checks and writer."""
