"""Press: faces on paper to pages, pages to PDF bytes."""
