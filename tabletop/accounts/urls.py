from django.contrib.auth.views import LogoutView
from django.urls import path

from tabletop.accounts.views import entry, profile, reset

app_name = "accounts"

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
    path("reset/", reset.ResetView.as_view(), name="password_reset"),
    path("reset/mail/", reset.ResetDoneView.as_view(), name="password_reset_done"),
    path("reset/done/", reset.ResetCompleteView.as_view(), name="password_reset_complete"),
    path("reset/<uidb64>/<token>/", reset.ResetConfirmView.as_view(), name="password_reset_confirm"),
]
