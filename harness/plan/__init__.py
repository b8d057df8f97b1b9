"""From a spec to a schedule of what is to be played."""
