from typing import Any

from django import template

from tabletop.accounts.forms import GuestForm

register = template.Library()


@register.inclusion_tag("accounts/_guest_form.html", takes_context=True)
def guest_form(context: template.Context, next: str = "") -> dict[str, Any]:
    """The field for a name, on any page: `{% guest_form next=request.path %}`."""
    return {"form": GuestForm(), "next": next, "csrf_token": context.get("csrf_token")}
