from cambio.models import GameSession
from cambio.replay import verify
from tabletop.management.verification import VerifyCommand


class Command(VerifyCommand):
    help = "Replays every stored game of Cambio from its seed and log, and compares it with its rows."
    model, verify = GameSession, staticmethod(verify)
