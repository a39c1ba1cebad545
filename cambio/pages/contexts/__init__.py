"""Small pure pieces of a player's view, one for each part of the page: typed values, and no words but names.

Words are the templates' business, so that a part rendered once serves everybody who reads the same language.
"""
