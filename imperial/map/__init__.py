"""Drawing of the board: places and shapes on the map of Europe. A room because no other game has a board to draw.

Pure; knows names of spots, but no rules.
"""
