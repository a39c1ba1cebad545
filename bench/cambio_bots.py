"""How long a bot of Cambio thinks: CPU time of one decision, by level."""

from time import process_time_ns

from cambio import bots, rules
from cambio.bots import LEVELS, Level
from cambio.plug import Settings, table
from cambio.simulation import play_game
from tabletop.shuffle import shuffle_at
from tabletop.simulation import play_games
from tabletop.table import SeatInfo, Start, Table
from tabletop.table.bot_turns import bot_on_turn

GAMES = 40
AIM_MS = 20.0


def run() -> None:
    for level in LEVELS:
        spent = sorted(nanoseconds for number in range(GAMES) for nanoseconds in decisions(level, number))
        mean, p99, slowest = sum(spent) / len(spent), spent[int(len(spent) * 0.99)], spent[-1]
        print(
            f"{level}: {len(spent)} decisions at tables of four, mean {mean / 1e6:.3f} ms, p99 {p99 / 1e6:.3f} ms, "
            f"slowest {slowest / 1e6:.3f} ms (aim: under {AIM_MS:.0f} ms)"
        )
    before = process_time_ns()
    actions = sum(game.actions for game in play_games(play_game, games=GAMES, players=4, bots=LEVELS, seed="bench"))
    whole = (process_time_ns() - before) / 1e9
    print(f"whole tables of four: {actions / whole:.0f} bots' actions per CPU second, {GAMES / whole:.0f} games")


def decisions(level: Level, number: int) -> list[int]:
    """The time of every decision in one game of four such bots."""
    seed = number.to_bytes(32, "big")
    seats = tuple(SeatInfo(seat_id=str(seat), type="bot", bot_level=level) for seat in range(4))
    opened = Table(max_players=4, seats=seats, host="0", settings=Settings())
    played, _events = table.apply(opened, 0, Start(), now=0.0, shuffle=shuffle_at(seed, "0"))
    spent = []
    while (due := table.next_deadline(played)) is not None:
        seat = bot_on_turn(table.plug, played)
        if seat is not None:
            view = rules.view(played.game, seat, now=0.0)
            menu = table.plug.bot_menu(played, seat)
            before = process_time_ns()
            bots.decide(view, played.seats[seat].bot_memory, menu, level=level)
            spent.append(process_time_ns() - before)
        played, _events = table.settle(played, now=due, shuffle=shuffle_at(seed, str(due)))
    return spent
