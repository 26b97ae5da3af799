"""The face, one side of a printed piece: its placed items, and the typefaces and pixels in them."""
