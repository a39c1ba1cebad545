from tabletop.accounts.models import User


def account_with_email(email: str) -> User | None:
    return User.objects.filter(email=User.objects.normalize_email(email), is_active=True).first()


def is_taken(email: str) -> bool:
    return User.objects.filter(email=User.objects.normalize_email(email)).exists()
