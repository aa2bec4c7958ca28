import { sha256 } from '@scure/btc-signer/utils.js';
import { MANDATORY_FLAGS, STANDARD_FLAGS } from '../../src/script/flags.ts';
import { hash160 } from '../../src/script/hashes.ts';
import { OP } from '../../src/script/opcodes.ts';
import { pushOf } from '../../src/script/script-bytes.ts';
import { parseTransaction } from '../../src/transaction/parse.ts';
import type { Transaction } from '../../src/transaction/transaction.ts';
import { creditAndSpend, oneLeaf, scriptPair } from '../../test/script/support/credit-and-spend.ts';
import {
  ALL_FLAGS,
  fillFlags,
  flagsOf,
  outputFromHex,
  readVectorLines,
  readVectors,
} from '../../test/script/support/vectors.ts';
import { hex } from './hex.ts';
import type { Spend } from './judge/core-judge.ts';
import type { Random } from './random.ts';

interface Asset {
  readonly tx: string;
  readonly prevouts: string[];
  readonly index: number;
  readonly success?: { scriptSig: string; witness: string[] };
  readonly failure?: { scriptSig: string; witness: string[] };
}

/** The published spends that mutations start from, and the scripts in them. */
export function seeds(): { spends: Spend[]; scripts: Uint8Array[] } {
  const spends: Spend[] = [];
  const scripts: Uint8Array[] = [];
  for (const row of readVectors<(string | (string | number)[])[][]>('script_tests.json')) {
    if (row.length <= 3) continue;
    const pair = scriptPair(row);
    const { tx, spent } = creditAndSpend(pair);
    spends.push({ tx, index: 0, spent: [spent], flags: fillFlags(flagsOf(pair.flags)) });
    scripts.push(pair.scriptPubKey, pair.scriptSig, ...pair.witness.slice(-2));
  }
  for (const asset of readVectorLines<Asset>('taproot-ref.jsonl')) {
    const unsigned = parseTransaction(hex.decode(asset.tx));
    const spent = asset.prevouts.map(outputFromHex);
    for (const satisfaction of [asset.success, asset.failure]) {
      if (!satisfaction) continue;
      const witness = satisfaction.witness.map((item) => hex.decode(item));
      const changed = { scriptSig: hex.decode(satisfaction.scriptSig), witness };
      const inputs = unsigned.inputs.map((input, at) =>
        at === asset.index ? { ...input, ...changed } : input,
      );
      spends.push({ tx: { ...unsigned, inputs }, index: asset.index, spent, flags: STANDARD_FLAGS });
      if (witness.length > 1) scripts.push(witness.at(-2)!);
    }
  }
  return { spends, scripts: scripts.filter(({ length }) => length > 0 && length < 2000) };
}

const OPCODES = Object.values(OP);

/**
 * One spend: a published one with something changed, or a script of pieces under a lock that commits to it.
 */
export function nextSpend(random: Random, { spends, scripts }: ReturnType<typeof seeds>): Spend {
  const flags = fillFlags(
    random.pick([MANDATORY_FLAGS, STANDARD_FLAGS, ALL_FLAGS, random.below(1 << 21), MANDATORY_FLAGS]),
  );
  return random.once(3) ? wrapped(random, scripts, flags) : mutated(random, random.pick(spends), flags);
}

function mutated(random: Random, spend: Spend, flags: number): Spend {
  let { tx, spent } = spend;
  for (let times = 1 + random.below(2); times > 0; times--) {
    const input = tx.inputs[spend.index]!;
    const changed = (change: Partial<typeof input>): Transaction => ({
      ...tx,
      inputs: tx.inputs.map((each, at) => (at === spend.index ? { ...each, ...change } : each)),
    });
    const { witness, scriptSig } = input;
    switch (random.below(9)) {
      case 0:
        tx = changed({ scriptSig: edited(random, scriptSig) });
        break;
      case 1:
      case 2:
      case 3:
        if (witness.length === 0) break;
        tx = changed({ witness: replaced(random, witness) });
        break;
      case 4:
        tx = changed({ witness: [...witness, random.bytes(random.below(40))] });
        break;
      case 5:
        tx = changed({ witness: witness.slice(0, random.below(witness.length + 1)) });
        break;
      case 6:
        spent = spent.map((output, at) =>
          at === spend.index ? { ...output, script: edited(random, output.script) } : output,
        );
        break;
      case 7:
        tx = random.once(2)
          ? changed({ sequence: random.pick([0, 1, 0x400001, 0xfffffffe, 0xffffffff, 0x80000000]) })
          : { ...tx, lockTime: random.pick([0, 1, 499_999_999, 500_000_000, 0xffffffff]) };
        break;
      default:
        tx = { ...tx, version: random.pick([0, 1, 2, 3, 0x80000000]) };
    }
  }
  return { tx, spent, index: spend.index, flags };
}

