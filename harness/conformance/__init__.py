"""The conformance suite, which checks agents against the contract."""
