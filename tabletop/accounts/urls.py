from django.contrib.auth.views import LogoutView, PasswordResetCompleteView
from django.urls import path

from tabletop.accounts.views import entry, profile

app_name = "accounts"

reset_mail_sent = entry.CheckMailView.as_view(template_name="accounts/password_reset_done.html")
reset_complete = PasswordResetCompleteView.as_view(template_name="accounts/password_reset_complete.html")

urlpatterns = [
    path("guest/", entry.GuestView.as_view(), name="guest"),
    path("login/", entry.LoginView.as_view(), name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("sign-up/", entry.SignUpView.as_view(), name="signup"),
    path("sign-up/mail/", entry.CheckMailView.as_view(), name="check_mail"),
    path("confirm/<str:token>/", entry.ConfirmEmailView.as_view(), name="confirm_email"),
    path("", profile.ProfileView.as_view(), name="profile"),
    path("e-mail/", profile.ChangeEmailView.as_view(), name="change_email"),
    path("password/", profile.ChangePasswordView.as_view(), name="password_change"),
    path("delete/", profile.DeleteView.as_view(), name="delete"),
    path("reset/", entry.ResetView.as_view(), name="password_reset"),
    path("reset/mail/", reset_mail_sent, name="password_reset_done"),
    path("reset/done/", reset_complete, name="password_reset_complete"),
    path("reset/<uidb64>/<token>/", entry.ResetConfirmView.as_view(), name="password_reset_confirm"),
]