function replaced(random: Random, witness: readonly Uint8Array[]): Uint8Array[] {
  const at = random.below(witness.length);
  return witness.map((item, index) => (index === at ? edited(random, item) : item));
}

/** Bytes with one flipped, cut, inserted or replaced by an opcode. */
function edited(random: Random, bytes: Uint8Array): Uint8Array {
  const at = random.below(bytes.length + 1);
  switch (random.below(5)) {
    case 0: {
      const copy = Uint8Array.from(bytes);
      if (at < copy.length) copy[at]! ^= 1 << random.below(8);
      return copy;
    }
    case 1:
      return bytes.slice(0, at);
    case 2:
      return Uint8Array.of(...bytes.slice(0, at), random.pick(OPCODES), ...bytes.slice(at));
    case 3: {
      const copy = Uint8Array.from(bytes);
      if (at < copy.length) copy[at] = random.pick(OPCODES);
      return copy;
    }
    default:
      return Uint8Array.of(...bytes.slice(0, at), ...random.bytes(1 + random.below(3)), ...bytes.slice(at));
  }
}

/** Opcodes, pushes, and parts of published scripts. */
function composed(random: Random, scripts: readonly Uint8Array[]): Uint8Array {
  const parts: number[] = [];
  for (let pieces = 1 + random.below(12); pieces > 0; pieces--) {
    const kind = random.below(6);
    if (kind < 3) parts.push(random.pick(OPCODES));
    else if (kind === 3) parts.push(OP.OP_1 + random.below(16));
    else if (kind === 4) parts.push(...pushOf(random.bytes(random.pick([0, 1, 2, 4, 5, 20, 32, 33, 64]))));
    else parts.push(...edited(random, random.pick(scripts)).slice(0, 200));
  }
  return Uint8Array.from(parts.slice(0, 3000));
}

function wrapped(random: Random, scripts: readonly Uint8Array[], flags: number): Spend {
  const script = random.once(4) ? edited(random, random.pick(scripts)) : composed(random, scripts);
  const stack = Array.from({ length: random.below(5) }, () =>
    random.pick([new Uint8Array(), Uint8Array.of(1), Uint8Array.of(0x81), random.bytes(random.below(70))]),
  );
  const pushes = Uint8Array.from(stack.flatMap((item) => [...pushOf(item)]));
  const none = new Uint8Array();
  const locked = (scriptPubKey: Uint8Array, scriptSig: Uint8Array, witness: readonly Uint8Array[]): Spend => {
    const { tx, spent } = creditAndSpend({ witness, valueSats: 1000, scriptSig, scriptPubKey });
    return { tx, spent: [spent], index: 0, flags };
  };
  switch (random.below(5)) {
    case 0:
      return locked(script, pushes, []);
    case 1: {
      const scriptPubKey = Uint8Array.of(0xa9, 20, ...hash160(script), 0x87);
      return locked(scriptPubKey, Uint8Array.of(...pushes, ...pushOf(script)), []);
    }
    case 2:
      return locked(Uint8Array.of(0, 32, ...sha256(script)), none, [...stack, script]);
    default: {
      const version = random.once(20) ? 0xc0 + 2 * random.below(32) : 0xc0;
      const { outputKey, leaf, control } = oneLeaf(script, version);
      return locked(Uint8Array.of(0x51, 32, ...outputKey), none, [...stack, leaf, control]);
    }
  }
}
