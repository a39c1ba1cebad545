"""How Cambio spells its refusals (rules 15)."""

from tabletop.api.refusals import Dialect


def _spell(code: str) -> str:
    return "VALIDATION_ERROR" if code == "invalid_request" else code.upper()


dialect = Dialect(
    spell=_spell,
    statuses=dict.fromkeys(
        ("invalid_bot_count", "invalid_card_position", "invalid_power_target", "power_type_mismatch"), 400
    ),
)
