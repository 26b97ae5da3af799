"""The command line for the page of `printgen preview`: options as a form, and its folder."""
