"""Stored games, logs and snapshots are keyed by seat ids; a name stands in one column of the seat's row."""

import json
from typing import Any

from django.db import migrations, models

from imperial.migrations._seat_ids import Rewriter, rewrite_log

OBJECTS = ("proposal_1", "proposal_2", "voting", "current_maneuver", "peace_vote")
ROWS_AT_ONCE = 100


def rewrite_games(apps: Any, schema_editor: Any) -> None:
    # Sockets say anew who is there.
    apps.get_model("tabletop", "Presence").objects.filter(game_slug="imperial").delete()
    for game in apps.get_model("imperial", "Game").objects.order_by("pk").iterator(chunk_size=ROWS_AT_ONCE):
        try:
            _rewrite(apps, game)
        except Exception as problem:
            raise ValueError(f"Table {game.pk} of Imperial cannot be migrated: {problem!r}") from problem


def _rewrite(apps: Any, game: Any) -> None:
    players = apps.get_model("imperial", "PlayerInfo").objects.filter(game=game.pk)
    turns = list(apps.get_model("imperial", "GameHistory").objects.filter(game=game.pk).order_by("turn_id"))
    sentences = [sentence for turn in turns if turn.sentences for sentence in json.loads(turn.sentences)]
    now = Rewriter({name: str(pk) for name, pk in players.values_list("display_name", "pk")}, sentences)
    _rewrite_rows(apps, game, now)
    for turn in turns:
        turn.lines = now.data(turn.lines, "history")
        turn.state = turn.state and now.json(turn.state)
        if turn.sentences:
            turn.sentences = _compact([now.sentence(sentence) for sentence in json.loads(turn.sentences)])
    _save(turns, ["lines", "state", "sentences"])
    entries = list(apps.get_model("imperial", "ImperialAction").objects.filter(game=game.pk).order_by("seq"))
    rewrite_log(entries, game.opening, now)
    _save(entries, ["actor", "payload", "events"])
    _rewrite_mails(apps, game, now)


def _rewrite_rows(apps: Any, game: Any, now: Any) -> None:
    columns = {column: now.data(getattr(game, column), "undo") for column in ("undo", "host")}
    columns |= {column: now.data(getattr(game, column), "voters") for column in ("bid_buy_order", "swiss_set")}
    columns |= {column: now.data(getattr(game, column)) for column in OBJECTS}
    type(game).objects.filter(pk=game.pk).update(opening=_opening(game.opening, now), **columns)
    countries = list(apps.get_model("imperial", "CountryInfo").objects.filter(game=game.pk))
    for country in countries:
        country.leadership = now.data(country.leadership, "leadership")
    _save(countries, ["leadership"])


def _opening(opening: Any, now: Any) -> Any:
    if "imported" in opening:
        return {"imported": now.json(opening["imported"])}
    return {"seatId": opening["playerId"]} | {name: opening[name] for name in ("maxPlayers", "isOpen", "clock")}


def _rewrite_mails(apps: Any, game: Any, now: Any) -> None:
    mails = list(apps.get_model("notify", "Notice").objects.filter(game_slug="imperial", game_id=game.pk))
    for mail in mails:
        # Mails to somebody who has been forgotten have kept a name that nobody has any more.
        if mail.seat in now.ids:
            mail.task = mail.task.removesuffix(f":{mail.seat}") + f":{now.ids[mail.seat]}"
            mail.seat = now.ids[mail.seat]
    _save(mails, ["task", "seat"])


def _compact(value: Any) -> Any:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _save(rows: Any, columns: Any) -> None:
    if rows:
        type(rows[0]).objects.bulk_update(rows, columns, batch_size=ROWS_AT_ONCE)


class Migration(migrations.Migration):
    dependencies = [
        ("imperial", "0005_draft_number"),
        ("notify", "0002_addresses_and_seats"),
        ("tabletop", "0001_initial"),
    ]

    operations = [
        migrations.RemoveConstraint("playerinfo", "imperial_name_once"),
        migrations.RenameField("playerinfo", "name", "display_name"),
        migrations.RemoveConstraint("imperialaction", "imperial_action_key_once"),
        migrations.AddConstraint(
            "imperialaction",
            models.UniqueConstraint(fields=["game", "actor", "key"], name="imperial_action_key_once"),
        ),
        migrations.RunPython(rewrite_games),
    ]
