"""What a unit does where it arrives, ready to be put into words."""

from imperial.pages.contexts.people import mark
from imperial.rules.maneuver import action_codes as codes
from tabletop.rules import Json


def worded(row: Json) -> Json:
    offered = [choice["action"] for choice in row.get("actions", ())]
    return (
        row
        | deed(row["action"])
        | {
            "actions": [choice | deed(choice["action"], among=offered) for choice in row.get("actions", ())],
            "askNames": [mark(country)["name"] for country in row.get("asks", ())],
        }
    )


def deed(action: str, *, among: list[str] | None = None) -> Json:
    if codes.is_war(action):
        country, kind = codes.war_target(action)
        rivals = [other for other in among or () if codes.is_war(other) and codes.war_target(other)[0] == country]
        return {"deed": "war", "target": mark(country)["name"], "kind": kind, "bothKinds": len(rivals) > 1}
    if codes.is_blow_up(action):
        return {"deed": "blow_up", "target": mark(codes.blow_up_target(action))["name"]}
    return {"deed": action}
