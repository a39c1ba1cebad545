"""Every part of the page at every moment of a game."""

import re
from types import NoneType
from typing import Any, get_args

import msgspec
import pytest
from django.template.loader import get_template

from cambio.pages.parts import PARTS, PLACES
from cambio.pages.view import to_view
from cambio.rules.cards import DECK, PowerType
from cambio.templatetags.cambio_cards import card_name
from tabletop.live.parts import Context, Contexts, build_contexts, changed_contexts, render_parts, render_update
from tabletop.rules import Json
from tests.cambio.pages.samples import NOW, discarding, final, first_look, position, samples, seen, story

SAMPLES = samples()


def contexts_of(view: Json) -> Contexts:
    return build_contexts(PARTS, to_view(view))


def parts_of(view: Json) -> dict[str, str]:
    return {name: str(html) for name, html in render_parts(contexts_of(view)).items()}


def words(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html)).strip()


def is_empty(html: str) -> bool:
    return not re.sub(r"</?div[^>]*>", "", html).strip()


@pytest.mark.parametrize("power", get_args(PowerType))
@pytest.mark.parametrize("whose", ["own", "choosing"])
def test_every_power_has_a_sentence_for_its_owner_and_for_the_others(whose: str, power: str) -> None:
    # A king shows its card at once: there is nothing to choose.
    line = "own_look" if (whose, power) == ("own", "look_own") else f"{whose}_{power}"
    assert get_template(f"cambio/status/_{line}.html")


@pytest.mark.parametrize("name", SAMPLES)
def test_every_part_renders_at_every_moment(name: str) -> None:
    parts = parts_of(SAMPLES[name])
    assert set(parts) == {part.name for part in PARTS}
    for html in parts.values():
        assert "None" not in html
        assert "{{" not in html


def check_plain(value: object) -> None:
    """Equal contexts must look alike: 1, True and 1.0 are equal, and so are a text and the same text marked as safe."""
    if isinstance(value, Context):
        # In strict mode, so that True is no number.
        assert msgspec.convert(msgspec.to_builtins(value), type(value)) == value
    if isinstance(value, Context | tuple):
        for item in msgspec.structs.astuple(value) if isinstance(value, Context) else value:
            check_plain(item)
    else:
        assert type(value) in (str, int, bool, NoneType)


@pytest.mark.parametrize("name", SAMPLES)
def test_contexts_hold_what_their_fields_say(name: str) -> None:
    for context in contexts_of(SAMPLES[name]).values():
        check_plain(context)


@pytest.mark.parametrize("name", SAMPLES)
def test_a_page_is_a_waiting_room_a_table_or_a_result(name: str) -> None:
    parts = parts_of(SAMPLES[name])
    shown = {part for part, html in parts.items() if not is_empty(html)}
    if name.startswith("waiting"):
        assert shown == {"waiting", "log"}
    elif name.startswith("result"):
        assert {"verdict", "result", "mine", "actions", "log"} <= shown
        assert not shown & {"waiting", "status", "final", "modal"}
    else:
        assert {"deck", "discard", "mine", "status", "seal"} <= shown
        assert not shown & {"waiting", "verdict", "result"}


