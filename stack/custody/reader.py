"""A second reader of custody proofs, written from docs/protocol/custody.md alone. Python 3, standard library only."""
import json
import os
import re
import sys
from hashlib import sha256
from types import SimpleNamespace as Record

NETWORKS = ["mainnet", "testnet", "signet", "regtest"]
MAX_BYTES, MAX_MOVES, MAX_HEADERS, MAX_PATH = 1_000_000, 256, 144, 20
MAX_VALUE = 2_100_000_000_000_000
ZERO = bytes(32)


class Fault(Exception):
    """The proof is refused; the argument is the code."""


def need(condition, code):
    if not condition:
        raise Fault(code)


def sha256d(data):
    return sha256(sha256(data).digest()).digest()


# ---- The bytes

class Cursor:
    """Reads little-endian fields; whatever is missing or not in its shortest form is `malformed`."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, count):
        need(self.at + count <= len(self.data), "malformed")
        self.at += count
        return self.data[self.at - count:self.at]

    def number(self, count):
        return int.from_bytes(self.take(count), "little")

    def size(self):
        first = self.number(1)
        if first < 0xFD:
            return first
        need(first != 0xFF, "malformed")
        value = self.number(2 if first == 0xFD else 4)
        need(value >= (0xFD if first == 0xFD else 0x10000), "malformed")
        return value

    def sized(self):
        return self.take(self.size())

    def list(self, element, limit=None, code="malformed"):
        count = self.size()
        need(limit is None or count <= limit, code)
        return [element() for _ in range(count)]

    def end(self):
        need(self.at == len(self.data), "malformed")


def parse_proof(data, network=None):
    """Step 1. The fields of a proof; `network` None takes any known one."""
    need(len(data) <= MAX_BYTES, "malformed")
    c = Cursor(data)
    need(c.take(4) == b"cust" and c.take(1) == b"\x01", "malformed")
    number = c.number(1)
    need(number < len(NETWORKS) and network in (None, NETWORKS[number]), "wrong_network")
    proof = {"network": NETWORKS[number], "reveal": c.sized(), "position": c.size(), "coinbase": c.sized()}
    proof["coinbasePath"] = c.list(lambda: c.take(32), MAX_PATH)
    proof["revealPath"] = c.list(lambda: c.take(32), MAX_PATH)
    proof["headers"] = c.list(lambda: c.take(80), MAX_HEADERS)
    proof["previous"] = c.list(c.sized)
    proof["moves"] = c.list(lambda: {"transaction": c.sized(), "previous": c.list(c.sized)},
                            MAX_MOVES, "too_many_moves")
    c.end()
    return proof


def to_json(data):
    """The JSON twin of the bytes of a proof."""
    def show(value):
        if isinstance(value, bytes):
            return value.hex()
        if isinstance(value, list):
            return [show(element) for element in value]
        return {k: show(v) for k, v in value.items()} if isinstance(value, dict) else value
    return show(parse_proof(data))


def from_json(twin):
    """The bytes of a JSON twin."""
    def size(n):
        if n < 0xFD:
            return bytes([n])
        return b"\xfd" + n.to_bytes(2, "little") if n < 0x10000 else b"\xfe" + n.to_bytes(4, "little")

    def sized(text):
        return size(len(text) // 2) + bytes.fromhex(text)

    def many(elements, form):
        return size(len(elements)) + b"".join(map(form, elements))
    return (b"cust\x01" + bytes([NETWORKS.index(twin["network"])]) + sized(twin["reveal"]) + size(twin["position"])
            + sized(twin["coinbase"])
            + b"".join(many(twin[key], bytes.fromhex) for key in ("coinbasePath", "revealPath", "headers"))
            + many(twin["previous"], sized)
            + many(twin["moves"], lambda m: sized(m["transaction"]) + many(m["previous"], sized)))


# ---- Transactions

def parse_tx(data, witnesses):
    """A transaction; one with the marker `00 01` only where witnesses are expected."""
    c = Cursor(data)
    version = c.take(4)
    marked = witnesses and data[4:6] == b"\x00\x01"
    if marked:
        c.take(2)
    start = c.at
    inputs = c.list(lambda: Record(txid=c.take(32), vout=c.number(4), script=c.sized(), sequence=c.take(4), witness=[]))
    outputs = c.list(lambda: Record(value=c.number(8), script=c.sized()))
    need(inputs and outputs and all(o.value <= MAX_VALUE for o in outputs), "malformed")
    body = data[start:c.at]
    if marked:
        for txin in inputs:
            txin.witness = c.list(c.sized)
        need(any(txin.witness for txin in inputs), "malformed")
    plain = version + body + c.take(4)
    c.end()
    return Record(inputs=inputs, outputs=outputs, plain=plain, txid=sha256d(plain), wtxid=sha256d(data))


# ---- The block

def merkle_root(leaf, place, path):
    """The root over a path, or None when the place does not fit into the tree."""
    for sibling in path:
        leaf = sha256d(sibling + leaf if place & 1 else leaf + sibling)
        place >>= 1
    return leaf if place == 0 else None


def target_of(bits):
    exponent, mantissa = bits >> 24, bits & 0x7FFFFF
    if bits & 0x800000 or exponent > 32:
        return 0
    return mantissa << 8 * (exponent - 3) if exponent >= 3 else mantissa >> 8 * (3 - exponent)


def check_block(proof, reveal, coinbase, network, depth):
    """Steps 4 to 10: the reveal, with its witness, is in a block that has work on it."""
    place, path = proof["position"], proof["revealPath"]
    need(place != 0 and len(path) == len(proof["coinbasePath"]), "not_in_block")
    root = merkle_root(reveal.wtxid, place, path)
    need(root is not None, "not_in_block")
    first = coinbase.inputs[0]
    need(len(coinbase.inputs) == 1 and first.txid == ZERO, "not_in_block")
    need(len(first.witness) == 1 and len(first.witness[0]) == 32, "not_in_block")
    marked = [o.script for o in coinbase.outputs
              if len(o.script) >= 38 and o.script.startswith(bytes.fromhex("6a24aa21a9ed"))]
    need(marked and marked[-1][6:38] == sha256d(root + first.witness[0]), "not_in_block")
    headers = proof["headers"]
    need(headers and headers[0][36:68] == merkle_root(coinbase.txid, 0, proof["coinbasePath"]), "not_in_block")
    need(len(headers) >= depth, "not_buried")
    for at, header in enumerate(headers):
        name, target = sha256d(header), target_of(int.from_bytes(header[72:76], "little"))
        need(int.from_bytes(name, "little") <= target, "no_work")
        need(network != "mainnet" or target * 30 * 10**12 <= 0xFFFF << 208, "no_work")
        need(at + 1 == len(headers) or headers[at + 1][4:36] == name, "no_work")
    script = first.script
    need(script and (0x51 <= script[0] <= 0x60 or
                     1 <= script[0] <= 4 and len(script) > script[0] and script[script[0]] < 0x80), "not_in_block")


# ---- Envelopes

def operations(script):
    """The operations of a script: pairs of opcode and pushed bytes (None when it is no push), or None."""
    found, at = [], 0
    while at < len(script):
        opcode, data = script[at], None
        at += 1
        if opcode <= 0x4E:
            width = {0x4C: 1, 0x4D: 2, 0x4E: 4}.get(opcode, 0)
            count = int.from_bytes(script[at:at + width], "little") if width else opcode
            if at + width + count > len(script):
                return None
            data = script[at + width:at + width + count]
            at += width + count
        found.append((opcode, data))
    return found


def envelopes_of_script(script):
    """The values of each envelope of a script."""
    ops, found, at = operations(script) or [], [], 0
    while at < len(ops):
        at += 1
        if ops[at - 1][1] != b"" or at == len(ops) or ops[at][0] != 0x63:
            continue
        at += 1
        if at == len(ops) or ops[at][1] != b"ord":
            continue
        at, values, open_ = at + 1, [], True
        while open_ and at < len(ops):
            opcode, data = ops[at]
            at += 1
            if data is not None:
                values.append(data)
            elif opcode == 0x4F:
                values.append(b"\x81")
            elif 0x51 <= opcode <= 0x60:
                values.append(bytes([opcode - 0x50]))
            else:
                open_ = False
                if opcode == 0x68:
                    found.append(values)
    return found


def envelope_of(values, number):
    """The fields of an envelope: tags with their values, in order. `number` is that of its input."""
    end = next((at for at in range(0, len(values), 2) if values[at] == b""), len(values))
    fields = {}
    for at in range(0, end - 1, 2):
        fields.setdefault(values[at], []).append(values[at + 1])
    pointers = fields.get(b"\x02", [])
    pointer = int.from_bytes(pointers[0], "little") if pointers else None
    return Record(input=number, fields=fields, pointer=pointer if pointers and pointer < 2**53 else None,
                  unknown_even=len(pointers) > 1 or any(tag[0] % 2 == 0 and tag != b"\x02" for tag in fields),
                  parents=[i for i in map(id_of_value, fields.get(b"\x03", [])) if i],
                  properties=b"".join(fields.get(b"\x11", [])), encoding=fields.get(b"\x13", [None])[0])


def id_of_value(value):
    """The inscription id in a parent's value, or None."""
    index = value[32:]
    if not 32 <= len(value) <= 36 or 1 <= len(index) <= 3 and index[-1] == 0:
        return None
    return f"{value[31::-1].hex()}i{int.from_bytes(index, 'little')}"


