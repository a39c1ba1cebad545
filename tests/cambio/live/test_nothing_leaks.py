"""Twin worlds: two games that differ only in what a seat may not know send that seat the same bytes (rules 19)."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from cambio import rules, services
from tabletop.tables.seats import Entry
from tests.cambio import kit
from tests.cambio.api.program import get, post
from tests.live.conftest import seq_in

pytestmark = pytest.mark.django_db(transaction=True)
OpenProgram = Callable[..., Any]

# The viewer knows the own lower row and, of the drawn cards, only the own. All else differs between the worlds.
MINE = ["Ah", "2h", "3h", "4h"]
THEIRS = [["5s", "6s", "7s", "8s"], ["Ks", "Qs", "Js", "10s"]]
DECKS = [["6c", "9d", "10d", "Ad"], ["5c", "4d", "10d", "Kh"]]
"""First Mara draws an unlike card and swaps it in, so that an equal one goes out; then come cards drawn and let go."""


class World:
    def __init__(self, number: int) -> None:
        people = kit.people(3)
        host = services.create_table(person=people[0], player_count=3)
        joined = [services.join_table(game_id=host.game_id, person=person) for person in people[1:]]
        self.number, self.persons = number, people
        self.entries: list[Entry] = [host, *joined]
        self.game_id = host.game_id
        self.start()

    def start(self) -> None:
        services.act(game_id=self.game_id, seat=0, action={"type": "start"}, now=kit.START)
        # Mara's first card, which she puts out, is alike; what she keeps and what Nils holds is not.
        hands = [MINE, ["9s", *THEIRS[self.number][:3]], [*THEIRS[1 - self.number][:4]]]
        deck = DECKS[self.number]
        kit.position(self.game_id, rules.arrange(hands, deck, ["2d", "3d"], turn=1))

    def scrub(self, text: str) -> str:
        """Ids, codes and tokens differ between any two tables; everything else must not."""
        known = {str(self.game_id): "GAME", self.entries[0].room_code: "CODE"}
        known |= {entry.player_id: f"PLAYER{seat}" for seat, entry in enumerate(self.entries)}
        known |= {str(entry.token): f"TOKEN{seat}" for seat, entry in enumerate(self.entries)}
        for found, name in known.items():
            text = text.replace(found, name)
        text = re.sub(r'"shuffleFingerprint": ?"[0-9a-f]{64}"', '"shuffleFingerprint":"PRINT"', text)
        text = re.sub("<code>[0-9a-f]{64}</code>", "<code>PRINT</code>", text)
        return re.sub(r'"timestamp": ?[0-9.]+', '"timestamp":0', text)

    def bearer(self, seat: int) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.entries[seat].token}"}

    def ask(self, seat: int) -> list[str]:
        """Everything a seat can ask for, refusals included."""
        headers = self.bearer(seat)
        path = str(self.game_id)
        answers = [get(path, headers=headers), get(f"{path}/scores", headers=headers)]
        for verb, body in (
            ("start", {}),
            ("draw", {"source": "deck", "expectedVersion": 1}),
            ("view-initial", {}),
            ("swap", {"position": 9}),
            ("power", {"targetPlayerId": self.entries[1].player_id, "targetPosition": 0}),
            ("power", {"dismiss": True}),
        ):
            answers.append(post(f"{path}/{verb}", body, headers=headers))
        return [f"{answer.status} {self.scrub(answer.text)}" for answer in answers]

    def moves(self) -> list[tuple[int, dict[str, Any]]]:
        """What happens at the table. Seat 0 is the one who watches."""
        return [
            (1, {"type": "draw", "source": "deck"}),
            (1, {"type": "swap", "position": 0}),
            (2, {"type": "draw", "source": "deck"}),
            (2, {"type": "swap", "position": 0}),
        ]


def arranged_power(world: World, top: str, *, turn: int) -> None:
    hands = [MINE, ["9s", *THEIRS[world.number][:3]], [*THEIRS[1 - world.number][:4]]]
    kit.position(world.game_id, rules.arrange(hands, [top], ["2d", "3d"], turn=turn))


def act(world: World, seat: int, **action: Any) -> None:
    services.act(game_id=world.game_id, seat=seat, action=action, now=kit.START)


SCENES: dict[str, list[tuple[int, dict[str, Any]]]] = {
    "8c": [
        (1, {"type": "draw", "source": "deck"}),
        (1, {"type": "discard"}),
        (1, {"type": "use_power", "position": 2}),
        (1, {"type": "dismiss_reveal"}),
    ],
    "10c": [
        (1, {"type": "draw", "source": "deck"}),
        (1, {"type": "discard"}),
        (1, {"type": "use_power", "targetSeat": 2, "targetPosition": 1}),
        (1, {"type": "dismiss_reveal"}),
    ],
    "Qc": [
        (1, {"type": "draw", "source": "deck"}),
        (1, {"type": "discard"}),
        (1, {"type": "use_power", "position": 1, "targetSeat": 2, "targetPosition": 3}),
    ],
    "Kc": [(1, {"type": "draw", "source": "deck"}), (1, {"type": "discard"}), (1, {"type": "dismiss_reveal"})],
}


@pytest.mark.parametrize("top", SCENES)
def test_answers_and_refusals_are_alike_in_twin_worlds(top: str) -> None:
    told: list[list[str]] = []
    for number in (0, 1):
        world = World(number)
        heard = world.ask(0)
        arranged_power(world, top, turn=1)
        for seat, action in SCENES[top]:
            act(world, seat, **action)
            heard += world.ask(0)
        told.append(heard)
    assert told[0] == told[1]


async def listen(open_program: OpenProgram, number: int, top: str, *, seat: int) -> list[str]:
    """All a seat's socket receives while somebody uses a power; the last line is a fresh snapshot."""
    world = await sync_to_async(World)(number)
    await sync_to_async(arranged_power)(world, top, turn=1)
    program = await open_program(world.game_id)
    await program.say("join_game", token=world.entries[seat].token)
    heard = [await program.hear()]
    for actor, action in SCENES[top]:
        await sync_to_async(act)(world, actor, **action)
    heard += await program.hear_until("TURN_STARTED")
    await program.say("sync")
    heard += await program.hear_until("STATE_SNAPSHOT")
    return [world.scrub(json.dumps(message)) for message in heard]


