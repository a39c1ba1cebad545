"""Ways in and what belongs to them, at addresses of ours and with the names by which allauth looks them up."""

from allauth.account.views import LogoutView
from allauth.mfa.recovery_codes.views import DownloadRecoveryCodesView
from django.urls import path
from django.views.generic import RedirectView

from tabletop.accounts.gate import mail_required
from tabletop.accounts.views import entry, profile, second_factor
from tabletop.accounts.views.form_views import for_accounts
from tabletop.accounts.views.second_factor import after_second_factor

reset_mail_sent = entry.CheckMailView.as_view(template_name="accounts/password_reset_done.html")
codes_file = DownloadRecoveryCodesView.as_view(template_name="accounts/second_factor/codes.txt")

urlpatterns = [
    path("login/", entry.LoginView.as_view(), name="account_login"),
    path("logout/", LogoutView.as_view(http_method_names=["post"]), name="account_logout"),
    path("sign-up/", mail_required(entry.SignUpView.as_view()), name="account_signup"),
    path("sign-up/mail/", entry.CheckMailView.as_view(), name="account_email_verification_sent"),
    path("confirm/<str:key>/", entry.ConfirmEmailView.as_view(), name="account_confirm_email"),
    path("e-mail/", for_accounts(mail_required(profile.ChangeEmailView.as_view())), name="account_email"),
    path("password/", for_accounts(profile.ChangePasswordView.as_view()), name="account_change_password"),
    path("password/again/", for_accounts(profile.PasswordAgainView.as_view()), name="account_reauthenticate"),
    path("reset/", mail_required(entry.ResetView.as_view()), name="account_reset_password"),
    path("reset/mail/", reset_mail_sent, name="account_reset_password_done"),
    # Was the last page of a reset, which logs in now.
    path("reset/done/", RedirectView.as_view(pattern_name="account_login")),
    path("reset/<str:uidb36>/<str:key>/", entry.NewPasswordView.as_view(), name="account_reset_password_from_key"),
    path("devices/", for_accounts(profile.DevicesView.as_view()), name="usersessions_list"),
    path("second-factor/", for_accounts(second_factor.IndexView.as_view()), name="mfa_index"),
    path("second-factor/log-in/", second_factor.AuthenticateView.as_view(), name="mfa_authenticate"),
    path("second-factor/again/", for_accounts(second_factor.CodeAgainView.as_view()), name="mfa_reauthenticate"),
    path("second-factor/app/", after_second_factor(second_factor.AddAppView.as_view()), name="mfa_activate_totp"),
    path(
        "second-factor/app/remove/",
        after_second_factor(second_factor.RemoveAppView.as_view()),
        name="mfa_deactivate_totp",
    ),
    path(
        "second-factor/codes/", after_second_factor(second_factor.CodesView.as_view()), name="mfa_view_recovery_codes"
    ),
    path(
        "second-factor/codes/new/",
        after_second_factor(second_factor.NewCodesView.as_view()),
        name="mfa_generate_recovery_codes",
    ),
    path("second-factor/codes/file/", after_second_factor(codes_file), name="mfa_download_recovery_codes"),
    path("passkeys/add/", after_second_factor(second_factor.AddPasskeyView.as_view()), name="mfa_add_webauthn"),
    path("passkeys/log-in/", second_factor.PasskeyLoginView.as_view(), name="mfa_login_webauthn"),
    path("passkeys/again/", for_accounts(second_factor.PasskeyAgainView.as_view()), name="mfa_reauthenticate_webauthn"),
    path(
        "passkeys/<int:pk>/name/",
        after_second_factor(second_factor.RenamePasskeyView.as_view()),
        name="mfa_edit_webauthn",
    ),
    path(
        "passkeys/<int:pk>/remove/",
        after_second_factor(second_factor.RemovePasskeyView.as_view()),
        name="mfa_remove_webauthn",
    ),
]
