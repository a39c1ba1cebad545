"""The table around a game of Cambio: who sits where, who is host, which seats bots play, and the game once it started.

Pure like the rules, and fulfilling the same contract (`tabletop.rules.Rules`): the lobby's actions and the bots' moves
take the same way as a player's, so a table replays from its seed and its log like a game does.
"""
