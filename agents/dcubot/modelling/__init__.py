"""The trainer that fits a net to stored hands."""
