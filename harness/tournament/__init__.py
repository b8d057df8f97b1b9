"""A tournament as a whole: prepared, tried, played into a folder, continued."""
