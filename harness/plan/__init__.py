"""From a spec to a schedule: what is to be played, before anybody plays."""