def envelopes(tx):
    """All envelopes of a transaction; the place in the list is the index in the id."""
    found = []
    for number, txin in enumerate(tx.inputs):
        items = txin.witness
        back = 3 if len(items) >= 2 and items[-1][:1] == b"\x50" else 2
        if len(items) >= back:
            found += [envelope_of(values, number) for values in envelopes_of_script(items[-back])]
    return found


# ---- The reader

def values_spent(inputs, previous):
    """Steps 14 and 18: the values of these inputs, from the transactions that they spend."""
    need(len(previous) == len(inputs), "wrong_previous")
    values = []
    for txin, data in zip(inputs, previous):
        tx = parse_tx(data, False)
        need(tx.txid == txin.txid and txin.vout < len(tx.outputs), "wrong_previous")
        values.append(tx.outputs[txin.vout].value)
    return values


def settle(tx, position):
    """Where the sat at a position of the inputs is, among the outputs."""
    for vout, output in enumerate(tx.outputs):
        if position < output.value:
            return Record(txid=tx.txid, vout=vout, offset=position, value=output.value)
        position -= output.value
    raise Fault("spent_as_fee")


def follow(data, inscription_id, outpoint, network, depth):
    """All steps. The place, the reveal and its envelope; else a Fault."""
    proof = parse_proof(data, network)
    reveal, coinbase = parse_tx(proof["reveal"], True), parse_tx(proof["coinbase"], True)
    need(len(proof["reveal"]) != 64 and len(coinbase.plain) != 64, "ambiguous_transaction")
    check_block(proof, reveal, coinbase, network, depth)
    prefix = reveal.txid[::-1].hex() + "i"
    index = inscription_id[len(prefix):]
    need(inscription_id.startswith(prefix) and re.fullmatch("0|[1-9][0-9]*", index), "other_inscription")
    found = envelopes(reveal)
    need(len(index) <= 10 and int(index) < len(found), "not_revealed")
    envelope = found[int(index)]
    need(all(txin.txid != ZERO for txin in reveal.inputs), "not_revealed")
    values = values_spent(reveal.inputs[:envelope.input + 1], proof["previous"])
    need(values[-1] > 0 and not envelope.unknown_even, "unbound")
    pointed = envelope.pointer is not None and envelope.pointer < sum(o.value for o in reveal.outputs)
    place = settle(reveal, envelope.pointer if pointed else sum(values[:-1]))
    for move in proof["moves"]:
        tx = parse_tx(move["transaction"], False)
        ours = next((n for n, i in enumerate(tx.inputs) if (i.txid, i.vout) == (place.txid, place.vout)), None)
        need(ours is not None, "broken_move")
        place = settle(tx, sum(values_spent(tx.inputs[:ours], move["previous"])) + place.offset)
    need(outpoint in (None, {"txid": place.txid[::-1].hex(), "vout": place.vout}), "other_place")
    return place, reveal, envelope


