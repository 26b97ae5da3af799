"""The preview: a page in the browser with every face of a game, composed again as files change.

A server process talks to the browser and to one renderer process. The renderer holds the game.
"""
