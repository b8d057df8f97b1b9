"""Strategies shipped with railbird, written by `railbird solve`."""