@pytest.mark.parametrize("name", SAMPLES)
def test_ids_are_used_once(name: str) -> None:
    ids = re.findall(r'\sid="([^"]+)"', "".join(parts_of(SAMPLES[name]).values()))
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("name", SAMPLES)
def test_only_what_is_legal_glows_and_is_a_control(name: str) -> None:
    view = SAMPLES[name]
    parts = parts_of(view)
    available = set(view["availableActions"])
    assert ("is-legal" in parts["deck"]) == ("draw_from_deck" in available)
    assert ("is-legal" in parts["discard"]) == bool({"draw_from_discard", "discard_card"} & available)
    power = (view["openPower"] or {}).get("powerType") if "use_power" in available else None
    is_own_legal = "swap_card" in available or power in ("peek_own", "blind_swap")
    assert parts["mine"].count("is-legal") == parts["mine"].count("<button") + parts["mine"].count("<input")
    assert parts["mine"].count("is-legal") == (4 if is_own_legal else 0)
    for place in ("left", "top", "right"):
        hand = parts[f"{place}_hand"]
        is_legal = power in ("peek_opponent", "blind_swap") and not is_empty(hand)
        assert hand.count("is-legal") == hand.count("<button") + hand.count("<input") == (4 if is_legal else 0)
    for place in ("left", "top", "right", "held"):
        assert "is-legal" not in parts[place]
        assert "<button" not in parts[place]


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("waiting-alone", "One of four is here. One more person or a bot is needed."),
        ("waiting-host", "Two of four are here. Start now, or wait for more."),
        ("waiting-guest", "Three of three are here. Juno starts the game."),
    ],
)
def test_the_waiting_room_says_how_many_are_here(name: str, line: str) -> None:
    assert line in words(parts_of(SAMPLES[name])["waiting"])


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("first-look", "Remember these two."),
        ("first-look-confirmed", "Waiting for Teo, Mara, Pip."),
        ("draw", "Your turn: draw a card"),
        ("holding-deck", "You drew the 4 of clubs. 4 points. Tap one of your cards to swap it, or let it go."),
        ("holding-discard", "Where should the 6 of diamonds go? 6 points. Tap one of your cards."),
        ("others-drawing", "Teo is drawing."),
        ("others-away", "Mara is away."),
        ("others-holding", "Mara is holding a card."),
        ("others-took", "Mara took the 6 of diamonds."),
        ("others-choosing", "Teo may look at a card. Teo is choosing."),
        ("others-swapping", "Teo may swap two cards. Teo is choosing."),
        ("others-looking", "Teo is looking at a card."),
        ("peek-own", "You may look at one card"),
        ("blind-swap", "You may swap two cards"),
        ("closed", "This table is closed. Everybody was away for five minutes."),
        ("closed-holding", "This table is closed. Everybody was away for five minutes."),
    ],
)
def test_one_line_says_what_is_going_on(name: str, line: str) -> None:
    assert line in words(parts_of(SAMPLES[name])["status"])


@pytest.mark.parametrize(
    ("card", "offer"),
    [
        ("As", "1 point. Tap one of your cards to swap it, or let it go."),
        ("8s", "8 points. Swap it, or let it go to look at one of yours."),
        ("10h", "10 points. Swap it, or let it go to look at one of theirs."),
        ("Qd", "10 points. Swap it, or let it go to swap two unseen."),
        ("Kd", "0 points. Swap it, or let it go for a glimpse of one of yours. Last turn."),
    ],
)
def test_the_holder_of_a_card_is_told_what_it_counts_and_what_it_can_do(card: str, offer: str) -> None:
    last: dict[str, Any] = {"phase": "final_round", "caller": 1} if "Last" in offer else {}
    held = position(hands=[[rank + suit for rank in "2345"] for suit in "cdhs"], held=card, held_from="deck", **last)
    assert offer in words(parts_of(seen(held))["status"])


def test_a_closed_table_offers_another_one_and_nothing_else() -> None:
    for name in ("closed", "closed-holding"):
        parts = parts_of(SAMPLES[name])
        assert words(parts["actions"]) == "Play again with them"
        assert "is-turn" not in "".join(parts.values())


def test_the_host_may_remove_a_bot_and_sees_who_is_away() -> None:
    waiting = parts_of(SAMPLES["waiting-bot"])["waiting"]
    assert 'value="remove_bot:3:Pip"' in waiting
    assert waiting.count("remove_bot") == 1
    assert "remove_bot" not in parts_of(seen(None, players=4, seat=1))["waiting"]
    assert 'aria-label="away"' in parts_of(SAMPLES["waiting-away"])["waiting"]


