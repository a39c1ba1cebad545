"""`{% kept games current_game %} ... {% endkept %}`: what stands inside is rendered once for each value of these names.

And for each language. Inside stands nothing else that differs between visits: no person, token or message.
"""

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token
from django.template.context import Context
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()
MOST_KEPT = 64
"""Of one place in a template; it is emptied when more are to be kept."""


class KeptNode(template.Node):
    child_nodelists = ()
    """No block stands inside: a page that extends this one need not look for it with each visit."""

    def __init__(self, nodelist: NodeList, names: list[FilterExpression]) -> None:
        self.nodelist, self.names = nodelist, names
        self._kept: dict[tuple[object, ...], SafeString] = {}

    def render(self, context: Context) -> SafeString:
        key = (get_language(), *(name.resolve(context, ignore_failures=True) for name in self.names))
        html = self._kept.get(key)
        if html is None:
            html = self.nodelist.render(context)
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            self._kept[key] = html
        return html


@register.tag
def kept(parser: Parser, token: Token) -> KeptNode:
    names = [parser.compile_filter(name) for name in token.split_contents()[1:]]
    nodelist = parser.parse(("endkept",))
    parser.delete_first_token()
    return KeptNode(nodelist, names)
