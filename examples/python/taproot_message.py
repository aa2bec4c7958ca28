"""BIP-322 simple signatures by a taproot address without leaves (BIP-86), in plain Python.

Not constant in time, so only for keys of a test network: with real keys, sign in a wallet or a library.
"""

import hashlib

P = 2**256 - 2**32 - 977
N = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
G = (
    0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798,
    0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8,
)
BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def sha256(data):
    return hashlib.sha256(data).digest()


def tagged(tag, data):
    """BIP-340."""
    start = sha256(tag.encode())
    return sha256(start + start + data)


def add(a, b):
    if a is None or b is None:
        return b if a is None else a
    if a[0] == b[0] and (a[1] + b[1]) % P == 0:
        return None
    if a == b:
        slope = 3 * a[0] * a[0] * pow(2 * a[1], -1, P) % P
    else:
        slope = (b[1] - a[1]) * pow(b[0] - a[0], -1, P) % P
    x = (slope * slope - a[0] - b[0]) % P
    return (x, (slope * (a[0] - x) - a[1]) % P)


def times(scalar, point=G):
    made = None
    while scalar:
        if scalar & 1:
            made = add(made, point)
        point, scalar = add(point, point), scalar >> 1
    return made


def even(secret):
    """The secret or its negative, whichever has a point with an even y, and that point's x."""
    x, y = times(secret)
    return (secret if y % 2 == 0 else N - secret), x.to_bytes(32, "big")


def schnorr(secret, message):
    """BIP-340, without auxiliary randomness."""
    d, key = even(secret)
    mask = int.from_bytes(tagged("BIP0340/aux", bytes(32)), "big")
    seed = (d ^ mask).to_bytes(32, "big")
    k, r = even(int.from_bytes(tagged("BIP0340/nonce", seed + key + message), "big") % N)
    e = int.from_bytes(tagged("BIP0340/challenge", r + key + message), "big") % N
    return r + ((k + e * d) % N).to_bytes(32, "big")


def secret_of_wif(wif):
    """The private key in wallet import format (compressed, any network)."""
    number = 0
    for letter in wif:
        number = number * 58 + BASE58.index(letter)
    data = number.to_bytes(38, "big")
    if sha256(sha256(data[:-4]))[:4] != data[-4:]:
        raise ValueError("the checksum of the key is wrong")
    return int.from_bytes(data[1:33], "big")


def sign_message(secret, message):
    """The witness, hex: BIP-322 simple, by the key path of the BIP-86 output of `secret`."""
    d, internal = even(secret)
    tweaked = (d + int.from_bytes(tagged("TapTweak", internal), "big")) % N
    _, output_key = even(tweaked)
    script = b"\x51\x20" + output_key
    digest = tagged("BIP0322-signed-message", message.encode())
    one_input = b"\x01" + bytes(32) + b"\xff" * 4 + b"\x22" + b"\x00\x20" + digest + bytes(4)
    to_spend = bytes(4) + one_input + b"\x01" + bytes(8) + b"\x22" + script + bytes(4)
    outpoint = sha256(sha256(to_spend)) + bytes(4)
    nothing = bytes(8) + b"\x01\x6a"
    # BIP-341, SIGHASH_DEFAULT, of the transaction to_sign: version 0, one input of 0 sats, one OP_RETURN
    parts = [outpoint, bytes(8), b"\x22" + script, bytes(4), nothing]
    hashes = b"".join(sha256(part) for part in parts)
    signed = tagged("TapSighash", b"\x00\x00" + bytes(4) + bytes(4) + hashes + b"\x00" + bytes(4))
    return "0140" + schnorr(tweaked, signed).hex()
