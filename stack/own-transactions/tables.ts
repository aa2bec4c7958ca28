/** The service's own tables, signed by all their parties, as transactions of this suite. */

import { bytesToHex, hexToBytes } from '@ordbook/protocol/bitcoin/bytes';
import { complete } from '@ordbook/protocol/bitcoin/witness';
import type { Layout } from '@ordbook/protocol/layout/layout';
import { spendingOf } from '@ordbook/protocol/locks/lock';
import { p2trLock } from '@ordbook/protocol/locks/p2tr';
import type { Party } from '@ordbook/protocol/locks/spending';
import { RawTx } from '@scure/btc-signer/script.js';
import { taprootTweakPrivKey } from '@scure/btc-signer/utils.js';
import { type Coin, type Sent, sentAs } from '../../devnode/stack/differential/build.ts';
import type { Lab } from '../../devnode/stack/differential/lab.ts';
import { rawLock } from '../../devnode/stack/differential/locks.ts';
import { publicKey, secret, signInputsWith, xOnly } from '../../protocol/test/parties.ts';

const SELLERS = Array.from({ length: 20 }, (_, index) => `seller ${index + 1}`);
const SIGNERS = ['market', 'anchor', 'gate', 'policy', 'buyer', 'other buyer', 'maker', 'seller', ...SELLERS];

/** By every key that a lock can name, hex: the secret that signs for it. */
const SECRETS = new Map(
  SIGNERS.flatMap((name) => [
    [publicKey(name), secret(name)],
    [xOnly(name), secret(name)],
    [p2trLock(xOnly(name)).outputKey, taprootTweakPrivKey(secret(name))],
  ]),
);

/** Signs every input for every party that the table names. */
export function signed(table: Layout): Sent {
  const asked = table.inputs.flatMap(({ lock, signs }, inputIndex) =>
    (Object.keys(signs) as Party[]).map((party) => ({
      party,
      inputIndex,
      key: spendingOf(lock).keyOf(party)!,
    })),
  );
  const signatures: { [party in Party]?: { inputIndex: number; signature: string }[] } = {};
  for (const { party, inputIndex, key } of asked) {
    const only = {
      ...table,
      inputs: table.inputs.map((input, i) => (i === inputIndex ? input : { ...input, signs: {} })),
    };
    signatures[party] = [...(signatures[party] ?? []), ...signInputsWith(only, party, SECRETS.get(key)!)];
  }
  return sentAs(hexToBytes(complete(table, signatures).hex));
}

type Raw = ReturnType<typeof RawTx.decode>;

/** A finished transaction with something changed under its signatures. */
export function edited(tx: Sent, change: (raw: Raw) => Partial<Raw>): Sent {
  const raw = RawTx.decode(hexToBytes(tx.hex));
  return sentAs(RawTx.encode({ ...raw, ...change(raw) }));
}

/** Output `index` with `sats` more. */
export function paysMore(tx: Sent, index: number, sats: number): Sent {
  return edited(tx, ({ outputs }) => ({
    outputs: outputs.map((output, i) =>
      i === index ? { ...output, amount: output.amount + BigInt(sats) } : output,
    ),
  }));
}

/** Input `index` with another witness, made from its own; items are hex. */
export function rewitnessed(tx: Sent, index: number, change: (items: string[]) => string[]): Sent {
  return edited(tx, ({ witnesses = [] }) => ({
    witnesses: witnesses.map((items, i) =>
      i === index ? change(items.map((item) => bytesToHex(item))).map((item) => hexToBytes(item)) : items,
    ),
  }));
}

/** The witness of input `index`; items are hex. */
export function witnessOf(tx: Sent, index: number): string[] {
  const { witnesses = [] } = RawTx.decode(hexToBytes(tx.hex));
  return (witnesses[index] ?? []).map((item) => bytesToHex(item));
}

/**
 * The passthrough at `index` with the seller's signature of another transaction: what a seller never signed.
 */
export function sellerSigned(tx: Sent, index: number, other: Sent): Sent {
  const signature = witnessOf(other, index)[1]!;
  return rewitnessed(tx, index, ([market, _seller, ...rest]) => [market!, signature, ...rest]);
}

/** Confirmed coins of one value on scripts (hex). */
export function coinsOn(lab: Lab, scripts: readonly string[], valueSats: number) {
  return lab
    .coins(
      scripts.map((script) => rawLock(hexToBytes(script))),
      valueSats,
    )
    .then((coins) => coins.map(utxo));
}

export async function coinOn(lab: Lab, script: string, valueSats: number) {
  return (await coinsOn(lab, [script], valueSats))[0]!;
}

export function utxo({ txid, vout, sats }: Coin) {
  return { txid, vout, valueSats: sats };
}
