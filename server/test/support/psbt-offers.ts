/** Offers as `ord wallet offer create` makes them: a PSBT of a buyer without an account. */

import { hexToBytes } from '@noble/hashes/utils.js';
import { scriptOf } from '@ordbook/protocol/bitcoin/keys';
import type { Utxo } from '@ordbook/protocol/outpoint';
import { base64 } from '@scure/base';
import { Transaction, WIF } from '@scure/btc-signer';
import { REGTEST } from '../../../sandbox/src/keys.ts';
import type { Desk } from './desk.ts';
import { signIndex } from './sign-index.ts';
import type { Trader } from './trader.ts';

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

export interface Draft {
  version: number;
  lockTime: number;
  inputs: (Writable<Utxo> & { script: string; sequence: number; isSigned: boolean })[];
  outputs: { valueSats: number; script: string }[];
}

export interface PsbtBid {
  readonly priceSats?: number;
  /** sat/vB, about. */
  readonly feeRate?: number;
  readonly coins?: readonly Utxo[];
  /** Changes the transaction before it is signed. */
  readonly change?: (draft: Draft) => void;
  /** Changes the PSBT after it was signed. */
  readonly after?: (transaction: Transaction, draft: Draft) => void;
}

/** The PSBT of an offer on an inscription, signed and final but for the owner's input. */
export async function psbtOffer(
  desk: Pick<Desk, 'ctx' | 'coinsOf'>,
  buyer: Trader,
  inscriptionId: string,
  bid: PsbtBid = {},
): Promise<string> {
  const { location, address } = (await desk.ctx.ordinals.inscription(inscriptionId))!;
  const coin = (await desk.ctx.chain.unspent(location))!;
  const payments = bid.coins ?? (await desk.coinsOf(buyer)).slice(0, 1);
  const [payer, owner] = [scriptOf(buyer.payment.address, 'regtest'), scriptOf(address!, 'regtest')];
  const priceSats = bid.priceSats ?? 50_000;
  const paid = payments.reduce((sum, { valueSats }) => sum + valueSats, 0);
  const feeSats = Math.ceil((bid.feeRate ?? 2) * (150 + 70 * (payments.length + 1)));
  const draft: Draft = {
    version: 2,
    lockTime: 0,
    inputs: [
      { ...coin, sequence: 0xfffffffd, isSigned: false },
      ...payments.map((utxo) => ({ ...utxo, script: payer, sequence: 0xfffffffd, isSigned: true })),
    ],
    outputs: [
      { valueSats: coin.valueSats, script: scriptOf(buyer.ordinals.address, 'regtest') },
      { valueSats: coin.valueSats + priceSats, script: owner },
      { valueSats: paid - coin.valueSats - priceSats - feeSats, script: payer },
    ],
  };
  bid.change?.(draft);
  const { version, lockTime } = draft;
  const transaction = new Transaction({ version, lockTime, disableScriptCheck: true, lowR: true });
  for (const { txid, vout, valueSats, script, sequence } of draft.inputs)
    transaction.addInput({
      txid,
      index: vout,
      sequence,
      witnessUtxo: { script: hexToBytes(script), amount: BigInt(valueSats) },
      ...(script === payer && script.startsWith('5120')
        ? { tapInternalKey: hexToBytes(buyer.payment.publicKey.slice(-64)) }
        : {}),
    });
  for (const { script, valueSats } of draft.outputs)
    transaction.addOutput({ script: hexToBytes(script), amount: BigInt(valueSats) });
  for (const [index, { isSigned }] of draft.inputs.entries())
    if (isSigned) {
      signIndex(transaction, WIF(REGTEST).decode(buyer.payment.wif), index);
    }
  bid.after?.(transaction, draft);
  for (const [index, { isSigned }] of draft.inputs.entries()) {
    const { tapKeySig, partialSig } = transaction.getInput(index);
    const witness = tapKeySig ? [tapKeySig] : [...(partialSig?.[0] ?? [])].reverse();
    if (isSigned) transaction.updateInput(index, { finalScriptWitness: witness }, true);
  }
  return base64.encode(transaction.toPSBT());
}
