"""The store and the job queue over SQL: SQLite in the data directory."""
