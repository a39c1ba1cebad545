"""The command that lets bots play each other."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command


def simulate(*arguments: str) -> tuple[str, str]:
    out, err = StringIO(), StringIO()
    call_command("simulate_cambio", *arguments, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def test_the_summary_names_win_rates_length_and_calls() -> None:
    out, err = simulate("--games", "10", "--players", "2", "--bots", "easy,hard", "--seed", "7")
    lines = out.splitlines()
    assert lines[0] == "10 games"
    assert lines[1].startswith("Length: ")
    assert [line.split()[0] for line in lines[3:]] == ["easy", "hard"]
    assert lines[3].split()[1] == "10"
    assert "10 of 10 games" in err


def test_the_summary_for_programs() -> None:
    out, _err = simulate("--games", "12", "--players", "4", "--bots", "easy,medium", "--seed", "7", "--json")
    told = json.loads(out)
    assert (told["games"], told["players"], told["bots"], told["seed"]) == (12, 4, ["easy", "medium"], "7")
    assert told["levels"].keys() == {"easy", "medium"}
    assert sum(level["wins"] for level in told["levels"].values()) == pytest.approx(12, abs=0.1)
    assert sum(level["callsRight"] + level["callsWrong"] for level in told["levels"].values()) == 12
    assert told["turns"]["min"] <= told["turns"]["mean"] <= told["turns"]["max"]


def test_the_same_seed_gives_the_same_summary() -> None:
    arguments = ("--games", "5", "--seed", "x", "--json")
    assert simulate(*arguments) == simulate(*arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        ("--games", "0"),
        ("--games", "-3"),
        ("--players", "1"),
        ("--players", "5"),
        ("--bots", "easy,unbeatable"),
        ("--bots", ""),
        ("--bots", "easy,easy,easy,easy,easy"),
        ("--games", "many"),
    ],
)
def test_what_makes_no_sense_is_refused(arguments: tuple[str, ...]) -> None:
    with pytest.raises(CommandError):
        simulate(*arguments)
