"""All hands as one table: Parquet and CSV."""
