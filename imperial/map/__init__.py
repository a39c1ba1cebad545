"""Drawing of the board: places and shapes on the map of Europe. Pure; knows names of spots, but no rules."""
