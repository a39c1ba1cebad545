"""A program at a table of Cambio."""

from tests.kit.program import Answer, Api, ProgramAtTable

__all__ = ["BASE", "CARD_KEYS", "Answer", "Program", "get", "post"]

BASE = "/cambio/api/game"
CARD_KEYS = {"rank", "suit", "pointValue"}

api = Api(BASE)
get, post = api.get, api.post


class Program(ProgramAtTable):
    api = api
