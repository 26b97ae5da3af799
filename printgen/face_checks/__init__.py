"""A face as it was seen, by whoever looked, held against its content."""