def read_custody(proof, inscription_id, outpoint, network, depth=6):
    """("place", {txid, vout, offset, valueSats}) or ("code", code). `outpoint` is {txid, vout} or None."""
    try:
        place = follow(proof, inscription_id, outpoint, network, depth)[0]
    except Fault as fault:
        return "code", fault.args[0]
    return "place", {"txid": place.txid[::-1].hex(), "vout": place.vout, "offset": place.offset,
                     "valueSats": place.value}


# ---- Membership

def read_child(child, child_id, outpoint, parent, parent_id, network, depth=6):
    """("member", True) when the child was revealed with its parent, or ("code", code)."""
    try:
        _, reveal, envelope = follow(child, child_id, outpoint, network, depth)
        place, _, _ = follow(parent, parent_id, None, network, depth)
        spent = any((i.txid, i.vout) == (place.txid, place.vout) for i in reveal.inputs)
        need(spent and parent_id in envelope.parents, "not_a_member")
    except Fault as fault:
        return "code", fault.args[0]
    return "member", True


def read_gallery_item(gallery, gallery_id, item_id, network, depth=6):
    """("member", True) when the gallery lists the item, or ("code", code)."""
    try:
        _, _, envelope = follow(gallery, gallery_id, None, network, depth)
        need(envelope.encoding is None, "unreadable_gallery")
        need(item_id in gallery_items(envelope.properties), "not_a_member")
    except Fault as fault:
        return "code", fault.args[0]
    return "member", True


