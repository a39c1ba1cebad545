"""Headers that every answer has: what browsers may keep of it, and what its page may use of the machine."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

NOT_KEPT = "private, no-store"
"""For answers that may hold a hand: neither a proxy nor the browser keeps them, and "back" after a log-out asks."""

USED = {
    "clipboard-write": "(self)",  # the button that copies the link to a table
    "publickey-credentials-create": "(self)",  # passkeys
    "publickey-credentials-get": "(self)",
}
UNUSED = (  # those that the browsers of the tests know: of others they would complain
    *(
        "accelerometer",
        "autoplay",
        "browsing-topics",
        "camera",
        "clipboard-read",
        "compute-pressure",
        "cross-origin-isolated",
        "display-capture",
        "encrypted-media",
    ),
    *("fullscreen", "gamepad", "geolocation", "gyroscope", "hid", "identity-credentials-get", "idle-detection"),
    *("interest-cohort", "keyboard-map", "local-fonts", "magnetometer", "microphone", "midi", "otp-credentials"),
    *("payment", "picture-in-picture", "private-state-token-issuance", "private-state-token-redemption"),
    *("screen-wake-lock", "serial", "storage-access", "sync-xhr", "usb", "window-management"),
    "xr-spatial-tracking",
)
PERMISSIONS_POLICY = ", ".join(
    [*(f"{feature}={allowed}" for feature, allowed in USED.items()), *(f"{feature}=()" for feature in UNUSED)]
)


class ResponseHeadersMiddleware:
    """Sets the policy of permissions, and lets nothing be kept that says nothing else of itself."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response["Permissions-Policy"] = PERMISSIONS_POLICY
        response.headers.setdefault("Cache-Control", NOT_KEPT)
        return response
