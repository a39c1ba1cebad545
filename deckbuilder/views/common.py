from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from tabletop.accounts.models import User


def person_of(request: HttpRequest) -> User:
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user
