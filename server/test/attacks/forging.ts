/**
 * What an attacker has: tables of any shape, signatures from anywhere, and no wish to verify before sending. Keys are those of `parties.ts`,
 * by name.
 */

import { bytesToHex, concatBytes, hexToBytes } from '@ordbook/protocol/bitcoin/bytes';
import { sighashOf } from '@ordbook/protocol/bitcoin/sighash';
import { tapTweak } from '@ordbook/protocol/bitcoin/taproot';
import { type Completed, type Signatures, witnessOf } from '@ordbook/protocol/bitcoin/witness';
import {
  inputsOf,
  type Layout,
  layout,
  layoutTxid,
  type Pay,
  row,
  SIGHASHES,
  type Spend,
  spend,
} from '@ordbook/protocol/layout/layout';
import type { Rule } from '@ordbook/protocol/layout/rules';
import type { InputSignature } from '@ordbook/protocol/layout/terms';
import type { LeafLock } from '@ordbook/protocol/locks/leaf';
import { type Lock, spendingOf } from '@ordbook/protocol/locks/lock';
import { p2trOutputLock } from '@ordbook/protocol/locks/p2tr';
import type { Party } from '@ordbook/protocol/locks/spending';
import type { Utxo } from '@ordbook/protocol/outpoint';
import { RawTx } from '@scure/btc-signer';
import { signECDSA } from '@scure/btc-signer/utils.js';
import { pointFromScalar, privateAdd, privateNegate, signSchnorr } from 'tiny-secp256k1';
import { secret } from '../../../protocol/test/parties.ts';
import { marketSigner } from '../../src/signer/market/market-signer.ts';
import { keyPathSecret } from '../../src/signer/signing/keys.ts';
import { SIGNER_OPTIONS } from '../signer/requests.ts';

/** The unmodified signer. Its public keys are `KEYS`. */
export const honestSigner = (options: Partial<Parameters<typeof marketSigner>[0]> = {}) =>
  marketSigner({ ...SIGNER_OPTIONS, ...options });

/** What the key of `name` signs of a table, on the inputs that are `party`'s and in the way that the table says. */
export function signedAs(table: Layout, party: Party, name: string): InputSignature[] {
  return inputsOf(table, party).map((inputIndex) => {
    const { lock, signs } = table.inputs[inputIndex]!;
    const sighash = signs[party]!;
    return { inputIndex, signature: signatureOf(lock, sighashOf(table, inputIndex, sighash), sighash, name) };
  });
}

function signatureOf(lock: Lock, hash: Uint8Array, sighash: keyof typeof SIGHASHES, name: string): string {
  const isSchnorr = lock.type === 'leaf' || lock.type === 'p2tr';
  const own = lock.type === 'p2tr' ? keyPathSecret(secret(name)) : secret(name);
  const type = sighash === 'DEFAULT' ? [] : [SIGHASHES[sighash]];
  const made = isSchnorr ? signSchnorr(hash, own) : signECDSA(hash, own, true);
  return bytesToHex(concatBytes(made, Uint8Array.from(type)));
}

/** The one signature of `party` on a table. */
export function onlySignature(table: Layout, party: Party, name: string): string {
  const [made, ...more] = signedAs(table, party, name);
  if (!made || more.length > 0)
    throw new Error(`${party} signs ${more.length + 1} inputs of the ${table.name}`);
  return made.signature;
}

/**
 * A transaction as its witnesses have it. As `complete`, but nothing is verified: that is left to the node. `published`: by input, a witness
 * that was seen elsewhere, taken as it is.
 */
export function assembled(
  table: Layout,
  signatures: Signatures,
  published: ReadonlyMap<number, readonly string[]> = new Map(),
): Completed {
  const given = (input: Spend, index: number) =>
    published.get(index) ??
    witnessOf(
      input,
      (party) => signatures[party]?.find(({ inputIndex }) => inputIndex === index)?.signature ?? '',
    );
  const raw = RawTx.encode({
    version: table.version,
    segwitFlag: true,
    inputs: table.inputs.map(({ coin, lock, sequence }) => ({
      txid: hexToBytes(coin.txid),
      index: coin.vout,
      finalScriptSig: spendingOf(lock).scriptSig(),
      sequence,
    })),
    outputs: table.outputs.map(({ valueSats, script }) => ({
      amount: BigInt(valueSats),
      script: hexToBytes(script),
    })),
    witnesses: table.inputs.map((input, index) => given(input, index).map((item) => hexToBytes(item))),
    lockTime: 0,
  });
  return { hex: bytesToHex(raw), txid: layoutTxid(table) };
}

/** A coin behind a leaf, spent by the key path with the key of `name`: what the internal key may do alone. Raw hex. */
export function keyPathSpend(coin: Utxo, lock: Lock, output: Pay, name: string): string {
  const own = secret(name);
  const isOdd = pointFromScalar(own, true)![0] === 3;
  const tweak = tapTweak(pointFromScalar(own, true)!.slice(1), hexToBytes((lock as LeafLock).leafHash));
  const tweaked = privateAdd(isOdd ? privateNegate(own) : own, tweak)!;
  const table = layout('key path', [
    row(spend('own', coin, p2trOutputLock(lock.script), { seller: 'DEFAULT' }), output),
  ]);
  const signature = bytesToHex(signSchnorr(sighashOf(table, 0, 'DEFAULT'), tweaked));
  return assembled(table, { seller: [{ inputIndex: 0, signature }] }).hex;
}

/** The coin that an output of a table will be. */
export function coinOf(table: Layout, vout: number): Utxo {
  return { txid: layoutTxid(table), vout, valueSats: table.outputs[vout]!.valueSats };
}

/** The table with another output at `index`. */
export function paying(table: Layout, index: number, change: Partial<Pay>): Layout {
  const changed = (output: Pay, i: number) => (i === index ? { ...output, ...change } : output);
  return { ...table, outputs: table.outputs.map(changed) };
}

/** The table as it would be if a coin held another value: what a lie about it makes of a transaction. */
export function holding(table: Layout, index: number, valueSats: number): Layout {
  const inputs = table.inputs.map((input, i) =>
    i === index ? { ...input, coin: { ...input.coin, valueSats } } : input,
  );
  return { ...table, inputs };
}

/** The rules without the one of this sentence: what a signer would be that never had it. */
export function without<Subject>(rules: readonly Rule<Subject>[], sentence: string): Rule<Subject>[] {
  const left = rules.filter((rule) => rule.sentence !== sentence);
  if (left.length !== rules.length - 1) throw new Error(`no rule says "${sentence}"`);
  return left;
}
