"""Prompts of the agent `language-model`, jinja2 files."""
