"""ACPC game definitions by name, a ``NAME.game`` file each; the C dealer reads them as they are."""