def cbor(data, at=0):
    """One CBOR value of any form and the place after it; a map is a tuple of pairs, a break is `cbor`."""
    first, at = data[at], at + 1
    major, info = first >> 5, first & 31
    size = {24: 1, 25: 2, 26: 4, 27: 8}.get(info, 0)
    if at + size > len(data) or 28 <= info <= 30 or info == 31 and major in (0, 1, 6):
        raise ValueError
    n, at = int.from_bytes(data[at:at + size], "big") if size else info, at + size
    if major < 2:
        return (-1 - n if major else n), at
    if major == 6:
        content, at = cbor(data, at)
        if content is cbor:
            raise ValueError
        return ("tag", n, content), at
    if major == 7:
        return (cbor if info == 31 else None if first == 0xF6 else ("simple", first, n)), at
    if major < 4 and info != 31:
        if at + n > len(data):
            raise ValueError
        return (data[at:at + n] if major == 2 else ("text", data[at:at + n], None)), at + n
    elements, count = [], (None if info == 31 else n * 2 if major == 5 else n)
    while count is None or len(elements) < count:
        element, at = cbor(data, at)
        if element is cbor:
            if count is None:
                break
            raise ValueError
        elements.append(element)
    if major == 2:
        return b"".join(elements), at
    if major == 3:
        return ("text", elements, None), at
    if major == 4:
        return elements, at
    if len(elements) % 2:
        raise ValueError
    return {"map": list(zip(elements[::2], elements[1::2]))}, at


def whole_keys(value):
    """A CBOR map of whole numbers as a dictionary; the last of equal keys counts."""
    need(isinstance(value, dict) and all(type(key) is int for key, _ in value["map"]), "unreadable_gallery")
    return dict(value["map"])


def gallery_items(properties):
    """The ids that a gallery lists."""
    try:
        value, end = cbor(properties)
        need(end == len(properties), "unreadable_gallery")
    except (ValueError, IndexError, TypeError, RecursionError):
        raise Fault("unreadable_gallery") from None
    outer = whole_keys(value)
    listed, txids = outer.get(0, []), outer.get(2, b"")
    need(isinstance(listed, list) and isinstance(txids, bytes), "unreadable_gallery")
    ids = []
    for at, item in enumerate(map(whole_keys, listed)):
        own, index = item.get(0), item.get(2)
        index = 0 if index is None else index
        need(own is None or isinstance(own, bytes) and id_of_value(own), "unreadable_gallery")
        need(type(index) is int and 0 <= index < 2**32, "unreadable_gallery")
        txid = txids[32 * at:32 * at + 32]
        ids.append(f"{txid[::-1].hex()}i{index}" if len(txid) == 32 else own and id_of_value(own))
    return ids if all(ids) else []


# ---- The vectors

def main():
    """Compare every vector; one line for each that differs."""
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "vectors.json")
    with open(sys.argv[1] if len(sys.argv) > 1 else beside, encoding="utf-8") as file:
        vectors = json.load(file)
    agree = 0
    for v in vectors:
        data, wrong = bytes.fromhex(v["proof"]), []
        asked = ("place", v["place"]) if "place" in v else ("code", v["code"])
        got = read_custody(data, v["inscriptionId"], v["outpoint"], v["network"], v["depth"])
        if got != asked:
            wrong.append(f"asked {asked}, got {got}")
        if "json" in v:
            if json.dumps(to_json(data)) != json.dumps(v["json"]):
                wrong.append("the JSON twin of the bytes differs")
            if from_json(v["json"]) != data:
                wrong.append("the bytes of the JSON twin differ")
        agree += not wrong
        for line in wrong:
            print(f"{v['name']}: {line}")
    print(f"{agree} of {len(vectors)} agree")
    return 0 if agree == len(vectors) else 1


if __name__ == "__main__":
    sys.exit(main())
