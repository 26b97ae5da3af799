"""The texts, marks, tables and form fields that each face of a game must have."""