@pytest.mark.parametrize("top", SCENES)
async def test_sockets_are_alike_in_twin_worlds(open_program: OpenProgram, top: str) -> None:
    first, second = [await listen(open_program, number, top, seat=0) for number in (0, 1)]
    assert first == second


@pytest.mark.parametrize("top", ["8c", "10c"])
async def test_the_twins_really_differ(open_program: OpenProgram, top: str) -> None:
    """Mara, who looks, sees two different worlds: the comparisons above could fail."""
    first, second = [await listen(open_program, number, top, seat=1) for number in (0, 1)]
    assert first != second


async def test_nobody_hears_where_another_one_looked(open_program: OpenProgram) -> None:
    """The same game, a look at another place: the others hear the same."""
    heard = []
    for place in (0, 3):
        world = await sync_to_async(World)(0)
        await sync_to_async(arranged_power)(world, "8c", turn=1)
        programs = [await open_program(world.game_id) for _seat in range(3)]
        for program, entry in zip(programs, world.entries, strict=True):
            await program.say("join_game", token=entry.token)
            await program.hear()
        scene = [*SCENES["8c"][:2], (1, {"type": "use_power", "position": place}), SCENES["8c"][3]]
        for seat, action in scene:
            await sync_to_async(act)(world, seat, **action)
        told = [await programs[seat].hear_until("TURN_STARTED") for seat in (0, 2)]
        heard.append(world.scrub(json.dumps(told)))
    assert heard[0] == heard[1]


def fields_of(action: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in action.items() if name != "type"}


async def test_no_page_is_told_where_another_one_looked(open_socket: Callable[..., Any]) -> None:
    """The same game, a look at another card of another hand: the pages of the others get the same bytes."""
    told = []
    for target, place in ((0, 0), (0, 3), (2, 1)):
        world = await sync_to_async(World)(0)
        await sync_to_async(arranged_power)(world, "10c", turn=1)
        pages = {seat: (await open_socket(f"/cambio/{world.game_id}/live/", world.persons[seat]))[0] for seat in (0, 2)}
        for page in pages.values():
            await page.receive_from()
        look = {"type": "use_power", "targetSeat": target, "targetPosition": place}
        heard = []
        for seat, action in (*SCENES["10c"][:2], (1, look), SCENES["10c"][3]):
            receipt = await sync_to_async(kit.act)(world.game_id, seat, action["type"], **fields_of(action))
            for page in pages.values():
                frame = await page.receive_from()
                while seq_in(frame) < receipt.seq:
                    frame = await page.receive_from()
                heard.append(world.scrub(frame))
        told.append(heard)
    assert told[0] == told[1] == told[2]
    assert "is looking at a card." in told[0][4]


def test_a_card_drawn_and_kept_is_not_told(db: None) -> None:
    """Different cards are drawn and swapped in; only what goes out is seen, and that is alike."""
    told = []
    for number in (0, 1):
        world = World(number)
        heard = []
        for seat, action in world.moves()[:2]:
            act(world, seat, **action)
            heard += world.ask(0)
        told.append(heard)
    assert told[0] == told[1]
