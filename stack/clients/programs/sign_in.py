"""Signs in with the generated Python client: prints the challenges, reads the signatures, prints what it sees."""

import json
import sys

from ordbook import AuthenticatedClient, Client
from ordbook.api.auth import create_auth_challenge, verify_auth_challenge
from ordbook.api.market import list_collection_inscriptions, list_listings
from ordbook.api.profile import get_me
from ordbook.models import CreateAuthChallengeBody, VerifyAuthChallengeBody

url, ordinals_address, payment_address = sys.argv[1:]
client = Client(base_url=url)
body = CreateAuthChallengeBody(ordinals_address=ordinals_address, payment_address=payment_address)
print(json.dumps(create_auth_challenge.sync(client=client, body=body).to_dict()), flush=True)

signed = VerifyAuthChallengeBody.from_dict(json.loads(sys.stdin.readline()))
verified = verify_auth_challenge.sync(client=client, body=signed)
session = AuthenticatedClient(base_url=url, token=verified.session_token)
me = get_me.sync(client=session)
listings = list_listings.sync(client=session, limit=5)
items = list_collection_inscriptions.sync("embers", client=session, limit=2)
print(json.dumps({"profileId": me.profile.id, "listings": len(listings.listings), "items": len(items.items)}))
