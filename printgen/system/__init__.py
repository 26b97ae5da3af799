"""What the process owes the operating system: limits, signals, workers, files, the terminal."""
