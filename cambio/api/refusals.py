"""How Cambio spells its refusals (rules 15)."""

from tabletop.api.refusals import ErrorStyle


def _format_code(code: str) -> str:
    return "VALIDATION_ERROR" if code == "invalid_request" else code.upper()


error_style = ErrorStyle(
    format_code=_format_code,
    statuses=dict.fromkeys(
        ("invalid_bot_count", "invalid_card_position", "invalid_power_target", "power_type_mismatch"), 400
    ),
)
