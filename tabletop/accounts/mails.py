"""Mails about the account itself: written at once, because somebody waits for them."""

import logging
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse

logger = logging.getLogger(__name__)


def send(*, to: str, template: str, **context: Any) -> None:
    """The first line of the template is the subject. A mail server that fails is our trouble, not the visitor's."""
    subject, _, body = render_to_string(template, context).strip().partition("\n")
    message = EmailMessage(subject=subject, body=body.lstrip(), to=[to], headers={"Auto-Submitted": "auto-generated"})
    try:
        message.send()
    except OSError:
        logger.exception("The mail %s could not be sent", template)


def whole_address(url_name: str, **kwargs: Any) -> str:
    """With the address of the site from the settings: the Host header is written by the visitor."""
    return settings.SITE_URL + reverse(url_name, kwargs=kwargs)
