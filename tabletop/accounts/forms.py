from typing import Any

from allauth.account import fields as allauth_fields
from allauth.account import forms as allauth_forms
from allauth.mfa.base import forms as mfa_forms
from allauth.mfa.models import Authenticator
from allauth.mfa.totp import forms as totp_forms
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tabletop.accounts import services
from tabletop.accounts.adapters import WRONG_CODE
from tabletop.accounts.codes import use_code
from tabletop.accounts.models import Motion, Theme, User
from tabletop.accounts.names import DisplayNameField
from tabletop.accounts.styled_forms import StyledForm


class AddressField(forms.EmailField):
    """Returns the address as it is stored."""

    def __init__(self, *, autocomplete: str = "email", **kwargs: Any) -> None:
        kwargs.setdefault("label", _("E-mail"))
        widget = forms.EmailInput(attrs={"autocomplete": autocomplete})
        super().__init__(max_length=254, widget=widget, **kwargs)

    def to_python(self, value: Any) -> str:
        return User.objects.normalize_email(super().to_python(value))


class PasswordField(forms.CharField):
    def __init__(self, *, autocomplete: str = "current-password", **kwargs: Any) -> None:
        kwargs.setdefault("label", _("Password"))
        super().__init__(strip=False, widget=forms.PasswordInput(attrs={"autocomplete": autocomplete}), **kwargs)


ENOUGH = _("Eight characters or more.")


def new_password_field(**kwargs: Any) -> PasswordField:
    return PasswordField(autocomplete="new-password", help_text=ENOUGH, **kwargs)


class NewPasswordField(allauth_fields.SetPasswordField):
    """Compared with what is known of the person."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(help_text=ENOUGH, **kwargs)
        self.widget = forms.PasswordInput(attrs={"autocomplete": "new-password"})


class GuestForm(StyledForm):
    name = DisplayNameField(autofocus=True)


class LoginForm(StyledForm, allauth_forms.LoginForm):
    password = PasswordField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"] = AddressField(autocomplete="username webauthn")
        self.order_fields(["login", "password"])


class SignUpForm(StyledForm, allauth_forms.SignupForm):
    name = DisplayNameField()
    field_order = ["name", "email", "password1"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        note = _("For logging in, and for a note when it is your turn, if you like.")
        self.fields["email"] = AddressField(help_text=note)
        self.fields["password1"] = new_password_field()
        self.order_fields(self.field_order)

    def validate_unique_email(self, value: str) -> str:
        # Never compared with a stored account: the answer must not reveal whether there is one.
        return value


class PersonForm(StyledForm):
    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        self.user = user
        super().__init__(*args, **kwargs)


class PlainConfirmForm(StyledForm):
    """A form of one button."""


class PasswordConfirmForm(PersonForm):
    password = PasswordField()

    def clean_password(self) -> str:
        services.check_password(user=self.user, password=self.cleaned_data["password"])
        return self.cleaned_data["password"]


class ProfileForm(PersonForm):
    display_name = DisplayNameField()
    theme = forms.ChoiceField(label=_("Colours"), choices=Theme, widget=forms.RadioSelect)
    sounds = forms.BooleanField(label=_("Play sounds"), required=False)
    motion = forms.ChoiceField(label=_("Motion"), choices=Motion, widget=forms.RadioSelect, required=False)
    notify_by_mail = forms.BooleanField(label=_("Send me a mail when it is my turn and I am away"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in self.fields:
            self.initial[name] = getattr(self.user, name)
        self.fields["display_name"].kept = self.user.display_name  # type: ignore[attr-defined] # a DisplayNameField
        if self.user.is_guest:
            del self.fields["notify_by_mail"]


class PreferencesForm(PersonForm):
    """What is chosen in the menu of a table."""

    theme = forms.ChoiceField(choices=Theme)
    sounds = forms.BooleanField(required=False)
    motion = forms.ChoiceField(choices=Motion, required=False)


class ChangeEmailForm(PasswordConfirmForm):
    email = AddressField(label=_("New e-mail"))

    field_order = ["email", "password"]

    def clean_email(self) -> str:
        if self.cleaned_data["email"] == self.user.email:
            raise ValidationError(_("This is your address already."), code="same_email")
        return self.cleaned_data["email"]


class NewPasswordForm(StyledForm, allauth_forms.ResetPasswordKeyForm):
    password1 = NewPasswordField(label=_("New password"))
    password2 = None  # shown once: a person can see it, or ask for a new one


class ChangePasswordForm(StyledForm, allauth_forms.ChangePasswordForm):
    oldpassword = PasswordField(label=_("Present password"))
    password1 = NewPasswordField(label=_("New password"))
    password2 = None


class ResetForm(StyledForm, allauth_forms.ResetPasswordForm):
    email = AddressField()
    users: list[User]

    def clean_email(self) -> str:
        email: str = super().clean_email()
        # Drops those who have asked for the address and not confirmed it.
        self.users = [user for user in self.users if user.email == email]
        return email


class PasswordAgainForm(StyledForm, allauth_forms.ReauthenticateForm):
    password = PasswordField()


class CodeField(forms.CharField):
    def __init__(self, **kwargs: Any) -> None:
        attrs = {"autocomplete": "one-time-code", "inputmode": "numeric", "spellcheck": "false", "autofocus": True}
        kwargs.setdefault("label", _("Code"))
        super().__init__(max_length=20, widget=forms.TextInput(attrs=attrs), **kwargs)

    def to_python(self, value: Any) -> str:
        # Apps show codes in groups.
        return "".join(str(super().to_python(value)).split())


class AnyCodeForm(StyledForm):
    code = CodeField(help_text=_("Six digits from your app, or one of your recovery codes."))
    user: User
    authenticator: Authenticator

    def clean_code(self) -> str:
        code: str = self.cleaned_data["code"]
        authenticator = use_code(user=self.user, code=code)
        if authenticator is None:
            raise ValidationError(WRONG_CODE, code="incorrect_code")
        self.authenticator = authenticator
        return code


class CodeForm(AnyCodeForm, mfa_forms.AuthenticateForm):
    pass


class CodeAgainForm(AnyCodeForm, mfa_forms.ReauthenticateForm):
    pass


class FirstCodeForm(StyledForm, totp_forms.ActivateTOTPForm):
    code = CodeField(help_text=_("Six digits that your app shows."))


class DeleteForm(PersonForm):
    proof = PasswordField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.user.is_guest:
            self.fields["proof"] = forms.CharField(
                label=_("Type your name to confirm: %(name)s") % {"name": self.user.display_name},
                widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
            )
