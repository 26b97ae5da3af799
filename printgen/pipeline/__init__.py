"""The stages in order: check, compose, print, prove, publish."""
