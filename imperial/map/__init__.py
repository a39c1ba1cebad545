"""The board as drawn: where things stand on the map of Europe, and the shapes they are drawn with. Knows no rules."""