def test_a_power_opens_its_dialog_for_its_owner_alone() -> None:
    assert "Look at one card" in parts_of(SAMPLES["peek-opponent"])["power"]
    assert "Swap two cards, unseen" in parts_of(SAMPLES["blind-swap"])["power"]
    for name in ("others-choosing", "others-swapping", "others-looking", "draw"):
        parts = parts_of(SAMPLES[name])
        assert is_empty(parts["power"])
        assert is_empty(parts["glance"])


def test_a_look_of_somebody_else_moves_no_card_and_names_none() -> None:
    """The same page but for the sign of who looks, the line, the log and the seconds, wherever the look goes."""
    looks = (
        {"type": "use_power", "targetSeat": target, "targetPosition": place}
        for target in (0, 2, 3)
        for place in range(4)
    )
    pages = {render_update(contexts_of(discarding("9s", look, seat=1)), seq=1) for look in looks}
    assert len(pages) == 1
    choosing, looking = (parts_of(SAMPLES[name]) for name in ("others-choosing", "others-looking"))
    told = {name for name in looking if looking[name] != choosing[name]}
    assert told == {"left", "left_move", "status", "log", "motion"}
    assert "looking" in words(looking["left"])
    assert "Which one, only Teo knows." in words(looking["status"])
    assert f'data-until="{NOW + 5:.1f}"' in looking["status"]


def test_a_king_opens_with_the_card_on_show() -> None:
    parts = parts_of(SAMPLES["king"])
    assert "A glimpse: your" in parts["power"]
    assert 'value="dismiss_reveal"' in parts["power"]
    assert 'value="skip_power"' not in parts["power"]
    assert parts["mine"].count('class="lifted') == 1


def test_a_reveal_lifts_the_card_where_it_lies_and_says_whose_it_is_and_what_it_is_worth() -> None:
    parts = parts_of(SAMPLES["reveal-opponent"])
    assert "Teo&#x27;s top right card" in parts["power"]
    hand = parts["left_hand"]
    assert re.findall(r'id="(card-1-\d)"', hand) == [f"card-1-{place}" for place in range(4)]
    assert re.search(r'class="lifted lifted--1">\s*<span [^>]*id="card-1-1"[^>]*top right card: ace of clubs"', hand)
    assert f'data-until="{NOW + 5:.1f}"' in hand
    assert "Teo&#x27;s top right: the ace of clubs Only you see this. Worth 1 point." in words(parts["status"])
    assert "lifted" not in parts["mine"] + parts["top_hand"] + parts["right_hand"]
    assert words(parts["glance"]) == "Teo&#x27;s top right: ace of clubs"


def test_the_own_log_names_the_place_of_a_look_and_its_face_only_while_it_is_shown() -> None:
    shown = {"type": "CARD_REVEALED", "ownerId": 1, "position": 1, "card": "Ac", "expiresAt": NOW + 5}
    used = {"type": "POWER_USED", "playerId": 0, "powerType": "peek_opponent"}
    recent = tuple(event | {"seq": 41, "at": NOW} for event in (shown, used))
    after = parts_of(seen(position(turn=1), recent=recent))
    assert words(after["log"]) == "You looked at Teo&#x27;s top right card."
    assert words(after["my_move"]) == "You looked at Teo&#x27;s top right."
    assert "ace of clubs" not in "".join(after.values())


def test_a_flickering_connection_leaves_an_open_dialog_alone() -> None:
    view = discarding("Jd")
    flickered = {**view, "players": [player | {"isConnected": False} for player in view["players"]]}
    changed = changed_contexts(contexts_of(view), contexts_of(flickered))
    assert not {part.name for part in changed} & {"power", "mine", "status", *(f"{at}_hand" for at in PLACES)}


