#!/usr/bin/env python3
"""Second judge of the vectors: what can happen to somebody who signs PSBTs.

Written from docs/judge-vectors.md and the public BIPs alone (BIP143, BIP174, BIP341, BIP342, BIP370), without a look
at any other implementation, except `count_keys`, which somebody else made follow that page. `python3 judge.py vectors/*.json` judges every vector, compares with the expected verdict
in all its parts, checks the stored attacks against the same rules, prints `agreed N of M`, and exits 1 if they differ.
"""
from __future__ import annotations

import hashlib
import json
import sys
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Iterable, Iterator, NamedTuple, Optional

# doubts about signatures that others have
OF_GIVEN = {"coin-missing", "single-bug", "unknown-script", "value-unproven"}
MAX_HOPS = 8            # steps of a sat from one PSBT to the next
MAX_WAYS = 5_000        # choices of signatures for one transaction; if there are more, nothing counts as fixed
MAX_STATES = 200_000    # steps of the search for the greatest loss
SIGHASHES = {1, 2, 3, 0x81, 0x82, 0x83}
CHECKS = {0xAC, 0xAD, 0xAE, 0xAF, 0xBA}     # the codes that check signatures
READABLE = CHECKS | set(range(0x51, 0x61)) | {
    0x69, 0x6D, 0x75, 0x76, 0x7C, 0x82, 0x87, 0x88, 0x9A, 0x9C, 0x9D, 0xA2, 0xA8, 0xA9, 0xAA, 0xB1, 0xB2}

class Coin(NamedTuple):
    """An outpoint, with the txid in the byte order of explorers."""
    txid: str
    vout: int

class Output(NamedTuple):
    """What a transaction pays."""
    sats: int
    script: bytes

def number(data: Optional[bytes], default: int = 0) -> int:
    """A little-endian number."""
    return default if data is None else int.from_bytes(data, "little")

@dataclass
class Reader:
    """Reads the serialisations of Bitcoin."""
    data: bytes
    at: int = 0

    def take(self, count: int) -> bytes:
        """The next `count` bytes."""
        self.at += count
        if self.at > len(self.data):
            raise ValueError("data ends too early")
        return self.data[self.at - count:self.at]

    def compact(self) -> int:
        """A CompactSize number."""
        first = number(self.take(1))
        return first if first < 0xFD else number(self.take(2 << first - 0xFD))

    def chunk(self) -> bytes:
        """Bytes with their length in front."""
        return self.take(self.compact())

    def chunks(self) -> list[bytes]:
        """Chunks with their count in front."""
        return [self.chunk() for _ in range(self.compact())]

    def output(self) -> Output:
        """An output."""
        return Output(number(self.take(8)), self.chunk())

    def fields(self) -> dict[bytes, bytes]:
        """A map of a PSBT."""
        return {key: self.chunk() for key in iter(self.chunk, b"")}

def chunk(data: bytes) -> bytes:
    """Bytes with their length in front."""
    return compact(len(data)) + data

