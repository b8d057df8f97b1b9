"""Where runs are stored: folders of this machine, and prefixes in object storage."""