def test_the_final_round_names_the_caller_and_the_turns_left() -> None:
    banner = words(parts_of(SAMPLES["final-mine"])["final"])
    assert banner.startswith("Mara called Cambio. Two turns left, one is yours.")
    assert "Final round" in banner
    assert "You called Cambio. Three turns left" in words(parts_of(SAMPLES["final-caller"])["final"])
    assert "one turn left" in words(parts_of(final(turn=1, done=(3, 0)))["final"]).lower()


def test_the_end_turns_all_hands_up_and_says_who_wins() -> None:
    parts = parts_of(SAMPLES["result"])
    assert "You win with 7." in words(parts["verdict"])
    assert "Mara called Cambio with 9. That was not the lowest, so it counts double." in words(parts["verdict"])
    hands = {"mine": "king of hearts", "left_hand": "3 of spades", "top_hand": "2 of diamonds", "right_hand": "jack of"}
    for part, card in hands.items():
        assert parts[part].count('class="card is-up') == 4
        assert card in parts[part]
        assert ("is-won" in parts[part], "laurel" in parts[part]) == (part == "mine", part == "mine")
        assert ("stamp" in parts[part]) == (part == "top_hand")
    assert "9 18" in words(parts["top_hand"])
    assert words(parts["me"]).endswith("0 + 2 + 1 + 4")
    # The script turns them over from the caller's left, the caller last.
    assert re.findall(r'<li data-seat="(\d)"', parts["verdict"]) == ["3", "0", "1", "2"]


def test_all_who_share_the_lowest_total_are_crowned() -> None:
    parts = parts_of(SAMPLES["result-tie"])
    assert words(parts["verdict"]).startswith("You and Teo share it with 7.")
    for part in ("mine", "top_hand"):
        assert "is-won" in parts[part]
        assert "laurel" in parts[part]
        assert "stamp" not in parts[part]


def test_the_score_stands_beside_the_table_with_the_proof() -> None:
    result = parts_of(SAMPLES["result"])["result"]
    assert re.findall(r"<b>(\d+)</b>", result) == ["7", "15", "18", "25"]
    assert "9 doubled" in result
    assert "/shuffle/?secret=c04e" in result
    assert "place=4" in result
    assert "#seat=Juno&amp;seat=Teo&amp;seat=Mara&amp;seat=Pip" in result


@pytest.mark.parametrize("name", ["first-look", "draw", "final-mine"])
def test_the_fingerprint_stands_beside_the_table_from_the_deal_on(name: str) -> None:
    assert "9f2c41d80b7ea6c3" * 4 in parts_of(SAMPLES[name])["seal"]


def test_the_log_tells_what_happened_without_faces_one_may_not_know() -> None:
    log = words(parts_of(SAMPLES["draw"])["log"])
    assert "It is your turn." not in log
    assert "Pip swapped the top right card. The 6 of diamonds is on the pile." in log
    assert "Mara swapped two cards: Mara&#x27;s top left, your top right." in log
    private = {"type": "CARD_DRAWN", "playerId": 0, "source": "deck", "card": "9h", "seq": 41, "at": 0}
    told = parts_of(seen(position(), recent=(private, *story())))["log"]
    assert "You</b> drew from the deck." in told
    assert "9 of hearts" not in told


def test_the_log_names_the_card_of_a_turn_that_was_given_up() -> None:
    told = words(parts_of(SAMPLES["others-gave-up"])["log"])
    assert "Mara was away and missed a turn. The 4 of clubs is on the pile." in told
    empty = {"type": "TURN_FORFEITED", "playerId": 2, "reason": "timeout", "card": None, "seq": 41, "at": 0}
    assert "Mara was away and missed a turn." in words(parts_of(seen(position(), recent=(empty,)))["log"])


def test_the_log_has_no_line_for_a_first_look_that_was_confirmed() -> None:
    confirmed = {"type": "INITIAL_VIEW_CONFIRMED", "playerId": 2, "seq": 41, "at": 0}
    before, after = (parts_of(seen(position(), recent=recent)) for recent in (story(), (confirmed, *story())))
    assert after["log"] == before["log"] != ""


