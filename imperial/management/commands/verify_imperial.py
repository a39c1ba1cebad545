from imperial.models import Game
from imperial.replay import verify
from tabletop.management.verification import VerifyCommand


class Command(VerifyCommand):
    help = "Replays every stored game of Imperial from its seed and log, and compares it with its rows."
    model, verify = Game, staticmethod(verify)
