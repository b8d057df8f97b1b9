"""Sets of equilibria shipped with railbird, written by `railbird solve --starts`."""
