"""The comparison of answers with a log finds what it is for."""

from dataclasses import replace

import pytest

from tests.kit.ledger import Call, Entry, _check_order, _check_request

CALL = Call(slug="duel", game_id="t", player_id="p", key="k1", outcome="accepted", began=1, ended=2, logged={"card": 5})
ENTRY = Entry(1, "k1", {"type": "play", "card": 5})


def test_what_was_accepted_stands_in_the_log_once() -> None:
    _check_request([CALL], [ENTRY])
    for entries in ([], [ENTRY, replace(ENTRY, seq=2)], [replace(ENTRY, payload={"type": "play", "card": 6})]):
        with pytest.raises(AssertionError):
            _check_request([CALL], entries)


def test_what_was_refused_does_not_stand_in_the_log() -> None:
    refused = replace(CALL, outcome="refused")
    _check_request([refused], [replace(ENTRY, key="k2")])
    with pytest.raises(AssertionError):
        _check_request([refused], [ENTRY])


def test_what_was_not_answered_stands_in_the_log_once_or_not() -> None:
    unknown = replace(CALL, outcome="unknown")
    _check_request([unknown], [])
    _check_request([unknown], [ENTRY])
    with pytest.raises(AssertionError):
        _check_request([unknown], [ENTRY, replace(ENTRY, seq=2)])


def test_moves_that_do_not_overlap_stand_in_their_order() -> None:
    later = replace(CALL, key="k2", began=3, ended=4)
    _check_order([CALL, later], [ENTRY, Entry(2, "k2", {})])
    with pytest.raises(AssertionError):
        _check_order([CALL, later], [Entry(1, "k2", {}), Entry(2, "k1", {})])


def test_moves_that_overlap_stand_in_any_order() -> None:
    meanwhile = replace(CALL, key="k2", began=1.5, ended=4)
    _check_order([CALL, meanwhile], [Entry(1, "k2", {}), Entry(2, "k1", {})])
