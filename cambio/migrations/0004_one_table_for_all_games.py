"""Logs and openings in the words of the shared table: no names of people, seat ids instead, one name for each action."""

from typing import Any

from django.db import migrations, models

ACTIONS = {"leave_game": "leave", "start_game": "start", "disconnected": "left", "reconnected": "arrived"}
EVENTS = {
    "PLAYER_JOINED": "player_joined",
    "PLAYER_LEFT": "player_left",
    "SEAT_TAKEN_OVER": "seat_taken_over",
    "GAME_ABANDONED": "game_abandoned",
}
IN_THE_WAITING_ROOM = {"PLAYER_DISCONNECTED": "player_disconnected", "PLAYER_RECONNECTED": "player_reconnected"}
ROWS_AT_ONCE = 200


def rewrite_games(apps: Any, schema_editor: Any) -> None:
    games = apps.get_model("cambio", "GameSession")
    for game in games.objects.order_by("pk").iterator(chunk_size=ROWS_AT_ONCE):
        try:
            _rewrite(apps, game)
        except Exception as problem:
            raise ValueError(f"Table {game.pk} of Cambio cannot be migrated: {problem!r}") from problem


def _rewrite(apps: Any, game: Any) -> None:
    opening = {"seatId": game.opening["playerId"]} | {name: game.opening[name] for name in ("maxPlayers", "takeover")}
    type(game).objects.filter(pk=game.pk).update(opening=opening)
    players = apps.get_model("cambio", "Player").objects.filter(game_session=game.pk).order_by("turn_order")
    seat_ids = {place: str(pk) for place, pk in players.values_list("turn_order", "pk")}
    bots = [str(pk) for pk in players.filter(type="bot").values_list("pk", flat=True)]
    actions, has_begun = apps.get_model("cambio", "CambioAction"), False
    entries = list(actions.objects.filter(game=game.pk).order_by("seq"))
    for entry in entries:
        kind = entry.payload["type"]
        entry.payload = _payload(entry.payload, seat_ids)
        entry.events = [_event(event, has_begun=has_begun) for event in entry.events]
        if kind == "confirm_initial_view":
            entry.events.insert(0, _confirmed(seat_ids[entry.actor]))
        elif kind == "start_game":
            has_begun = True
            # Bots confirm as soon as the cards are dealt.
            shown = [number for number, event in enumerate(entry.events) if event["type"] == "INITIAL_CARDS"]
            entry.events[shown[-1] + 1 : shown[-1] + 1] = [_confirmed(bot) for bot in bots]
    actions.objects.bulk_update(entries, ["payload", "events"], batch_size=ROWS_AT_ONCE)


def _confirmed(seat_id: Any) -> Any:
    return {"type": "INITIAL_VIEW_CONFIRMED", "playerId": seat_id, "audience": None}


def _payload(payload: Any, seat_ids: Any) -> Any:
    kind = ACTIONS.get(payload["type"], payload["type"])
    if kind in ("join", "remove_bot"):
        return {"type": kind, "seatId": payload["playerId"]}
    if kind == "add_bot":
        return {"type": kind, "seatId": payload["playerId"], "level": payload["level"]}
    if kind == "hand_to_bot":
        return {"type": kind, "seatId": seat_ids[payload["seat"]], "level": payload["level"]}
    return payload | {"type": kind}


def _event(event: Any, *, has_begun: Any) -> Any:
    names = EVENTS if has_begun else EVENTS | IN_THE_WAITING_ROOM
    event = _without_names(event) | {"type": names.get(event["type"], event["type"])}
    if event["type"] == "player_joined":
        del event["displayName"]
    return event


def _without_names(data: Any) -> Any:
    """Where a name stands beside an id, the id stands instead: the rules call players by it."""
    if isinstance(data, list):
        return [_without_names(item) for item in data]
    if not isinstance(data, dict):
        return data
    copy = {key: _without_names(value) for key, value in data.items()}
    return copy | {"displayName": copy["playerId"]} if "displayName" in copy and "playerId" in copy else copy


class Migration(migrations.Migration):
    dependencies = [("cambio", "0003_final_turn_default")]

    operations = [
        migrations.AlterField("player", "display_name", models.CharField(max_length=40)),
        migrations.RemoveConstraint("cambioaction", "cambio_action_key_once"),
        migrations.AddConstraint(
            "cambioaction",
            models.UniqueConstraint(fields=["game", "actor", "key"], name="cambio_action_key_once"),
        ),
        migrations.RunPython(rewrite_games),
    ]
