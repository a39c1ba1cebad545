"""What games share that people sit down to: seats and their tokens, opening and joining, what staff see of a table."""
