"""The pages of decks: what they show (contexts), the parts they are made of, and their view functions."""
