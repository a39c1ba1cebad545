"""A program at a table of Imperial."""

from tests.kit.program import Answer, Api, ProgramAtTable

__all__ = ["BASE", "Answer", "Program", "get", "post"]

BASE = "/imperial/api/game"

api = Api(BASE)
get, post = api.get, api.post


class Program(ProgramAtTable):
    api = api

    @property
    def name(self) -> str:
        return str(self.entered.json["state"]["me"])
