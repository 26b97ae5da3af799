"""The process and the operating system: limits, signals, workers, files and caches."""
