"""Who is who, as the parts of every page show it."""

from tabletop.accounts.names import initial
from tabletop.live.parts import Context


class Face(Context, frozen=True):
    """What tells one player from the others, the same for all who look."""

    seat: int
    """A number: the id of a seat stands on no page."""
    name: str
    colour: int
    """Of the avatar."""

    @property
    def initial(self) -> str:
        return initial(self.name)


class PlayerFace(Face, frozen=True):
    bot_level: str | None
    """Of the bot that plays."""
