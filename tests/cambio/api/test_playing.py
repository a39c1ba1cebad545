"""A whole game over HTTP, as rules 13 describes it."""

import pytest

from cambio import rules, services
from tests.cambio.api.program import CARD_KEYS, Answer, Program, post
from tests.cambio.kit import game_of, position

pytestmark = pytest.mark.django_db

HANDS = [["Ah", "2h", "3h", "4h"], ["5s", "6s", "7s", "8s"]]


def arranged(pair: tuple[Program, Program], *, top: str, **options: object) -> None:
    """A position in which the next card of the deck is `top`."""
    options.setdefault("hands", HANDS)
    deck = [top, *(card for card in ("9c", "Qc", "Kc", "Tc") if card in rules.cards.DECK and card != top)]
    hands = options.pop("hands")
    position(pair[0].id, rules.arrange(hands, deck, ["2d", "3d"], **options))  # type: ignore[arg-type]


def test_creating_tells_code_player_and_token_and_the_first_version() -> None:
    answer = post("create", {"playerCount": 3, "creatorDisplayName": "  Juno "})
    assert answer.status == 201
    assert answer.json["version"] == answer.json["state"]["version"] == 1
    state = answer.json["state"]
    assert (state["phase"], state["maxPlayers"], state["hostPlayerId"]) == ("setup", 3, answer.json["playerId"])
    assert [player["displayName"] for player in state["players"]] == ["Juno"]
    assert len(answer.json["roomCode"]) == 6
    assert state["availableActions"] == ["leave_game"]


@pytest.mark.parametrize("spelling", ["botLevel", "botDifficulty"])
def test_bots_take_the_next_seats_at_once(spelling: str) -> None:
    answer = post("create", {"playerCount": 4, "botCount": 2, spelling: "hard", "creatorDisplayName": "Juno"})
    seats = [(p["turnOrder"], p["type"], p["botLevel"]) for p in answer.json["state"]["players"]]
    assert seats == [(0, "human", None), (1, "bot", "hard"), (2, "bot", "hard")]


def test_the_host_brings_bots_and_sends_them_away() -> None:
    host = Program.create(playerCount=3, creatorDisplayName="Juno")
    other = Program.join(host, "Mara")
    added = host.post("add_bot", {"level": "hard"}).json["state"]["players"][2]
    assert (added["type"], added["botLevel"]) == ("bot", "hard")
    assert other.post("remove_bot", {"playerId": added["playerId"]}).refusal == (403, "NOT_HOST")
    removed = host.post("remove_bot", {"playerId": added["playerId"]})
    assert [player["displayName"] for player in removed.json["state"]["players"]] == ["Juno", "Mara"]
    assert removed.json.keys() == {"version", "state"}
    assert other.post("add_bot").refusal == (403, "NOT_HOST")
    assert host.post("add_bot", {"level": "perfect"}).refusal == (400, "VALIDATION_ERROR")
    assert host.post("remove_bot", {"playerId": other.player_id}).refusal == (409, "INVALID_BOT")


def test_a_bot_plays_the_seat_until_it_is_taken_back(dealt: tuple[Program, Program]) -> None:
    arranged(dealt, top="9c")
    assert dealt[1].post("take_back").refusal == (409, "INVALID_ACTION")
    level = services.tables.rules.plug.takeover_level
    assert dealt[1].post("hand_to_bot").json["state"]["players"][1]["botLevel"] == level
    assert dealt[1].post("hand_to_bot").refusal == (409, "INVALID_ACTION")
    assert dealt[1].post("take_back").json["state"]["players"][1]["botLevel"] is None


def test_joining_by_code_takes_any_case_and_blanks() -> None:
    host = Program.create()
    code = host.entered.json["roomCode"]
    joined = post("join", {"roomCode": f" {code.lower()} ", "displayName": "Mara"})
    assert (joined.status, joined.json["gameId"]) == (200, host.game_id)
    assert joined.json["state"]["mySeat"] == 1


def test_a_game_from_the_deal_to_the_scores(table_of_two: tuple[Program, Program]) -> None:
    host, other = table_of_two
    started = host.post("start")
    assert started.json["state"]["phase"] == "initial_view"
    shown = [card for player in started.json["state"]["players"] for card in player["cards"] if card["face"]]
    assert [card["position"] for card in shown] == [2, 3]
    assert all(card["face"].keys() == CARD_KEYS for card in shown)
    assert host.post("view-initial").json["hasViewedInitialCards"] is True
    assert other.post("view-initial").json["state"]["phase"] == "playing"
    called = host.post("cambio")
    assert (called.json["remainingTurns"], called.json["state"]["phase"]) == (1, "final_round")
    drawn = other.post("draw", {"source": "discard"})
    assert drawn.json["mustSwap"] is True
    assert drawn.json["drawnCard"].keys() == CARD_KEYS
    ended = other.post("swap", {"position": 0})
    assert ended.json["discardedCard"].keys() == CARD_KEYS
    assert ended.json["state"]["phase"] == "completed"
    scores = host.get("scores").json
    finals = [line["finalScore"] for line in scores["scores"]]
    assert finals == sorted(finals)
    assert len(scores["scores"][0]["cards"]) == 4
    assert set(scores["winnerIds"]) <= {host.player_id, other.player_id}
    assert scores["state"]["shuffleSeed"]


