"""Signs a PSBT with the Bitcoin Development Kit. Arguments: descriptors with keys. It reads the PSBT as base64 from
the standard input, and prints it with what wallets of these descriptors can sign."""

import sys

import bdkpython as bdk

KIND, NETWORK = bdk.NetworkKind.TEST, bdk.Network.REGTEST
psbt = bdk.Psbt(sys.stdin.read())
options = bdk.SignOptions(
    trust_witness_utxo=True,
    assume_height=None,
    allow_all_sighashes=True,
    try_finalize=False,
    sign_with_tap_internal_key=True,
    allow_grinding=True,
)
for text in sys.argv[1:]:
    descriptor = bdk.Descriptor(text, KIND)
    wallet = bdk.Wallet.create_single(descriptor, NETWORK, bdk.Persister.new_in_memory())
    wallet.reveal_next_address(bdk.KeychainKind.EXTERNAL)
    wallet.sign(psbt, options)
print(psbt.serialize())
