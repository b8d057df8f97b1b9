"""Games described in PGDL, the XML language of document 000 (section 4.2, appendix C)."""
