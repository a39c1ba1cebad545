"""The pace of a table that waits: its host changes it by page and by program, and no clock is without any time."""

from uuid import UUID

import pytest

from imperial import services
from imperial.forms import PACES
from imperial.models import Game
from imperial.plug import Clock
from imperial.replay import verify
from tabletop.accounts.models import User
from tabletop.rules import RuleViolation
from tests.imperial import kit
from tests.imperial.pages.visits import page_of, post
from tests.kit.clients import client_of
from tests.kit.program import Api
from tests.kit.roads import both_roads

pytestmark = pytest.mark.django_db
api = Api("/imperial/api/game")
EVENING = PACES["evening"][1]
SENTENCE = "A clock gives everybody some time, and ninety days at most."
NO_TIME = {"increment": 0, "banked": 0}


@pytest.fixture
def persons() -> list[User]:
    return kit.people(2)


@pytest.fixture
def game_id(persons: list[User]) -> UUID:
    """Juno's table, at which Mara waits too."""
    return kit.lobby_of(persons)


def clock_of(game_id: UUID) -> Clock | None:
    clock: Clock | None = kit.state_of(game_id).settings.clock
    return clock


def press(game_id: UUID, name: str, pace: str) -> int:
    return post(client_of(User.objects.get(display_name=name)), game_id, "act", do=f"settings:pace:{pace}").status_code


@both_roads
def test_the_host_changes_the_pace_and_everybody_sees_it(game_id: UUID, persons: list[User]) -> None:
    juno, mara = persons
    assert press(game_id, "Juno", "evening") == 200
    assert clock_of(game_id) == EVENING
    assert 'id="set-pace-evening"' in page_of(juno, game_id)
    seen = page_of(mara, game_id)
    assert 'id="set-pace-evening"' not in seen
    assert "everybody has 15 minutes, and every move gets 30 seconds extra" in seen
    assert press(game_id, "Juno", "calm") == 200
    assert clock_of(game_id) is None
    press(game_id, "Juno", "days")
    kit.act(game_id, "Juno", "start")
    game = kit.game_of(game_id)
    assert (game.timer.increment, game.player_info["Mara"].banked) == (12 * 3600, 3 * 86_400)
    verify(Game.objects.get(pk=game_id))


@both_roads
def test_nobody_else_and_nothing_else(game_id: UUID) -> None:
    assert press(game_id, "Mara", "evening") == 409
    assert press(game_id, "Juno", "sprint") == 400
    kit.act(game_id, "Juno", "start")
    assert press(game_id, "Juno", "evening") == 409
    assert clock_of(game_id) is None


def test_a_program_changes_the_clock_and_nothing_of_the_board() -> None:
    entered = api.post("create", {"playerCount": 2, "creatorDisplayName": "Eve"}).json
    game_id, bearer = UUID(entered["gameId"]), {"Authorization": f"Bearer {entered['playerToken']}"}
    board = kit.state_of(game_id).settings.setup

    def choose(game: object) -> tuple[int, object]:
        answer = api.post(f"{game_id}/settings", {"game": game}, headers=bearer)
        return answer.status, answer.json["state"]["clock"] if answer.status == 200 else answer.json["message"]

    clock = {"increment": 60, "banked": 600}
    assert choose({"clock": clock}) == (200, clock)
    assert choose({"setup": "{}"}) == (200, clock)
    assert choose({"clock": NO_TIME}) == (409, SENTENCE)
    assert choose({"clock": {"increment": -1, "banked": 5}}) == (409, SENTENCE)
    assert choose({"clock": {"increment": "long"}})[0] == 400
    assert choose({"clock": None}) == (200, None)
    assert kit.state_of(game_id).settings.setup == board


def test_the_rules_of_the_table_take_no_other_board(game_id: UUID) -> None:
    with pytest.raises(RuleViolation, match="invalid_request"):
        kit.act(game_id, "Juno", "settings", game={"setup": "{}"})


def test_no_table_is_opened_with_a_clock_without_time() -> None:
    with pytest.raises(RuleViolation, match=SENTENCE):
        services.create_table(person=kit.guest("Juno"), player_count=2, clock=Clock(increment=0, banked=0))
    answer = api.post("create", {"playerCount": 2, "creatorDisplayName": "Eve", "timer": NO_TIME})
    assert (answer.status, answer.json["message"]) == (400, SENTENCE)
    assert not Game.objects.exists()


@pytest.mark.parametrize("clock", [Clock(increment=1, banked=0), Clock(increment=0, banked=1)])
def test_a_clock_may_have_a_bank_or_an_increment_alone(clock: Clock) -> None:
    assert clock_of(services.create_table(person=kit.guest("Juno"), player_count=2, clock=clock).game_id) == clock
