"""The process and the operating system: limits, signals, workers, files, the terminal."""
