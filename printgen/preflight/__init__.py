"""A composed face asked whether it can be read, before any paper or PDF."""
