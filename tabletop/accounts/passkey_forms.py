"""What a browser answers for a passkey, read as something that any visitor can have written."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn import forms as webauthn_forms
from django import forms
from django.core.exceptions import ValidationError
from django.db import Error as DatabaseError
from django.utils.translation import gettext_lazy as _

from tabletop.accounts.styled_forms import StyledForm

MOST_CHARACTERS = 16 * 1024
"""Of a credential: one with an attestation has about 4,000."""
WRONG_PASSKEY = _("That passkey does not fit. Try again.")
UNKNOWN_PASSKEY = _("That passkey is not known here. Log in with your password.")
NO_PASSKEY_MADE = _("Your browser has made no passkey. Try again.")


class CredentialField(forms.Field):
    """A JSON object that every database can store."""

    widget = forms.HiddenInput

    def to_python(self, value: Any) -> dict[str, Any] | None:
        text = str(value or "")
        if not text:
            return None
        # Browsers escape only what PostgreSQL does not store: zero bytes, and halves of surrogate pairs.
        if len(text) > MOST_CHARACTERS or "\\u" in text:
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        try:
            credential = json.loads(text)
            json.dumps(credential, allow_nan=False)
        except (ValueError, RecursionError) as error:
            raise ValidationError(self.error_messages["invalid"], code="invalid") from error
        if not credential or not isinstance(credential, dict):
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return credential

    def bound_data(self, data: Any, initial: Any) -> Any:
        """Shows no credential again: it answers one challenge."""
        return None


class CredentialForm(StyledForm):
    credential = CredentialField()
    refusal = WRONG_PASSKEY
    without_credential = WRONG_PASSKEY

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["credential"].error_messages = {"required": self.without_credential, "invalid": self.refusal}

    @contextmanager
    def refusing_malformed(self) -> Iterator[None]:
        """Raises ValidationError for all that reading a credential can raise, but not for a database that is away."""
        try:
            yield
        except DatabaseError:
            raise
        except Exception as error:
            # allauth and fido2 let errors of base64, CBOR, struct and of missing keys through.
            raise ValidationError(self.refusal, code="incorrect_passkey") from error


class AnswerForm(CredentialForm, webauthn_forms.AuthenticateWebAuthnForm):
    """The second step of a log-in."""

    def clean_credential(self) -> Authenticator:
        with self.refusing_malformed():
            return super().clean_credential()


class AnswerAgainForm(AnswerForm, webauthn_forms.ReauthenticateWebAuthnForm):
    pass


class PasskeyLoginForm(AnswerForm, webauthn_forms.LoginWebAuthnForm):
    refusal = without_credential = UNKNOWN_PASSKEY


class NewPasskeyForm(CredentialForm, webauthn_forms.AddWebAuthnForm):
    name = forms.CharField(label=_("Name"), required=False, max_length=40, help_text=_("To tell it from others."))
    # A passkey of ours always stands for name and password.
    passwordless = forms.BooleanField(widget=forms.HiddenInput, initial=True, required=False)
    without_credential = NO_PASSKEY_MADE

    def clean(self) -> dict[str, Any] | None:
        with self.refusing_malformed():
            return super().clean()


class PasskeyNameForm(StyledForm, webauthn_forms.EditWebAuthnForm):
    name = forms.CharField(label=_("Name"), max_length=40)
