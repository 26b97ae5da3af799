"""The face: placed items, typefaces, outlines and pixels; layout makes it, the press prints it."""
