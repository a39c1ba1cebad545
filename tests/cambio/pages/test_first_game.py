"""A game with a coach: the fingerprint before the deal, a look without a clock, hints, a stronger bot (rules 18.1)."""

import hashlib
import re
from uuid import UUID

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from cambio import rules, services
from cambio.models import Card, GameSession
from cambio.plug import ABANDON_SECONDS, table
from cambio.queries import lessons_told_to
from cambio.replay import verify
from tabletop import clock, timebase
from tabletop.accounts.models import User
from tabletop.engine import Move
from tabletop.play import submit
from tests.cambio.kit import act, dealt, game_of, guest, people, position, state_of
from tests.cambio.pages.visits import press
from tests.kit.clients import client_of
from tests.kit.roads import both_roads

pytestmark = pytest.mark.django_db(transaction=True)

FACE = re.compile(r"#[fi]-(?:10|[2-9AJQK])[SHDC]\b")
"""A card as pages draw it."""


def opened(client: Client, **fields: str) -> UUID:
    """A stranger or a known person presses the button of the home page; returns the table."""
    address = client.post("/cambio/practice/", fields)["Location"]
    return UUID(address.split("/")[2])


def page_of(client: Client, game_id: UUID) -> str:
    return client.get(f"/cambio/{game_id}/").content.decode()


def fingerprint_of(game_id: UUID) -> str:
    return hashlib.sha256(bytes(GameSession.objects.get(pk=game_id).shuffle_seed)).hexdigest()


def played(person: User, **fields: str) -> UUID:
    """A coached game in its first turn."""
    game_id = opened(client_of(person), **fields)
    for do in ("start", "confirm_initial_view"):
        act(game_id, 0, do, now=timebase.now())
    return game_id


# --- the fingerprint --------------------------------------------------------------------------------------------------


@both_roads
def test_the_fingerprint_is_sent_before_there_is_any_card(client: Client) -> None:
    game_id = opened(client)
    sent = [page_of(client, game_id), client.get(f"/cambio/{game_id}/parts/?seq=0").content.decode()]
    assert not Card.objects.filter(game_session=game_id).exists()
    assert all(fingerprint_of(game_id) in text for text in sent)
    assert not any(FACE.search(text) for text in sent)
    # Nothing but the page itself deals.
    clock.tick(now=timebase.now() + 3600)
    assert state_of(game_id).game is None

    status, answer = press(client, game_id, "start")
    assert status == 200
    assert FACE.search(answer)
    assert len(FACE.findall(page_of(client, game_id))) >= 3


def test_the_secret_of_the_result_has_the_fingerprint_that_was_sent_first(client: Client) -> None:
    game_id = opened(client)
    first = page_of(client, game_id)
    for do in ("start", "confirm_initial_view"):
        act(game_id, 0, do, now=timebase.now())
    position(game_id, rules.arrange([["Ac", "2c", "3c", "4c"], ["9c", "9d", "9h", "9s"]], ["5d"], ["2d"], turn=1))
    finish(game_id)
    page = page_of(client, game_id)
    assert "You saw the fingerprint before the first card was dealt" in page
    secret = bytes(GameSession.objects.get(pk=game_id).shuffle_seed)
    assert secret.hex() in page
    assert hashlib.sha256(secret).hexdigest() in first


def test_playing_again_shows_the_fingerprint_first_as_well() -> None:
    juno = guest("Juno")
    game_id = played(juno)
    finish(game_id)
    client = client_of(juno)
    again = UUID(client.post(f"/cambio/{game_id}/rematch/")["Location"].split("/")[2])
    clock.tick(now=timebase.now() + 3600)
    page = page_of(client, again)
    assert fingerprint_of(again) in page
    assert not FACE.search(page)
    assert not Card.objects.filter(game_session=again).exists()


def finish(game_id: UUID) -> None:
    """Juno calls, the bot plays its last turn."""
    game = rules.arrange([["Ac", "2c", "3c", "4c"], ["9c", "9d", "9h", "9s"]], ["5d", "6d"], ["2d"])
    position(game_id, game)
    now = timebase.now()
    act(game_id, 0, "call_cambio", now=now)
    while not table.is_over(state_of(game_id)):
        now += 10
        clock.tick(now=now)


# --- the first look ---------------------------------------------------------------------------------------------------


def test_the_first_look_lasts_until_its_player_ends_it() -> None:
    juno = guest("Juno")
    game_id = opened(client_of(juno))
    act(game_id, 0, "start", now=timebase.now())
    assert game_of(game_id).initial_view_ends_at is None
    page = page_of(client_of(juno), game_id)
    assert "They turn over when you have them." in page
    assert 'class="ring' not in page
    clock.tick(now=timebase.now() + 3600)
    assert game_of(game_id).phase == "initial_view"
    act(game_id, 0, "confirm_initial_view", now=timebase.now())
    assert game_of(game_id).phase == "playing"
    verify(GameSession.objects.get(pk=game_id))


