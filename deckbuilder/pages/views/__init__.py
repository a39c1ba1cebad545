"""A folder because a person has several decks and may share one: the deck, the list of decks, the shared order."""
