/**
 * How a buyer takes a collection offer's money back without the service: with the signed funding parent and
 * the buyer's key.
 *
 * The funding parent pays no fee, so it is sent with a child that pays for both (version 3, BIP431). The
 * child spends the offer output by key path. The parent has everything needed: its OP_RETURN holds the
 * internal key and the merkle root.
 */

import { base64, hex } from '@scure/base';
import { RawTx, Transaction } from '@scure/btc-signer';
import { equalBytes, pubSchnorr, signSchnorr, taprootTweakPrivKey } from '@scure/btc-signer/utils.js';
import { requireOptions, WrongArgument } from '../arguments.ts';
import { ANY } from '../signing/psbt.ts';
import { taprootScript } from '../signing/taproot.ts';
import { demand } from '../signing/unsafe-psbt.ts';
import type { Outpoint } from '../source/source.ts';
import type { NetworkName } from '../wallet/network.ts';
import { type FeeCap, requireSaneFee } from './fee-cap.ts';
import { destination, EXIT } from './key-coin.ts';

/** An offer to take back without the service. */
export interface OfferExit extends FeeCap {
  /** The signed funding parent: a PSBT in base64, or the raw transaction in hex. */
  readonly fundingParent: string;
  /** The secret of the key that was `ordinalsPublicKey` when the offer was made, 32 bytes. */
  readonly secret: Uint8Array;
  /** Address that receives the money. */
  readonly toAddress: string;
  readonly network: NetworkName;
  /** Fee rate of both transactions together, sat/vB. */
  readonly feeRate: number;
}

/** Raw hex, for a node's `submitpackage` in this order. */
export interface OfferTakenBack {
  /** The funding transaction, signed, hex. */
  readonly parent: string;
  /** The transaction that spends its output to `toAddress`, signed, hex. */
  readonly child: string;
  /** Id of the funding transaction. */
  readonly parentTxid: string;
  /** The coins that fund the offer. */
  readonly parentInputs: readonly Outpoint[];
  readonly paidSats: number;
  readonly feeSats: number;
}

/** Size of the child without its output's script, vB: one taproot input spent by key path. */
const CHILD_VBYTES = 68;
const DUST_SATS = 546;
/** Most vB of a transaction of version 3. Source: BIP431. */
const MAX_PARENT_VBYTES = 10_000;

/**
 * Builds the package that takes an offer's money back. Pure. Throws `WrongArgument` for a parent that is not
 * signed, and `UnsafePsbt` when it is not a funding parent of this key, is not standard, or holds less than
 * the fee, and when the fee is above its cap.
 */
export function takeOfferBack(exit: OfferExit): OfferTakenBack {
  requireOptions(exit, ['fundingParent', ...EXIT]);
  const { fundingParent, secret, toAddress, network, feeRate } = exit;
  const toScript = destination(toAddress, network);
  const transaction = signedParent(fundingParent);
  const parent = transaction.toBytes(true, true);
  const { outputs, version, inputs, witnesses } = RawTx.decode(parent);
  const data = outputs.at(-1)?.script ?? new Uint8Array();
  demand(version === 3 && data.length === 66 && data[0] === 0x6a && data[1] === 0x40, () => {
    return 'this is not a funding parent: its last output does not have 64 bytes of exit data';
  });
  const internalKey = data.subarray(2, 34);
  const root = data.subarray(34);
  demand(equalBytes(internalKey, pubSchnorr(secret)), () => {
    return `the offer belongs to the key ${hex.encode(internalKey)}, not to ${hex.encode(pubSchnorr(secret))}`;
  });
  const offer = outputs[0]!;
  demand(equalBytes(offer.script, taprootScript(internalKey, root)), () => {
    return 'output 0 is not the offer output that the exit data describe';
  });

  requireStandard(transaction.vsize, inputs, witnesses ?? []);
  const feeSats = Math.ceil((transaction.vsize + CHILD_VBYTES + 9 + toScript.length) * feeRate);
  const paidSats = Number(offer.amount) - feeSats;
  demand(
    paidSats >= DUST_SATS,
    () => `${offer.amount} sats do not cover a fee of ${feeSats} sats; use a lower fee rate`,
  );
  requireSaneFee(feeSats, Number(offer.amount), exit);
  const child = new Transaction({ version: 3, allowUnknownVersion: true, allowUnknownOutputs: true });
  child.addInput({
    txid: transaction.id,
    index: 0,
    sequence: 0xfffffffd,
    witnessUtxo: { script: offer.script, amount: offer.amount },
  });
  child.addOutput({ script: toScript, amount: BigInt(paidSats) });
  const hash = child.preimageWitnessV1(0, [offer.script], 0, [offer.amount]);
  const signature = signSchnorr(hash, taprootTweakPrivKey(secret, root));
  child.updateInput(0, { finalScriptWitness: [signature] }, true);
  return {
    parent: hex.encode(parent),
    child: hex.encode(child.extract()),
    parentTxid: transaction.id,
    parentInputs: inputs.map(({ txid, index }) => ({ txid: hex.encode(txid), vout: index })),
    paidSats,
    feeSats,
  };
}

/**
 * Throws `UnsafePsbt` when the parent is larger than nodes relay, or an input has more than the signature and
 * key of a payment address. Every further byte of a witness would raise the fee that the child pays.
 */
function requireStandard(
  vsize: number,
  inputs: readonly { readonly finalScriptSig: Uint8Array }[],
  witnesses: readonly (readonly Uint8Array[])[],
): void {
  demand(vsize <= MAX_PARENT_VBYTES, () => {
    return `the funding parent has ${vsize} vB; nodes relay at most ${MAX_PARENT_VBYTES} vB of version 3`;
  });
  for (const [index, { finalScriptSig }] of inputs.entries()) {
    const [signature, key, ...more] = (witnesses[index] ?? []).map(({ length }) => length);
    const isTaproot = signature !== undefined && signature <= 65 && key === undefined;
    const isEcdsa = signature !== undefined && signature <= 73 && key === 33;
    const size = (witnesses[index] ?? []).reduce((sum, { length }) => sum + length, 0);
    demand((isTaproot || isEcdsa) && more.length === 0 && finalScriptSig.length <= 23, () => {
      return `input ${index} of the funding parent has a witness of ${size} bytes, which is not that of a payment address; have the wallet sign the PSBT that the service sent again`;
    });
  }
}

/** The parent with its witnesses. */
function signedParent(fundingParent: string): Transaction {
  const transaction = readParent(fundingParent);
  try {
    if (!transaction.isFinal) transaction.finalize();
    return transaction;
  } catch {
    throw new WrongArgument('fundingParent', 'is not signed; it must be the one that the wallet returned');
  }
}

function readParent(fundingParent: string): Transaction {
  try {
    return /^([0-9a-f]{2})+$/i.test(fundingParent)
      ? Transaction.fromRaw(hex.decode(fundingParent), ANY)
      : Transaction.fromPSBT(base64.decode(fundingParent), ANY);
  } catch {
    throw new WrongArgument(
      'fundingParent',
      'cannot be read; it must be a PSBT in base64, or a transaction in hex',
    );
  }
}
