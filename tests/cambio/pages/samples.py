"""Views of a table at every moment, made by the real rules: four friends, seen from Juno's chair (seat 0)."""

from typing import Any

from msgspec.structs import replace

from cambio import plug, rules
from cambio.rules.cards import DECK
from cambio.table_view import with_player_ids
from tabletop.rules import Json
from tabletop.table import SeatInfo, Table
from tabletop.tables.names import with_display_names

NAMES = ("Juno", "Teo", "Mara", "Pip")
HANDS = (("Kh", "2c", "Ad", "4h"), ("3s", "Ac", "5h", "6s"), ("2d", "Ks", "5c", "2h"), ("Jh", "4d", "8c", "3h"))
NOW = 1_800_000_000.0


def table(
    game: rules.State | None,
    *,
    players: int = 4,
    max_players: int = 4,
    away: int | None = None,
    abandoned: bool = False,
) -> Table:
    seats = tuple(
        SeatInfo(
            seat_id=f"id-{number}",
            type="bot" if number == 3 else "human",
            bot_level="medium" if number == 3 else None,
            away_since=NOW - 18 if number == away else None,
        )
        for number in range(players)
    )
    if game is not None:
        named = tuple(replace(player, display_name=f"id-{seat}") for seat, player in enumerate(game.players))
        game = replace(game, players=named)
    return Table(
        max_players=max_players, seats=seats, host="id-0", settings=plug.Settings(), game=game, abandoned=abandoned
    )


def seen(
    game: rules.State | None,
    *,
    seat: int | None = 0,
    players: int = 4,
    max_players: int = 4,
    now: float = NOW,
    recent: tuple[Json, ...] = (),
    **options: Any,
) -> Json:
    around = {
        "gameId": "00000000-0000-0000-0000-000000000000",
        "roomCode": "7KQ4MW",
        "joinUrl": "/t/7KQ4MW/",
        "shuffleFingerprint": "9f2c41d80b7ea6c3" * 4,
        "shuffleSeed": None if game is None or game.phase != "completed" else "c04e7a1952db38f6" * 4,
        "dealPlace": "4",
        "recent": [with_player_ids(event, [f"id-{number}" for number in range(players)]) for event in recent],
    }
    view = plug.table.view(table(game, players=players, max_players=max_players, **options), seat, now=now)
    named: Json = with_display_names(view, {f"id-{number}": name for number, name in enumerate(NAMES)})
    return named | around


def position(*, players: int = 4, top: str = "6d", **options: Any) -> rules.State:
    hands = options.pop("hands", HANDS)[:players]
    used = {card for hand in hands for card in hand} | {top, options.get("held")}
    deck = [card for card in DECK if card not in used]
    return rules.arrange(hands, deck[:27], [deck[-1], top], **options)


def play(game: rules.State, seat: int, *actions: Json, now: float = NOW) -> tuple[rules.State, tuple[Json, ...]]:
    """The position after these actions, and what this brought for everybody, the newest first."""
    told: list[Json] = []
    for number, action in enumerate(actions, start=1):
        game, events = rules.apply(game, seat, action, now=now, shuffle=list)
        told[:0] = [
            event.to_json() | {"seq": number, "at": now} for event in reversed(events) if event.audience is None
        ]
    return game, tuple(told)