def test_a_look_that_is_interrupted_goes_on_unless_nobody_comes_back() -> None:
    game_id = opened(client_of(guest("Juno")))
    now = timebase.now()
    act(game_id, 0, "start", now=now)
    submit(services.engine, game_id, Move(seat=0, action={"type": "left"}), now=now)
    assert game_of(game_id).phase == "initial_view"
    submit(services.engine, game_id, Move(seat=0, action={"type": "arrived"}), now=now + 5)
    assert state_of(game_id).abandon_at is None
    submit(services.engine, game_id, Move(seat=0, action={"type": "left"}), now=now + 9)
    clock.tick(now=now + 9 + ABANDON_SECONDS)
    assert state_of(game_id).abandoned


def test_among_people_the_first_look_ends_and_nobody_is_coached() -> None:
    juno, mara = people(2)
    game_id = services.create_table(person=juno, player_count=2, coached=True).game_id
    services.join_table(game_id=game_id, person=mara)
    assert "Waiting for players" in page_of(client_of(juno), game_id)
    act(game_id, 0, "start", now=timebase.now())
    assert game_of(game_id).initial_view_ends_at is not None
    assert 'id="ask-hint"' not in page_of(client_of(juno), game_id)


def test_no_host_gives_a_table_a_coach_later() -> None:
    juno = guest("Juno")
    entry = services.create_table(person=juno, player_count=2, bots=["easy"])
    act(entry.game_id, 0, "settings", game={"coached": True})
    act(entry.game_id, 0, "start", now=timebase.now())
    assert 'id="ask-hint"' not in page_of(client_of(juno), entry.game_id)


# --- lessons and hints ------------------------------------------------------------------------------------------------


def test_each_thing_is_explained_once_here_and_in_the_next_game() -> None:
    juno = guest("Juno")
    client = client_of(juno)
    game_id = opened(client)
    act(game_id, 0, "start", now=timebase.now())
    assert "Look at your two bottom cards, this once" in page_of(client, game_id)
    act(game_id, 0, "confirm_initial_view", now=timebase.now())
    assert "Draw a card: from the deck, or the open one." in page_of(client, game_id)
    assert lessons_told_to(juno) == ["look", "turn"]
    again = opened(client)
    act(again, 0, "start", now=timebase.now())
    assert "this once" not in page_of(client, again)
    act(again, 0, "confirm_initial_view", now=timebase.now())
    page = page_of(client, again)
    assert "Draw a card: from the deck, or the open one." not in page
    assert "Not sure? The hint says what a careful player would do, and why." in page
    assert lessons_told_to(guest("Mara")) == []


@both_roads
def test_the_hint_says_what_to_do_and_why() -> None:
    juno = guest("Juno")
    client = client_of(juno)
    game_id = played(juno)
    seen = game_of(game_id).players[0].hand[2:]
    rest = iter(card for card in rules.cards.DECK if card not in (*seen, "Kh", "Kd", "Qd", "Jd"))
    hands = [[next(rest), next(rest), *seen], [next(rest) for _place in range(4)]]
    top, king = ("Jd" if "Qd" in seen else "Qd"), ("Kd" if "Kh" in seen else "Kh")
    position(game_id, rules.arrange(hands, [king], [top]))
    page = page_of(client, game_id)
    assert re.search(r'<button[^>]+id="ask-hint"[^>]+popovertarget="hint"', page)
    assert re.search(r"Draw from the deck. The (jack|queen) of diamonds counts 10: an unseen card is likely to", page)
    _status, answer = press(client, game_id, "draw:deck")
    assert re.search(
        r"Put it (top|bottom) (left|right)\. (You have not seen the card there|The .+ there counts)", answer
    )


def test_nobody_else_hears_the_coach() -> None:
    game_id = played(guest("Juno"))
    watcher = page_of(client_of(guest("Nils")), game_id)
    assert "Cards in front" in watcher
    assert 'id="ask-hint"' not in watcher
    assert 'class="coach"' not in watcher


def test_a_coach_adds_no_statement_to_a_move() -> None:
    juno, mara = people(2)
    coached, plain = played(juno), dealt([mara], bots=["easy"], now=timebase.now())
    act(plain, 0, "confirm_initial_view", now=timebase.now())
    counts = []
    for game_id, client in ((coached, client_of(juno)), (plain, client_of(mara))):
        page_of(client, game_id)
        with CaptureQueriesContext(connection) as captured:
            assert press(client, game_id, "draw:deck")[0] == 200
        counts.append(len(captured))
    assert counts[0] == counts[1]


# --- afterwards -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "stronger"), [("", "medium"), ("medium", "hard"), ("hard", None), ("x", "medium")])
def test_after_the_result_a_stronger_bot_is_one_press_away(level: str, stronger: str | None) -> None:
    juno = guest("Juno")
    client = client_of(juno)
    game_id = played(juno, **({"level": level} if level else {}))
    finish(game_id)
    page = page_of(client, game_id)
    assert ("Play a stronger bot" in page) is (stronger is not None)
    assert "Play again" in page
    if stronger is None:
        return
    fields = {"key": f"after-{game_id}", "level": stronger}
    assert re.search(rf'form="stronger-form" name="level"\s+value="{stronger}"', page)
    # Pressed twice it is one game.
    following = {opened(client, **fields) for _press in range(2)}
    assert len(following) == 1
    assert state_of(following.pop()).seats[1].bot_level == stronger
