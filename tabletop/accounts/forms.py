from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tabletop.accounts import services
from tabletop.accounts.models import Theme, User
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


def new_password_field(**kwargs: Any) -> PasswordField:
    return PasswordField(autocomplete="new-password", help_text=_("Eight characters or more."), **kwargs)


class GuestForm(StyledForm):
    name = DisplayNameField(autofocus=True)


class LoginForm(StyledForm, AuthenticationForm):
    username = AddressField(autocomplete="username")
    password = PasswordField()

    error_messages = {"invalid_login": _("That e-mail and password do not belong together. Check both.")}


class SignUpForm(StyledForm):
    name = DisplayNameField()
    email = AddressField(help_text=_("For logging in, and for a note when it is your turn, if you like."))
    password = new_password_field()

    def clean_password(self) -> str:
        # Never compared with a stored account: the answer must not reveal whether there is one.
        validate_password(self.cleaned_data["password"], User(email=self.cleaned_data.get("email")))
        return self.cleaned_data["password"]


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
    notify_by_mail = forms.BooleanField(label=_("Send me a mail when it is my turn and I am away"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in self.fields:
            self.initial[name] = getattr(self.user, name)
        self.fields["display_name"].kept = self.user.display_name  # type: ignore[attr-defined] # a DisplayNameField
        if self.user.is_guest:
            del self.fields["notify_by_mail"]


class EmailForm(PasswordConfirmForm):
    email = AddressField(label=_("New e-mail"))

    field_order = ["email", "password"]

    def clean_email(self) -> str:
        if self.cleaned_data["email"] == self.user.email:
            raise ValidationError(_("This is your address already."), code="same_email")
        return self.cleaned_data["email"]


class SetPasswordForm(PersonForm):
    new_password = new_password_field(label=_("New password"))

    def clean_new_password(self) -> str:
        validate_password(self.cleaned_data["new_password"], self.user)
        return self.cleaned_data["new_password"]

    def save(self) -> User:
        services.change_password(user=self.user, password=self.cleaned_data["new_password"])
        return self.user


class ChangePasswordForm(SetPasswordForm):
    old_password = PasswordField(label=_("Present password"))

    field_order = ["old_password", "new_password"]

    def clean_old_password(self) -> str:
        services.check_password(user=self.user, password=self.cleaned_data["old_password"])
        return self.cleaned_data["old_password"]


class ResetForm(StyledForm):
    email = AddressField()


class DeleteForm(PersonForm):
    proof = PasswordField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.user.is_guest:
            self.fields["proof"] = forms.CharField(
                label=_("Type your name to confirm: %(name)s") % {"name": self.user.display_name},
                widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
            )