def story() -> tuple[Json, ...]:
    """A log with every kind of line."""
    told: list[Json] = [
        {"type": "TURN_STARTED", "playerId": 0, "phase": "playing"},
        {"type": "CARD_SWAPPED", "playerId": 3, "position": 1, "discardedCard": "6d", "incomingFrom": "deck"},
        {"type": "CARD_DRAWN", "playerId": 3, "source": "deck"},
        {"type": "PLAYER_DISCONNECTED", "playerId": 2},
        {"type": "SWAP_COMPLETED", "playerId": 2, "position": 0, "targetPlayerId": 0, "targetPosition": 1},
        {"type": "POWER_USED", "playerId": 2, "powerType": "blind_swap"},
        {"type": "CARD_DISCARDED", "playerId": 2, "card": "Qs", "powerType": "blind_swap"},
        {"type": "POWER_USED", "playerId": 1, "powerType": "peek_own"},
        {"type": "CARD_DISCARDED", "playerId": 1, "card": "8h", "powerType": "peek_own"},
        {"type": "CARD_DRAWN", "playerId": 0, "source": "discard", "card": "2c"},
        {"type": "GAME_STARTED", "phase": "initial_view"},
    ]
    return tuple(event | {"seq": 40 - number // 2, "at": NOW - 20 * number} for number, event in enumerate(told))


def discarding(card: str, *actions: Json, seat: int = 0, players: int = 4, watched: bool = False) -> Json:
    """Juno's view, or a watcher's, after this seat has drawn the card, let it go, and perhaps done more."""
    game = position(players=players, turn=seat, held=card, held_from="deck")
    after, recent = play(game, seat, {"type": "discard"}, *actions)
    return seen(after, seat=None if watched else 0, players=players, recent=recent, now=NOW + 1)


def away(game: rules.State, seat: int) -> rules.State:
    gone = replace(game.players[seat], is_connected=False, disconnected_at=NOW - 18)
    return replace(game, players=(*game.players[:seat], gone, *game.players[seat + 1 :]))


def given_up() -> Json:
    """Juno's view after Mara left in the final round with a card in her hand."""
    game = position(phase="final_round", caller=1, turn=2, held="4c", held_from="deck")
    after, recent = play(game, 2, {"type": "disconnected"})
    return seen(after, recent=recent)


def first_look(*, confirmed: bool = False) -> Json:
    game = rules.new_game(list(NAMES), list, now=NOW)
    if confirmed:
        game, _events = rules.apply(game, 0, {"type": "confirm_initial_view"}, now=NOW, shuffle=list)
    return seen(game, now=NOW + 2)


def final(*, caller: int = 2, turn: int = 0, done: tuple[int, ...] = (3,), **options: Any) -> Json:
    return seen(position(phase="final_round", caller=caller, turn=turn, final_turns_taken=done, **options))


def samples() -> dict[str, Json]:
    return {
        "waiting-alone": seen(None, players=1),
        "waiting-host": seen(None, players=2),
        "waiting-guest": seen(None, players=3, seat=2, max_players=3),
        "waiting-bot": seen(None, players=4),
        "waiting-away": seen(None, players=2, away=1),
        "closed": seen(away(away(position(turn=2), 2), 0), abandoned=True),
        "closed-holding": seen(away(position(held="4c", held_from="deck"), 0), abandoned=True),
        "first-look": first_look(),
        "first-look-confirmed": first_look(confirmed=True),
        "draw": seen(away(position(), 2), recent=story()),
        "two-players": seen(position(players=2), players=2),
        "three-players": seen(position(players=3), players=3),
        "holding-deck": seen(position(held="4c", held_from="deck"), recent=story()),
        "holding-discard": seen(position(top="9c", held="6d", held_from="discard")),
        "others-drawing": seen(position(turn=1)),
        "others-away": seen(away(position(turn=2), 2)),
        "others-holding": seen(position(turn=2, held="4c", held_from="deck")),
        "others-took": seen(position(turn=2, top="9c", held="6d", held_from="discard")),
        "peek-own": discarding("7c"),
        "peek-opponent": discarding("9s"),
        "peek-opponent-of-two": discarding("9s", players=2),
        "blind-swap": discarding("Jd"),
        "blind-swap-of-two": discarding("Jd", players=2),
        "reveal-own": discarding("7c", {"type": "use_power", "position": 1}),
        "reveal-opponent": discarding("9s", {"type": "use_power", "targetSeat": 1, "targetPosition": 1}),
        "king": discarding("Kc"),
        "others-choosing": discarding("9s", seat=1),
        "others-swapping": discarding("Jd", seat=1),
        "others-swapped": discarding(
            "Jd", {"type": "use_power", "position": 1, "targetSeat": 0, "targetPosition": 2}, seat=1
        ),
        "others-looking": discarding("9s", {"type": "use_power", "targetSeat": 0, "targetPosition": 2}, seat=1),
        "others-gave-up": given_up(),
        "final-mine": final(held="4c", held_from="deck"),
        "final-draw": final(),
        "final-other": final(turn=1, done=(3, 0)),
        "final-caller": final(caller=0, turn=1, done=()),
        "result": seen(position(phase="completed", caller=2, final_turns_taken=(0, 1, 3))),
        "result-tie": seen(
            position(
                phase="completed",
                caller=0,
                players=2,
                hands=(("Kh", "2c", "Ad", "4h"), ("Kd", "2h", "As", "4s")),
                final_turns_taken=(1,),
            ),
            players=2,
        ),
    }
