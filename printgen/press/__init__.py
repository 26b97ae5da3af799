"""The press: imposes faces on paper and writes the pages as PDF."""
