"""An action as the page of a table and as a program send it."""

from tabletop.rules import Json


def button(action: Json) -> dict[str, str]:
    match action:
        case {"type": "draw", "source": source}:
            return {"do": f"draw:{source}"}
        case {"type": "swap", "position": position}:
            return {"do": f"swap:{position}"}
        case {"type": "use_power", "position": own, "targetSeat": seat, "targetPosition": theirs}:
            return {"do": "swap_two", "own": str(own), "theirs": f"{seat}:{theirs}"}
        case {"type": "use_power", "targetSeat": seat, "targetPosition": theirs}:
            return {"do": f"peek:{seat}:{theirs}"}
        case {"type": "use_power", "position": own}:
            return {"do": f"peek:{own}"}
    return {"do": action["type"]}


def call(action: Json, player_ids: list[str]) -> tuple[str, Json]:
    body = {name: value for name, value in action.items() if name != "type"}
    if "targetSeat" in body:
        body["targetPlayerId"] = player_ids[body.pop("targetSeat")]
    paths: dict[str, str] = {"confirm_initial_view": "view-initial", "call_cambio": "cambio", "use_power": "power"}
    paths |= {"skip_power": "power", "dismiss_reveal": "power"}
    said = {"skip_power": {"skip": True}, "dismiss_reveal": {"dismiss": True}}
    kind = str(action["type"])
    return paths.get(kind, kind), body | said.get(kind, {})
