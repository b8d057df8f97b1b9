"""Whole matches at many tables in step: decisions that wait, and the record."""
