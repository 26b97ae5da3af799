"""Plans what a command prints: which prints, cards, sizes and options, and their file names."""