def test_a_card_from_the_deck_is_told_to_the_drawer_alone(dealt: tuple[Program, Program]) -> None:
    arranged(dealt, top="9c")
    drawn = dealt[0].post("draw", {"source": "deck"})
    assert drawn.json["drawnCard"] == {"rank": "9", "suit": "clubs", "pointValue": 9}
    assert drawn.json["mustSwap"] is False
    assert drawn.json["state"]["heldCard"]["card"] == drawn.json["drawnCard"]
    assert dealt[1].state["heldCard"] is None


def test_peeking_at_an_own_card(dealt: tuple[Program, Program]) -> None:
    arranged(dealt, top="7c")
    dealt[0].post("draw", {"source": "deck"})
    assert dealt[0].post("discard").json["power"] == {"powerType": "peek_own"}
    peeked = dealt[0].post("power", {"powerType": "peek_own", "position": 1}).json
    assert peeked["revealedCard"] == {
        "rank": "2", "suit": "hearts", "pointValue": 2, "ownerId": dealt[0].player_id, "position": 1
    }  # fmt: skip
    assert peeked["expiresAt"] == peeked["state"]["peekExpiresAt"]
    dismissed = dealt[0].post("power", {"dismiss": True})
    assert dismissed.json["state"]["currentTurnPlayerId"] == dealt[1].player_id


def test_peeking_at_another_players_card(dealt: tuple[Program, Program]) -> None:
    arranged(dealt, top="10c")
    dealt[0].post("draw", {"source": "deck"})
    dealt[0].post("discard")
    body = {"targetPlayerId": dealt[1].player_id, "targetPosition": 3}
    peeked = dealt[0].post("power", body).json
    assert (peeked["revealedCard"]["rank"], peeked["revealedCard"]["ownerId"]) == ("8", dealt[1].player_id)
    assert dealt[1].state["openPower"]["reveal"] is None


def test_swapping_blindly(dealt: tuple[Program, Program]) -> None:
    arranged(dealt, top="Qc")
    dealt[0].post("draw", {"source": "deck"})
    dealt[0].post("discard")
    places = {"position": 0, "targetPlayerId": dealt[1].player_id, "targetPosition": 2}
    swapped = dealt[0].post("power", {"powerType": "blind_swap", **places}).json
    assert swapped["swap"] == places
    hands = [player.hand for player in game_of(dealt[0].id).players]
    assert (hands[0][0], hands[1][2]) == ("7s", "Ah")


def test_a_king_shows_one_own_card_with_the_discard(dealt: tuple[Program, Program]) -> None:
    arranged(dealt, top="Kc")
    dealt[0].post("draw", {"source": "deck"})
    power = dealt[0].post("discard").json["power"]
    assert power["powerType"] == "look_own"
    revealed = power["revealed"]
    assert HANDS[0][revealed["position"]] == revealed["rank"] + revealed["suit"][0]
    assert revealed["expiresAt"] > 0
    assert dealt[0].post("power", {"skip": True}).status == 200


def test_a_power_may_be_skipped(dealt: tuple[Program, Program]) -> None:
    arranged(dealt, top="8c")
    dealt[0].post("draw", {"source": "deck"})
    dealt[0].post("discard")
    skipped = dealt[0].post("power", {"skip": True})
    assert (skipped.status, skipped.json["state"]["openPower"]) == (200, None)


def test_the_version_rises_by_one_with_every_change_and_not_with_a_refusal(dealt: tuple[Program, Program]) -> None:
    arranged(dealt, top="2c")
    before: int = dealt[0].get().json["version"]
    assert dealt[0].post("draw", {"source": "deck"}).json["version"] == before + 1
    assert dealt[0].post("draw", {"source": "deck"}).refusal == (409, "ALREADY_DREW")
    assert dealt[0].get().json["version"] == before + 1


def test_leaving_the_lobby_moves_later_seats_up_and_the_next_human_is_host() -> None:
    host = Program.create(playerCount=3)
    second, third = Program.join(host, "Mara"), Program.join(host, "Nils")
    left: Answer = host.post("leave")
    assert left.status == 200
    assert (left.json["state"]["mySeat"], left.json["state"]["myPlayerId"]) == (None, None)
    assert second.state["isHost"] is True
    assert third.state["mySeat"] == 1
    assert host.get().refusal == (401, "UNAUTHENTICATED")


def test_a_table_nobody_is_left_at_is_gone() -> None:
    host = Program.create(playerCount=3, botCount=1)
    assert host.post("leave").status == 200
    assert host.get().refusal == (404, "GAME_NOT_FOUND")


def test_after_the_start_leaving_is_a_disconnection(dealt: tuple[Program, Program]) -> None:
    assert dealt[1].post("leave").status == 200
    assert [player["isConnected"] for player in dealt[0].state["players"]] == [True, False]
