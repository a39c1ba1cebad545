"""A passkey kept in memory: answers the challenges of the site as a browser does."""

import json
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from django.test import Client
from fido2.cose import ES256
from fido2.utils import sha256, websafe_encode
from fido2.webauthn import Aaguid, AttestationObject, AttestedCredentialData, AuthenticatorData, CollectedClientData

from tabletop.accounts.models import User

ADD, LOG_IN, AGAIN = "/account/passkeys/add/", "/account/passkeys/log-in/", "/account/passkeys/again/"
SECOND_STEP = "/account/second-factor/log-in/"
HOST = "testserver"
ORIGIN = f"https://{HOST}"
PRESENT = AuthenticatorData.FLAG.UP | AuthenticatorData.FLAG.UV


@dataclass
class Passkey:
    raw_id: bytes = b"a passkey of a test"
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def created(self, challenge: str, *, origin: Any = ORIGIN) -> dict[str, Any]:
        public_key = ES256.from_cryptography_key(self.key.public_key())
        data = AttestedCredentialData.create(Aaguid.NONE, self.raw_id, public_key)
        told = AuthenticatorData.create(sha256(HOST.encode()), PRESENT | AuthenticatorData.FLAG.AT, 0, data)
        return self._answer(
            clientDataJSON=CollectedClientData.create(CollectedClientData.TYPE.CREATE, challenge, origin),
            attestationObject=AttestationObject.create("none", told, {}),
        )

    def used(self, challenge: str, *, by: User, origin: Any = ORIGIN, handle: bytes | None = None) -> dict[str, Any]:
        client_data = CollectedClientData.create(CollectedClientData.TYPE.GET, challenge, origin)
        told = AuthenticatorData.create(sha256(HOST.encode()), PRESENT, 1)
        signature = self.key.sign(told + client_data.hash, ec.ECDSA(hashes.SHA256()))
        handle = by.pk.hex.encode() if handle is None else handle
        return self._answer(clientDataJSON=client_data, authenticatorData=told, signature=signature, userHandle=handle)

    def _answer(self, **response: bytes) -> dict[str, Any]:
        return {
            "id": websafe_encode(self.raw_id),
            "rawId": websafe_encode(self.raw_id),
            "type": "public-key",
            "response": {name: websafe_encode(part) for name, part in response.items()},
            "clientExtensionResults": {"credProps": {"rk": True}},
        }


def creation_challenge(client: Client) -> str:
    options = client.get(ADD).context["js_data"]["creation_options"]
    return str(options["publicKey"]["challenge"])


def add_passkey(client: Client) -> Passkey:
    """Through the page of a person who has just logged in."""
    passkey = Passkey()
    credential = passkey.created(creation_challenge(client))
    answer = client.post(ADD, {"name": "My phone", "passwordless": "True", "credential": json.dumps(credential)})
    assert answer.status_code == 302, answer.content.decode()
    return passkey


def request_challenge(client: Client, address: str) -> str:
    if address == LOG_IN:
        options = client.get(LOG_IN, headers={"X-Requested-With": "XMLHttpRequest"}).json()["request_options"]
    else:
        options = client.get(address).context["js_data"]["request_options"]
    return str(options["publicKey"]["challenge"])
