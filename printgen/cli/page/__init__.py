"""What the page of `printgen preview` takes from the command line: its options, and a folder."""