def compact(count: int) -> bytes:
    """A number as CompactSize."""
    size = 0 if count < 0xFD else 2 if count < 0x10000 else 4
    return bytes([0xFC + size // 2]) + count.to_bytes(size, "little") if size else bytes([count])

def sha256(data: bytes) -> bytes:
    """SHA256."""
    return hashlib.sha256(data).digest()

def tagged(tag: str, data: bytes) -> bytes:
    """The tagged hash of BIP340."""
    return sha256(sha256(tag.encode()) * 2 + data)

class Transaction(NamedTuple):
    """A transaction, as far as judging needs it."""
    rules: tuple[int, int]          # version and lock time, which every signature fixes
    coins: tuple[Coin, ...]
    sequences: tuple[int, ...]
    outputs: tuple[Output, ...]
    script_sigs: tuple[bytes, ...]

    def txid(self) -> str:
        """The hash without witnesses."""
        version, locktime = (rule.to_bytes(4, "little") for rule in self.rules)
        data = version + compact(len(self.coins))
        for coin, script, sequence in zip(self.coins, self.script_sigs, self.sequences):
            data += bytes.fromhex(coin.txid)[::-1] + coin.vout.to_bytes(4, "little") + chunk(script)
            data += sequence.to_bytes(4, "little")
        data += compact(len(self.outputs))
        data += b"".join(output.sats.to_bytes(8, "little") + chunk(output.script) for output in self.outputs)
        return sha256(sha256(data + locktime))[::-1].hex()

def read_transaction(data: bytes, segwit: bool = True) -> Transaction:
    """Reads a transaction with or without witnesses."""
    reader = Reader(data)
    version, witness = number(reader.take(4)), segwit and data[4:6] == b"\x00\x01"
    reader.take(2 if witness else 0)
    inputs = [(Coin(reader.take(32)[::-1].hex(), number(reader.take(4))), reader.chunk(), number(reader.take(4)))
              for _ in range(reader.compact())]
    outputs = tuple(reader.output() for _ in range(reader.compact()))
    _ = [reader.chunks() for _ in inputs if witness]
    coins, script_sigs, sequences = zip(*inputs)
    return Transaction((version, number(reader.take(4))), coins, sequences, outputs, script_sigs)

class Input(NamedTuple):
    """An input of a PSBT."""
    coin: Coin
    fields: dict[bytes, bytes]
    proves: bool                    # by nonWitnessUtxo, which is of the coin and agrees with witnessUtxo
    shown: list[Output]             # what it shows of the coin
    sighashes: set[int]             # of the signatures inside

def read_input(coin: Coin, fields: dict[bytes, bytes]) -> Input:
    """Reads the map of an input."""
    shown = [Reader(fields[b"\x01"]).output()] if b"\x01" in fields else []
    previous = read_transaction(fields[b"\x00"]) if b"\x00" in fields else None
    shown += previous.outputs[coin.vout:coin.vout + 1] if previous else ()
    proves = bool(previous and previous.txid() == coin.txid and previous.outputs[coin.vout:] and len(set(shown)) == 1)
    final = [data for _, data in operations(fields.get(b"\x07", b"")) if data]
    final += Reader(fields.get(b"\x08", b"\x00")).chunks()
    signatures = [value for key, value in fields.items() if key[0] in (0x02, 0x13, 0x14) and value]
    signatures += [d for d in final if d[:1] == b"\x30" or len(d) == 64 or len(d) == 65 and d[64] in SIGHASHES]
    return Input(coin, fields, proves, shown, {0 if len(s) == 64 else s[-1] for s in signatures})

@dataclass
class Psbt:
    """A request: the transaction, its inputs, and what is asked."""
    tx: Transaction
    inputs: list[Input]
    sign: Optional[dict[int, int]]  # input -> sighash (0: that of the PSBT); None: all coins of yours
    txid: Optional[str] = None      # where all scriptSigs are known

def read_psbt(request: dict[str, Any]) -> Psbt:
    """Reads a request: a PSBT of version 0 or 2."""
    reader = Reader(bytes.fromhex(request["hex"]))
    magic, first = reader.take(5), reader.fields()
    if magic != b"psbt\xff":
        raise ValueError("not a PSBT")
    if b"\x00" in first:
        tx = read_transaction(first[b"\x00"], segwit=False)
        inputs = [read_input(coin, reader.fields()) for coin in tx.coins]
    else:
        maps = [reader.fields() for _ in range(Reader(first[b"\x04"]).compact())]
        inputs = [read_input(Coin(m[b"\x0e"][::-1].hex(), number(m[b"\x0f"])), m) for m in maps]
        outputs = [reader.fields() for _ in range(Reader(first[b"\x05"]).compact())]
        demands = [m for m in maps if b"\x11" in m or b"\x12" in m]
        unit = b"\x12" if all(b"\x12" in m for m in demands) else b"\x11"
        locktime = max((number(m.get(unit)) for m in demands), default=number(first.get(b"\x03")))
        tx = Transaction((number(first[b"\x02"]), locktime), tuple(entry.coin for entry in inputs),
                         tuple(number(m.get(b"\x10"), 0xFFFFFFFF) for m in maps),
                         tuple(Output(number(m[b"\x03"]), m[b"\x04"]) for m in outputs), (b"",) * len(inputs))
    sign = request.get("sign")
    return Psbt(tx, inputs, None if sign is None else {entry["input"]: entry.get("sighash") or 0 for entry in sign})

def operations(script: bytes) -> Iterator[tuple[int, Optional[bytes]]]:
    """Each code of a script, with the data that it pushes (None where it pushes none)."""
    reader = Reader(script)
    while reader.at < len(script):
        code = reader.take(1)[0]
        size = code if code < 0x4C else number(reader.take(1 << code - 0x4C)) if code < 0x4F else None
        yield code, None if size is None else reader.take(size)

def count_keys(script: bytes, leaf: bool = False) -> int:
    """How many keys a script shows; 0 where it cannot be read."""
    try:
        codes = list(operations(script))
    except ValueError:
        return 0
    pairs = list(zip([(0, None)] + codes, codes))                   # each code with the one in front
    keys = [data for _, data in codes if data and len(data) == 33 and data[0] in (2, 3)]
    if leaf:
        keys = [before for (_, before), (code, _) in pairs if before and len(before) == 32 and code in CHECKS]
    found = {code for code, _ in codes if code > 0x4C}
    dropped = any(before in (0xAC, 0xBA) and code in (0x6D, 0x75) for (before, _), (code, _) in pairs)
    keyless = leaf and any(code in CHECKS and (before is None or len(before) != 32) for (_, before), (code, _) in pairs)
    all_of = 0x50 + len(keys)
    fewer = any(code in (0xAE, 0xAF) and (codes[0][0], codes[at - 1][0]) != (all_of, all_of)
                for at, (code, _) in enumerate(codes))
    return len(set(keys)) if found & CHECKS and found <= READABLE and not (dropped or keyless or fewer) else 0

PRIME = 2**256 - 2**32 - 977
GENERATOR = (0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798,
             0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8)

def add(a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
    """The sum of two points of secp256k1 (no one can find a tweak whose sums meet the point at infinity)."""
    top, bottom = (3 * a[0] * a[0], 2 * a[1]) if a == b else (b[1] - a[1], b[0] - a[0])
    slope = top * pow(bottom, -1, PRIME) % PRIME
    x = (slope * slope - a[0] - b[0]) % PRIME
    return x, (slope * (a[0] - x) - a[1]) % PRIME

@lru_cache(maxsize=None)
def tweaked(internal: bytes, root: bytes) -> tuple[bytes, int]:
    """The output key of BIP341, and the parity of its y; an empty key for an internal key that is no point."""
    x = number(internal[::-1])
    y = pow(x**3 + 7, (PRIME + 1) // 4, PRIME)
    if x >= PRIME or (y * y - x**3 - 7) % PRIME:
        return b"", 0
    factor = number(tagged("TapTweak", internal + root)[::-1])
    total, power = (x, y if y % 2 == 0 else PRIME - y), GENERATOR
    while factor:
        total = add(total, power) if factor & 1 else total
        power, factor = add(power, power), factor >> 1
    return total[0].to_bytes(32, "big"), total[1] & 1

def leaf_fits(output: bytes, control: bytes, leaf: bytes) -> bool:
    """Whether a leaf (its script and the byte of its version) is in a P2TR output, with its control block."""
    if len(control) < 33 or len(control) % 32 != 1 or control[0] & 0xFE != leaf[-1]:
        return False
    node = tagged("TapLeaf", leaf[-1:] + chunk(leaf[:-1]))
    for at in range(33, len(control), 32):
        node = tagged("TapBranch", b"".join(sorted((node, control[at:at + 32]))))
    return tweaked(control[1:33], node) == (output[2:], control[0] & 1)

class Script(NamedTuple):
    """What an input shows of the script of its coin."""
    kind: str                               # the digest: "legacy", "v0", "taproot", or "none" if no script is shown
    keys: int = 1                           # that it shows, in the leaf with the fewest; 0 where it cannot be read
    script_sig: Optional[bytes] = None      # where that is known
    leaf_missing: bool = False              # it shows a leaf that is not in the output
    two_paths: bool = False

def read_script(script: Optional[bytes], fields: dict[bytes, bytes]) -> Script:
    """Reads the script of a coin, with the fields of its input."""
    if script is None or len(script) == 25 and script[:3] == b"\x76\xa9\x14" and script[23:] == b"\x88\xac":
        return Script("legacy" if script else "none")
    if len(script) == 34 and script[:2] == b"\x51\x20":
        leaves = [(key[1:], value) for key, value in fields.items() if key[0] == 0x15]
        missing = not all(leaf_fits(script, control, leaf) for control, leaf in leaves)
        keys = [count_keys(leaf[:-1], True) if leaf[-1] == 0xC0 else 0 for _, leaf in leaves]
        path = b"\x17" in fields or b"\x18" in fields
        return Script("taproot", min(keys, default=1), b"", missing, path and not missing and max(keys, default=0) > 1)
    inner, nested = fields.get(b"\x04", b""), len(script) == 23 and script[:2] == b"\xa9\x14" and script[22] == 0x87
    if nested:
        if hashlib.new("ripemd160", sha256(inner)).digest() != script[2:22]:
            return Script("legacy", 0)
        script = inner
    if len(script) == 22 and script[:2] == b"\x00\x14":
        return Script("v0", 1, chunk(inner) if nested else b"")
    if len(script) == 34 and script[:2] == b"\x00\x20":
        witness, script_sig = fields.get(b"\x05", b""), chunk(inner) if nested else b""
        return Script("v0", count_keys(witness) if sha256(witness) == script[2:] else 0, script_sig)
    return Script("legacy", count_keys(script))

# ------------------------------------------------------------ your coins, and the signatures that others have
class Signature(NamedTuple):
    """A signature of yours: where it is valid."""
    coin: Coin
    rules: tuple[int, int]
    inputs: Optional[tuple[Coin, ...]]      # None: its own
    demand: str                             # of the outputs: "whole", "pair", "past" or "none"
    outputs: tuple[Output, ...]             # those that it fixes
    index: Optional[int]                    # a pair of the first digest: the index of its coin
    kind: str                               # the digest; "taproot" over all inputs commits to all their values

    def allows(self, at: int, outputs: tuple[Optional[Output], ...]) -> bool:
        """Whether it is valid with these outputs (one at least) if its coin is input `at`."""
        if self.demand == "pair":
            return self.index in (None, at) and outputs[at:at + 1] == self.outputs
        return at >= max(1, len(outputs)) if self.demand == "past" else self.demand == "none" or outputs == self.outputs

    def valid(self, at: int, tx: Transaction) -> bool:
        """Whether it is valid for input `at` of a transaction."""
        return (self.coin == tx.coins[at] and self.rules == tx.rules and self.inputs in (None, tx.coins)
                and self.allows(at, tx.outputs))

def fixed_outputs(signing: dict[int, Signature]) -> Optional[dict[int, Output]]:
    """The outputs that signatures fix together; None where they cannot be in one transaction."""
    pairs = {at: s.outputs[0] for at, s in signing.items() if s.demand == "pair"}
    outputs = next((s.outputs for s in signing.values() if s.demand == "whole"),
                   tuple(pairs.get(at) for at in range(max(pairs, default=-1) + 1)))
    if len({s.rules for s in signing.values()}) > 1 or not all(s.allows(at, outputs) for at, s in signing.items()):
        return None
    return {at: output for at, output in enumerate(outputs) if output}

def makes(psbt: Psbt, signing: dict[int, Signature]) -> bool:
    """Whether the chosen signatures allow the transaction exactly as its PSBT shows it."""
    return psbt.txid is not None and all(s.valid(at, psbt.tx) for at, s in signing.items())

class Way(NamedTuple):
    """A transaction in which others are free to add inputs."""
    places: dict[Coin, Optional[int]]       # your coins; their index where that is fixed
    outputs: dict[int, Output]              # that are fixed

class Case:
    """Everything that a vector says, and what follows for coins and signatures."""

    def __init__(self, vector: dict[str, Any]) -> None:
        knowledge = vector["knowledge"]
        self.expected = knowledge.get("expected") or {}
        self.requests = [read_psbt(request) for request in vector["requests"]]
        self.psbts = self.requests + [read_psbt(request) for request in knowledge.get("earlier") or []]
        self.mine = {bytes.fromhex(script) for script in knowledge.get("mine") or []}
        self.inscriptions = [(i["name"], Coin(i["txid"], i["vout"]), i["offset"])
                             for i in knowledge.get("inscriptions") or []]
        self.values = {Coin(v["txid"], v["vout"]): v["valueSats"] for v in knowledge.get("values") or []}
        self.known, self.sats, self.exact = dict(self.values), dict(self.values), True
        self.scripts: dict[Coin, bytes] = {}
        self.yours: set[Coin] = set()
        self.signatures: dict[Coin, list[Signature]] = {}
        entries = [(psbt, at, entry) for psbt in self.psbts for at, entry in enumerate(psbt.inputs)]
        for psbt, at, (coin, _, proves, shown, _) in entries:
            for sats, script in shown:
                self.scripts.setdefault(coin, script)
                self.sats[coin] = self.values.get(coin, max(self.sats.get(coin, 0), sats))
                self.known.update({coin: self.values.get(coin, sats)} if proves else {})
            if at in (psbt.sign or {}) or any(script in self.mine for _, script in shown):
                self.yours.add(coin)
        for psbt in self.psbts:
            sigs = [e.fields.get(b"\x07", self.script(psbt, at).script_sig) for at, e in enumerate(psbt.inputs)]
            psbt.txid = None if None in sigs else psbt.tx._replace(script_sigs=tuple(sigs)).txid()
        for psbt, at, entry in entries:
            have = self.signatures.setdefault(entry.coin, [])
            have += [s for s in self.signatures_of(psbt, at) if s not in have]
        self.frames = {psbt.tx.coins: self.signings(psbt.tx.coins) for psbt in self.psbts}
        self.ways = list(self.free_ways())

    def script(self, psbt: Psbt, at: int) -> Script:
        """What an input shows of its script."""
        return read_script(self.scripts.get(psbt.tx.coins[at]), psbt.inputs[at].fields)

    def asked(self, psbt: Psbt) -> list[int]:
        """The inputs that you are asked to sign."""
        named = psbt.sign
        return [at for at, c in enumerate(psbt.tx.coins) if (c in self.yours if named is None else at in named)]

    def sighash(self, psbt: Psbt, at: int) -> int:
        """The sighash that an input is to be signed with."""
        stated = (psbt.sign or {}).get(at, 0) or number(psbt.inputs[at].fields.get(b"\x03"))
        return stated or (0 if self.script(psbt, at).kind == "taproot" else 1)

    def signature(self, psbt: Psbt, at: int, sighash: int) -> Optional[Signature]:
        """The signature with this sighash, if there is one."""
        kind, tx, own = self.script(psbt, at).kind, psbt.tx, sighash & 0x80
        bits = 0x7F if kind == "taproot" else 0x1F
        demand = {2: "none", 3: "pair" if at < len(tx.outputs) else "past"}.get(sighash & bits, "whole")
        if kind == "taproot" and (sighash not in SIGHASHES | {0} or demand == "past"):
            return None
        outputs = {"pair": tx.outputs[at:at + 1], "whole": tx.outputs}.get(demand, ())
        return Signature(tx.coins[at], tx.rules, None if own else tx.coins, demand, outputs,
                         at if demand == "pair" and kind == "legacy" else None, kind)

    def signatures_of(self, psbt: Psbt, at: int) -> list[Signature]:
        """The signatures that others have of an input: those inside, and the one that you give."""
        sighashes = set(psbt.inputs[at].sighashes)
        if not sighashes or at in self.asked(psbt):
            sighashes.add(self.sighash(psbt, at))
        found = [self.signature(psbt, at, sighash) for sighash in sorted(sighashes)]
        return [signature for signature in found if signature and signature.coin in self.yours]

    def takes(self, coins: Iterable[Coin], outputs: Iterable[Output]) -> int:
        """The values of your coins among these, minus what outputs pay you."""
        return (sum(self.sats.get(coin, 0) for coin in coins if coin in self.yours)
                - sum(output.sats for output in outputs if output.script in self.mine))

    def signings(self, coins: tuple[Coin, ...]) -> list[dict[int, Signature]]:
        """All choices of signatures that are valid together in a transaction with these inputs."""
        found: list[dict[int, Signature]] = [{}]
        for at, coin in enumerate(coins):
            if coin in self.yours:
                found = [more for signing in found for s in self.signatures[coin] if s.inputs in (None, coins)
                         and fixed_outputs(more := {**signing, at: s}) is not None]
            if len(found) > MAX_WAYS:
                self.exact = False
                return [{}]
        return found

    def free_ways(self) -> Iterator[Way]:
        """Your signatures with inputs *own*: each alone, and the sets of them that share outputs."""
        own = [s for have in self.signatures.values() for s in have if s.inputs is None]
        yield from (Way({s.coin: s.index}, {s.index or 0: o for o in s.outputs}) for s in own if s.demand != "whole")
        for rules, outputs in {(s.rules, s.outputs) for s in own if s.demand == "whole"}:
            places: dict[Coin, list[Optional[int]]] = {}
            for s in own:
                if s.rules == rules and s.demand == "whole" and s.outputs == outputs:
                    places[s.coin] = [None]
                elif s.rules == rules and s.demand == "pair" and None not in places.get(s.coin, []):
                    places.setdefault(s.coin, []).extend(at for at in range(len(outputs)) if s.allows(at, outputs))
            chosen: list[dict[Coin, Optional[int]]] = [{}]
            for coin, spots in places.items():
                if len(chosen) <= MAX_WAYS:
                    chosen += [{**c, coin: at} for c in chosen for at in spots if at is None or at not in c.values()]
            if len(chosen) > MAX_WAYS:
                self.exact, chosen, outputs = False, [{coin: None} for coin in places], ()
            yield from (Way(one, dict(enumerate(outputs))) for one in chosen if None in one.values())

# ------------------------------------------------------------ the verdict: loss, fates, warnings
class Move(NamedTuple):
    """A transaction that others can bring about."""
    coins: frozenset[Coin]
    loss: int
    makes: Optional[str] = None     # its txid, where it is that of a PSBT

def moves(case: Case) -> list[Move]:
    """All transactions that count: for each set of coins the dearest."""
    found = [Move(frozenset(way.places), case.takes(way.places, way.outputs.values())) for way in case.ways]
    for coins, signings in case.frames.items():
        found += [Move(frozenset(coins), case.takes(coins, (fixed_outputs(one) or {}).values())) for one in signings]
    found += [Move(frozenset(psbt.tx.coins), case.takes(psbt.tx.coins, psbt.tx.outputs), psbt.txid)
              for psbt in case.psbts if any(makes(psbt, one) for one in case.frames[psbt.tx.coins])]
    spent = {coin.txid for move in found for coin in move.coins}
    dearest = {(move.coins, move.makes): move for move in sorted(found, key=lambda move: move.loss)}
    return [move for move in dearest.values() if move.loss > 0 or move.makes in spent]

def loss(case: Case) -> int:
    """The most that you can lose: the best choice of moves that spend no coin twice."""
    order = list(dict.fromkeys(coin for psbt in case.psbts for coin in psbt.tx.coins))
    makers = {coin.txid for coin in order} & {psbt.txid for psbt in case.psbts}
    starts: dict[Coin, list[Move]] = {}
    for move in moves(case):
        starts.setdefault(min(move.coins, key=order.index), []).append(move)
    seen: dict[Any, float] = {}

    def best(at: int, used: frozenset[Coin], needs: frozenset[str], made: frozenset[Optional[str]]) -> float:
        """The largest loss with the coins from `at` on; their values where there are too many choices."""
        if at == len(order):
            return 0 if needs <= made else float("-inf")
        state, coin = (at, used, needs, made), order[at]
        if state not in seen:
            if len(seen) > MAX_STATES:
                case.exact = False
                return case.takes(order[at:], ())
            seen[state] = max([best(at + 1, used - {coin}, needs, made)] + [
                move.loss + best(at + 1, (used | move.coins) - {coin}, needs | makers & {c.txid for c in move.coins},
                                 made | makers & {move.makes})
                for move in starts.get(coin, []) if coin not in used and not used & move.coins])
        return seen[state]
    return int(best(0, frozenset(), frozenset(), frozenset()))

def landing(outputs: dict[int, Output], at: int) -> Optional[int]:
    """The output where the sat `at` of all inputs lands; None for the fee, and where nothing fixes the outputs."""
    index = 0
    while index in outputs and at >= outputs[index].sats:
        at, index = at - outputs[index].sats, index + 1
    return index if index in outputs else None

def certain(case: Case, psbt: Psbt, at: int, signing: dict[int, Signature]) -> bool:
    """Whether the value of an input in front is certain."""
    coin = psbt.tx.coins[at]
    shown = {output.sats for p in case.psbts for entry in p.inputs if entry.coin == coin for output in entry.shown}
    if coin in case.known or len(shown) != 1:
        return case.known.get(coin) == case.sats.get(coin, 0)
    return any(s.kind == "taproot" and s.inputs or s.coin == coin and s.kind != "legacy" for s in signing.values())

def follow(case: Case, coin: Coin, offset: int, hops: int = 0) -> tuple[list[int], bool]:
    """What you are paid with each way out of a sat, and whether there is a way to you."""
    if hops > MAX_HOPS:
        return [0], False
    leaves, lands = [], False
    for psbt in case.psbts:
        coins = psbt.tx.coins
        if coin not in coins or not case.yours & set(coins):
            continue
        front = coins[:coins.index(coin)]
        sat = sum(case.sats.get(c, 0) for c in front) + offset
        for signing in case.frames[coins]:
            outputs = fixed_outputs(signing) or {}
            spot = landing(outputs, sat)
            sure = all(certain(case, psbt, at, signing) for at in range(len(front)))
            if not sure or spot is None or outputs[spot].script not in case.mine:
                leaves.append(-case.takes(set(coins) - {coin}, outputs.values()))
                continue
            lands, child = True, Coin(psbt.txid or "", spot)
            if case.signatures.get(child) and makes(psbt, signing):
                leaves += follow(case, child, sat - sum(outputs[at].sats for at in range(spot)), hops + 1)[0]
        if coin not in case.yours and any(s.inputs is None for c in coins for s in case.signatures[c]):
            leaves.append(0)
    for way in case.ways:
        if coin in way.places:
            spot = landing(way.outputs, offset) if way.places[coin] == 0 else None
            if spot is None or way.outputs[spot].script not in case.mine:
                leaves.append(-case.takes(set(way.places) - {coin}, way.outputs.values()))
    return leaves, lands

def fate(case: Case, name: str, coin: Coin, offset: int) -> dict[str, Any]:
    """What becomes of an inscription."""
    (leaves, lands), least = follow(case, coin, offset), 0
    if coin not in case.yours:
        text = "arrives" if lands and not leaves else "not assured"
    else:
        text, least = ("may leave", max(0, min(leaves))) if leaves else ("stays", 0)
    return {"name": name, "fate": text, "forAtLeastSats": least}

def input_warnings(case: Case, psbt: Psbt, at: int) -> Iterator[tuple[str, str]]:
    """What is wrong with an asked input."""
    entry, script, sighash = psbt.inputs[at], case.script(psbt, at), case.sighash(psbt, at)
    known, shown = case.known.get(entry.coin), {output.sats for output in entry.shown}
    signature, stated = case.signature(psbt, at, sighash), number(entry.fields.get(b"\x03"))
    signature = signature if sighash in SIGHASHES | {0} else None
    past = signature is not None and signature.demand == "past"
    checks = {
        "coin-mismatch": b"\x00" in entry.fields and not entry.proves or known is not None and shown - {known},
        "coin-missing": entry.coin not in case.sats,
        "unknown-script": (not shown or not script.keys) and entry.coin in case.sats and not script.leaf_missing,
        "leaf-not-in-output": script.leaf_missing,
        "two-paths": script.two_paths,
        "unknown-sighash": sighash not in SIGHASHES and sighash,
        "sighash-contradiction": stated and stated != sighash,
        "value-unproven": script.kind == "legacy" and not entry.proves and shown - {case.values.get(entry.coin)},
        "single-bug": past and script.kind == "legacy",
        "spent-twice": len(set(psbt.tx.coins)) < len(psbt.tx.coins),
        "outputs-open": signature and signature.demand == "none"}
    yield from ((code, "stop") for code, holds in checks.items() if holds)
    if script.kind == "v0" and known is None and len(case.yours & set(psbt.tx.coins)) > 1:
        yield "fee-can-lie", "warning"
    if signature and signature.demand != "none" and sighash > 1 and (past or script.keys < 2):
        yield "outputs-open", "warning"

def inscription_warning(item: dict[str, Any], expected: dict[str, Any]) -> Optional[str]:
    """What is wrong with the fate of an inscription."""
    name, gives, least = item["name"], expected.get("gives"), item["forAtLeastSats"]
    if item["fate"] != "may leave":
        wanted = item["fate"] == "not assured" and name in (expected.get("receives") or [])
        return "inscription-not-assured" if wanted else None
    if gives is not None and name not in gives:
        return "inscription-can-leave"
    if gives is None and least == 0:
        return "inscription-for-nothing"
    return "inscription-for-less" if least < (expected.get("forAtLeastSats") or {}).get(name, 0) else None

def judge(case: Case) -> dict[str, Any]:
    """The verdict."""
    most = loss(case)
    found = {warning for psbt in case.requests for at in case.asked(psbt) for warning in input_warnings(case, psbt, at)}
    found |= {warning for psbt in case.psbts for at, e in enumerate(psbt.inputs)
              if e.coin in case.yours and not (psbt in case.requests and at in case.asked(psbt))
              for warning in input_warnings(case, psbt, at) if warning[0] in OF_GIVEN}
    bounded = {code for code, _ in found} <= {"outputs-open"}       # every other one is a doubt
    fates = [fate(case, *inscription) for inscription in case.inscriptions if inscription[1] in case.signatures]
    found |= {(code, "stop") for code in (inscription_warning(item, case.expected) for item in fates) if code}
    found |= {("loss-above-expected", "stop")} if most > case.expected.get("losesAtMostSats", most) else set()
    found |= set() if case.exact else {("too-many-signatures", "warning")}
    return {"lossSats": most if bounded else None, "isBounded": bounded, "isExact": case.exact, "inscriptions": fates,
            "warnings": [{"code": code, "severity": severity} for code, severity in sorted(found)]}

# ------------------------------------------------------------ the attacks, and the comparison
def faults(case: Case, attack: dict[str, Any], verdict: dict[str, Any]) -> Iterator[str]:
    """Where a stored attack is not what the document says: each input of yours needs a signature that others have."""
    lawless = {"single-bug", "unknown-sighash"} & {warning["code"] for warning in verdict["warnings"]}
    takes, sats, moved = 0, {}, {}
    for stored in attack["transactions"]:
        tx, prevouts = read_transaction(bytes.fromhex(stored["hex"])), stored["prevouts"]
        if tx.txid() != stored["txid"] or tx.coins != tuple(Coin(p["txid"], p["vout"]) for p in prevouts):
            yield f"{stored['txid']} is not its transaction"
        for at, (coin, prevout) in enumerate(zip(tx.coins, prevouts)):
            sats[coin], moved[coin] = prevout["valueSats"], (tx, stored["txid"])
            if prevout["isYours"]:
                takes += prevout["valueSats"]
                if not lawless and not any(s.valid(at, tx) for s in case.signatures.get(coin, [])):
                    yield f"input {at} of {stored['txid']} needs a signature that others do not have"
        takes += case.takes((), tx.outputs)
    most = verdict["lossSats"] if attack["node"]["accepted"] and verdict["isBounded"] else None
    if takes != attack["takesSats"]:
        yield f"takes {takes}, not {attack['takesSats']}"
    if most is not None and (takes > most or "loss" in attack["shows"] and takes < most):
        yield f"takes {takes}, where the verdict says {most}"
    for name, coin, offset in case.inscriptions:
        if name in attack["shows"] and stays(case, coin, offset, moved, sats):
            yield f"{name} does not leave"

def stays(case: Case, coin: Coin, offset: int, moved: dict[Coin, Any], sats: dict[Coin, int]) -> bool:
    """Whether a sat is at a script of yours after some transactions (those that spend the coins `moved`)."""
    script: Optional[bytes] = next(iter(case.mine)) if coin in case.yours else None
    while coin in moved:
        tx, txid = moved[coin]
        sat = sum(sats[c] for c in tx.coins[:tx.coins.index(coin)]) + offset
        spot = landing(dict(enumerate(tx.outputs)), sat)
        if spot is None:
            return False
        script, coin, offset = tx.outputs[spot].script, Coin(txid, spot), sat - sum(o.sats for o in tx.outputs[:spot])
    return script in case.mine

def differences(vector: dict[str, Any]) -> list[str]:
    """What differs from the vector."""
    case, want, attacks = Case(vector), dict(vector["verdict"]), vector["attacks"]
    got = judge(case)
    least = max((attack["takesSats"] for attack in attacks if attack["node"]["accepted"]), default=0)
    if not want["isExact"] and want["isBounded"] and got["isBounded"] and least <= got["lossSats"] <= want["lossSats"]:
        for verdict in got, want:       # where the expected loss is not exact, another judge may say less
            verdict.update(lossSats=least, isExact=False, warnings=[
                w for w in verdict["warnings"] if w["code"] not in ("loss-above-expected", "too-many-signatures")])
    wrong = [f"attack {at}: {fault}" for at, attack in enumerate(attacks) for fault in faults(case, attack, want)]
    return wrong + [f"{key}: {got[key]}, expected {want[key]}" for key in want if got[key] != want[key]]

def main(paths: list[str]) -> int:
    """Judges the vectors of all files."""
    vectors = [vector for path in paths for vector in json.loads(Path(path).read_text("utf-8"))["vectors"]]
    wrong = {vector["name"]: found for vector in vectors if (found := differences(vector))}
    for name, found in wrong.items():
        print(f"{name}:", *found, sep="\n  ")
    print(f"agreed {len(vectors) - len(wrong)} of {len(vectors)}")
    return 1 if wrong else 0

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
