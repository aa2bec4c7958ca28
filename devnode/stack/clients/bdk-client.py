"""Uses devnode's Esplora through the Bitcoin Development Kit: syncs a wallet, sends from it, sees it confirmed.

Argument: the URL of Esplora. Reads lines from the standard input where it waits for the test to mine or fund, and
prints one JSON object a line.
"""

import json
import sys

import bdkpython as bdk

url = sys.argv[1]
NETWORK = bdk.Network.REGTEST
KIND = bdk.NetworkKind.TEST
SECRET = bdk.DescriptorSecretKey(
    KIND,
    bdk.Mnemonic.from_string("abandon " * 11 + "about"),
    None,
)
receive = bdk.Descriptor.new_bip84(SECRET, bdk.KeychainKind.EXTERNAL, KIND)
change = bdk.Descriptor.new_bip84(SECRET, bdk.KeychainKind.INTERNAL, KIND)
wallet = bdk.Wallet(receive, change, NETWORK, bdk.Persister.new_in_memory())
esplora = bdk.EsploraClient(url)


def say(**facts):
    print(json.dumps(facts), flush=True)


def scan():
    request = wallet.start_full_scan().build()
    wallet.apply_update(esplora.full_scan(request, 5, 2))


def sync():
    request = wallet.start_sync_with_revealed_spks().build()
    wallet.apply_update(esplora.sync(request, 2))


def balance():
    found = wallet.balance()
    return {
        "confirmed": found.confirmed.to_sat(),
        "pending": found.trusted_pending.to_sat() + found.untrusted_pending.to_sat(),
    }


address = wallet.reveal_next_address(bdk.KeychainKind.EXTERNAL).address
say(address=str(address))

sys.stdin.readline()
scan()
say(tip=wallet.latest_checkpoint().height, **balance())

sys.stdin.readline()
sync()
say(**balance())

destination = bdk.Address("bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080", NETWORK)
psbt = (
    bdk.TxBuilder()
    .add_recipient(destination.script_pubkey(), bdk.Amount.from_sat(30_000))
    .fee_rate(bdk.FeeRate.from_sat_per_vb(3))
    .finish(wallet)
)
assert wallet.sign(psbt, None)
transaction = psbt.extract_tx()
esplora.broadcast(transaction)
say(txid=str(transaction.compute_txid()), fee=psbt.fee())

sys.stdin.readline()
sync()
say(tip=wallet.latest_checkpoint().height, transactions=len(wallet.transactions()), **balance())