def test_who_comes_and_goes_after_the_end_is_no_news() -> None:
    """They go on to the next table, or come back from it; what was before the last move stays told."""
    ended = {"type": "GAME_COMPLETED", "seq": 41, "at": 0}
    gone, back = ({"type": f"PLAYER_{what}", "playerId": 2} for what in ("DISCONNECTED", "RECONNECTED"))
    before, after = ({**gone, "seq": 40, "at": 0}, {**back, "seq": 43, "at": 0})
    game = position(phase="completed", caller=2, final_turns_taken=(0, 1, 3))
    assert words(parts_of(seen(game, recent=(after, ended, before)))["log"]) == "Mara lost the connection."
    assert words(parts_of(seen(game, recent=({**gone, "seq": 44, "at": 0},)))["log"]) == ""


def test_the_log_tells_that_a_bot_plays_for_somebody_for_whatever_reason() -> None:
    """A clock that ran out thrice, a vote and one's own wish lead there as well as an absence."""
    taken = {"type": "SEAT_TAKEN_OVER", "botLevel": "medium", "seq": 41, "at": 0}
    recent = ({**taken, "playerId": 0}, {**taken, "playerId": 2})
    assert words(parts_of(seen(position(), recent=recent))["log"]) == (
        "A bot plays for you from now on. A bot plays for Mara from now on."
    )


@pytest.mark.parametrize(
    ("view", "moves"),
    [
        (discarding("7c"), "held:discard"),
        (SAMPLES["others-swapped"], "1-1:0-2 0-2:1-1"),
        (SAMPLES["others-gave-up"], "held:discard"),
    ],
)
def test_cards_travel_between_places_not_by_their_faces(view: Json, moves: str) -> None:
    assert f'data-moves="{moves}"' in parts_of(view)["motion"]


def test_hidden_cards_have_the_same_markup_whatever_they_are() -> None:
    hands = re.findall(r'<span class="card is-down"[^>]*>.*?</span>', parts_of(SAMPLES["draw"])["mine"])
    assert len(hands) == 4
    plain = {re.sub(r'id="card-0-\d"|aria-label="[^"]*"', "", card) for card in hands}
    assert len(plain) == 1


@pytest.mark.parametrize("name", [name for name in SAMPLES if not name.startswith("result")])
def test_no_part_names_a_card_the_viewer_does_not_see(name: str) -> None:
    view = SAMPLES[name]
    seen_faces = {view["discardTop"]}
    seen_faces |= {card["face"] for player in view["players"] for card in player["cards"]}
    seen_faces |= {view["heldCard"]["card"]} if view["heldCard"] else set()
    seen_faces |= {event.get("card") for event in view["recent"]} | {
        event.get("discardedCard") for event in view["recent"]
    }
    html = "".join(parts_of(view).values())
    for card in set(DECK) - seen_faces:
        assert f"#f-{card.upper()}" not in html
        assert card_name(card) not in html


def test_a_move_of_another_player_is_a_small_update() -> None:
    before = seen(position(turn=2), recent=story()) | {"drawPileCount": 28}
    drawn = {"type": "CARD_DRAWN", "playerId": 2, "source": "deck", "seq": 41, "at": 0}
    after = seen(position(turn=2, held="4c", held_from="deck"), recent=(drawn, *story()))
    update = render_update(changed_contexts(contexts_of(before), contexts_of(after)), seq=41)
    assert set(re.findall(r'id="(\w+)" class="part"', update)) == {"held", "deck", "status", "log", "motion"}
    assert len(update.encode()) < 2048


def test_first_look_shows_the_lower_row_until_it_is_confirmed() -> None:
    assert parts_of(first_look())["mine"].count("is-peek") == 2
    assert "is-peek" not in parts_of(first_look(confirmed=True))["mine"]
