"""The pages of a table: what they show (contexts), the parts they are made of, and their view functions."""
