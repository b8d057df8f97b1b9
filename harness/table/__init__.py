"""The table loop: asks agents inside and outside for decisions, and judges what they do."""
