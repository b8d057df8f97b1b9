"""Whole tournaments: preparation, trial hands, play into a folder, and continuation."""
