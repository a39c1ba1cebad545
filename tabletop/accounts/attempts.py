"""How often passwords and codes may be tried, in one place for the whole site.

A try is counted first, as a failure and as a success, and the wrong one of both is given back, so that many at once are
no more than many one after another. A stranger's wrong guesses shut out nobody else: they count for the network they
come from, and for the account only among browsers that have never logged into it. Where an account is full of them, a
mailed link makes the browser a known one. Successes are counted more loosely: each costs the site a hash.
"""

from dataclasses import dataclass

from django.http import HttpRequest

from tabletop.accounts import known_devices
from tabletop.accounts.models import User
from tabletop.limits import Limit, TooMany, client_network

FROM_NETWORK = Limit(name="login", times=5, seconds=60)
FROM_DEVICE = Limit(name="login-device", times=5, seconds=60)
# Many networks together: a password of eight characters withstands so many guesses for centuries.
AT_ACCOUNT = Limit(name="login-account", times=50, seconds=3600)
SUCCESSES_FROM_NETWORK = Limit(name="logged-in", times=60, seconds=600)
SUCCESSES_AT_ACCOUNT = Limit(name="logged-in-account", times=20, seconds=600)
BY_PERSON = Limit(name="password-again", times=5, seconds=60)
# Of the million codes of an app three are right at a time.
SECOND_FACTOR = Limit(name="second-factor", times=10, seconds=900)
PASSKEY = Limit(name="passkey", times=30, seconds=60)
SIGN_UP = Limit(name="sign-up", times=10, seconds=3600)
RESET = Limit(name="reset", times=5, seconds=3600)
# Any visitor can make the site write to any address: from one network, and over all networks that do.
MAIL_FROM_NETWORK = Limit(name="mail-network", times=5, seconds=3600)
MAIL = Limit(name="mail", times=20, seconds=3600)
# Counted apart: what a stranger asks for, a person whose account is guessed at has a link in the mailbox.
RESET_MAIL = Limit(name="reset-mail", times=5, seconds=3600)


Counts = tuple[tuple[Limit, str], ...]


@dataclass(frozen=True)
class Attempt:
    """One try, counted by each of these limits."""

    failures: Counts
    successes: Counts = ()
    """The widest first: what is refused for one network must count for no account."""

    def count(self) -> None:
        """Raises TooMany."""
        for limit, who in self.successes:
            limit.count(who)
        try:
            for limit, who in self.failures:
                limit.count(who)
        except TooMany:
            self.has_failed()
            raise

    def has_succeeded(self) -> None:
        _give_back(self.failures)

    def has_failed(self) -> None:
        _give_back(self.successes)


def _give_back(counts: Counts) -> None:
    for limit, who in counts:
        limit.count(who, tries=-1)


def count_mail(request: HttpRequest, *, email: str) -> None:
    """Raises TooMany. A mail that is refused to one network does not count for the address: its owner may ask, too."""
    MAIL_FROM_NETWORK.count(f"{client_network(request)} {email}")
    MAIL.count(email)


def login_attempt(request: HttpRequest, *, email: str) -> Attempt:
    account, network = User.objects.normalize_email(email), client_network(request)
    device = known_devices.device_of(request, email=email)
    if device is not None:
        return Attempt(((FROM_DEVICE, device),), ((SUCCESSES_AT_ACCOUNT, account),))
    return Attempt(
        ((FROM_NETWORK, network), (AT_ACCOUNT, account)),
        ((SUCCESSES_FROM_NETWORK, network), (SUCCESSES_AT_ACCOUNT, account)),
    )


def attempt_of_person(user: User) -> Attempt:
    """A person who is logged in shows the password again: an open browser must not allow endless guesses."""
    return Attempt(((BY_PERSON, str(user.pk)),), ((SUCCESSES_AT_ACCOUNT, str(user.pk)),))


def second_factor_attempt(user: User) -> Attempt:
    """Only those come so far who know the password."""
    return Attempt(((SECOND_FACTOR, str(user.pk)),))
