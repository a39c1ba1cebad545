"""The textbook application to compare with: the same step of a card game, written as the Channels tutorial would.

Four players at a table with a hidden hand each draw a card and swap it. Rows are ORM models, a move locks its game, a
group tells the table's sockets, and each socket loads the game and renders its own HTML.
"""
