"""ACPC game definitions by name, one ``NAME.game`` file each; the C dealer reads them as they are."""
