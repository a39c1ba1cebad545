"""Settings of allauth; docs/decisions/008-accounts-on-allauth.md says why accounts stand on it."""

ACCOUNT_ADAPTER = "tabletop.accounts.adapters.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "tabletop.accounts.forms.LoginForm",
    "signup": "tabletop.accounts.forms.SignUpForm",
    "change_password": "tabletop.accounts.forms.ChangePasswordForm",
    "reset_password": "tabletop.accounts.forms.ResetForm",
    "reset_password_from_key": "tabletop.accounts.forms.NewPasswordForm",
    "reauthenticate": "tabletop.accounts.forms.PasswordAgainForm",
}
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS = 1
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_SESSION_REMEMBER = True
# Guests may log in; the views send accounts away.
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False
# The site's own limits hold (tabletop/accounts/attempts.py).
ACCOUNT_RATE_LIMITS = MFA_RATE_LIMITS = False
MFA_ADAPTER = "tabletop.accounts.adapters.SecondFactorAdapter"
MFA_FORMS = {
    "authenticate": "tabletop.accounts.forms.CodeForm",
    "reauthenticate": "tabletop.accounts.forms.CodeAgainForm",
    "activate_totp": "tabletop.accounts.forms.FirstCodeForm",
    "add_webauthn": "tabletop.accounts.passkey_forms.NewPasskeyForm",
    "edit_webauthn": "tabletop.accounts.passkey_forms.PasskeyNameForm",
    "login_webauthn": "tabletop.accounts.passkey_forms.PasskeyLoginForm",
    "authenticate_webauthn": "tabletop.accounts.passkey_forms.AnswerForm",
    "reauthenticate_webauthn": "tabletop.accounts.passkey_forms.AnswerAgainForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Tabletop"
# Clocks of phones differ.
MFA_TOTP_TOLERANCE = 1
# An address that is being changed is no reason to stay without a second factor: the present one is confirmed.
MFA_ALLOW_UNVERIFIED_EMAIL = True
