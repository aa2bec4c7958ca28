"""Signs in with one taproot address, and reads the profile and the cheapest listings.

Needs Python 3.9 and nothing else: BIP-322 and BIP-340 are in `taproot_message.py` beside it.

    npm run sandbox                          # in another terminal
    python3 examples/python/sign_in.py       # makes a sandbox wallet with one address
"""

import json
import os
import urllib.request

from taproot_message import sign_message, secret_of_wif

URL = os.environ.get("ORDBOOK_URL", "http://127.0.0.1:8080")


def call(path, body=None, token=None):
    """The JSON of a response. Raises HTTPError, whose header X-Error-Code says why."""
    headers = {"content-type": "application/json"} if body is not None else {}
    if token:
        headers["authorization"] = f"Bearer {token}"
    data = json.dumps(body).encode() if body is not None else None
    with urllib.request.urlopen(urllib.request.Request(URL + path, data, headers), timeout=30) as response:
        return json.load(response)


def expected(address, role, message):
    """Raises ValueError unless this is a sign-in message for our address: never sign any other text."""
    lines = message.split("\n")
    if lines[0] != "localhost asks you to sign in with your Bitcoin wallet." or lines[1] != "":
        raise ValueError(f"not a sign-in message: {lines[0]}")
    if lines[2:5] != [f"Address: {address}", f"Role: {role}", "Network: regtest"] or len(lines) != 10:
        raise ValueError("the message is not for this address")
    return message


wallet = call("/sandbox/wallets", {"paymentType": "same", "fundSats": 1_000_000})
address, secret = wallet["ordinals"]["address"], secret_of_wif(wallet["ordinals"]["wif"])

asked = call("/api/v1/auth/challenge", {"ordinalsAddress": address, "paymentAddress": address})
(challenge,) = asked["challenges"]
signature = sign_message(secret, expected(address, "ordinals", challenge["message"]))
verification = {"challengeId": challenge["challengeId"], "address": address, "signature": signature}
session = call(
    "/api/v1/auth/verify",
    {"authRequestId": asked["authRequestId"], "verifications": [verification]},
)
token = session["sessionToken"]
print("signed in as", call("/api/v1/me", token=token)["profile"]["id"])
for listing in call("/api/v1/listings?sort=price&limit=5", token=token)["listings"]:
    print(f"{listing['inscriptionName']}: {listing['priceSats']} sats")
