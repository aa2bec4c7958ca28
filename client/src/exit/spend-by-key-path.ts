/**
 * Moves the sats of one taproot output, spent by its key path, with an inscription among them. Guarantees: the inscription's sat arrives in
 * output 0 at the offset that it had, never in the fee and never in the change. Sats flow first in, first out, and the output comes first.
 */
import { hex } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import { pubSchnorr } from '@scure/btc-signer/utils.js';
import type { Coin } from '../signing/psbt.ts';
import { taprootScript } from '../signing/taproot.ts';
import { demand } from '../signing/unsafe-psbt.ts';
import { type NetworkName, scriptOf } from '../wallet/network.ts';
import { type KeyType, signingKey } from '../wallet/signing-key.ts';

/** What every move of an inscription says. */
export interface InscriptionExit {
  /** The output that the inscription lies in. A wrong value makes a signature that no node takes. */
  readonly coin: Coin;
  /** Where in the coin the inscription's sat lies, 0 to its value less 1. Of several inscriptions the last. */
  readonly offset: number;
  /** The secret of the key of the ordinals address, 32 bytes. */
  readonly secret: Uint8Array;
  readonly toAddress: string;
  readonly network: NetworkName;
  /** sat/vB. */
  readonly feeRate: number;
  /** Pays the fee and takes the change. Left out: the fee comes out of the sats behind the inscription's. */
  readonly feeCoin?: FeeCoin;
}

export interface FeeCoin extends Coin {
  readonly type: KeyType;
  /** The secret of the key of its address, 32 bytes. */
  readonly secret: Uint8Array;
}

/** `transaction`: raw hex, to be handed to a node's `sendrawtransaction`. */
export interface InscriptionMoved {
  readonly transaction: string;
  readonly paidSats: number;
  readonly feeSats: number;
  /** Back to the address of the fee coin; 0 when there is none, or when it would be dust. */
  readonly changeSats: number;
}

/** vB: version, lock time, counts and the segwit marker. */
const FRAME_VBYTES = 10.5;
/** vB of an input with its witness; a signature by ECDSA is counted at its longest. */
const INPUT_VBYTES: Readonly<Record<KeyType, number>> = { p2tr: 57.5, p2wpkh: 68, 'p2sh-p2wpkh': 91 };

/**
 * Builds and signs the move. `merkleRoot`: what the coin's output commits to beside the key; none for an ordinary address. Pure. Throws
 * `UnsafePsbt` when the fee would take the inscription's sat, or leave an output that no node relays.
 */
export function spendByKeyPath(exit: InscriptionExit, merkleRoot?: Uint8Array): InscriptionMoved {
  const { coin, offset, secret, toAddress, network, feeRate, feeCoin } = exit;
  demand(offset < coin.valueSats, () => {
    return `the inscription cannot lie at offset ${offset} of ${coin.valueSats} sats; give the offset of its satpoint`;
  });
  const to = scriptOf(toAddress, network);
  const vbytes = FRAME_VBYTES + INPUT_VBYTES.p2tr + outputBytes(to);
  const paid = feeCoin
    ? paidByFeeCoin(exit, feeCoin, vbytes)
    : paidByItself(coin, Math.ceil(vbytes * feeRate), offset);
  demand(paid.paidSats >= dustSats(to), () => {
    return `${paid.paidSats} sats are dust at ${toAddress}, which takes ${dustSats(to)} or more; pay the fee with a fee coin`;
  });

  const transaction = new Transaction();
  const internalKey = pubSchnorr(secret);
  transaction.addInput({
    ...outpointOf(coin),
    witnessUtxo: { script: taprootScript(internalKey, merkleRoot), amount: BigInt(coin.valueSats) },
    tapInternalKey: internalKey,
    ...(merkleRoot ? { tapMerkleRoot: merkleRoot } : {}),
  });
  transaction.addOutput({ script: to, amount: BigInt(paid.paidSats) });
  if (feeCoin) addFeeCoin(transaction, feeCoin, paid.changeSats, network);
  transaction.signIdx(secret, 0);
  if (feeCoin) transaction.signIdx(feeCoin.secret, 1);
  transaction.finalize();
  return { transaction: hex.encode(transaction.extract()), ...paid };
}

type Sums = Pick<InscriptionMoved, 'paidSats' | 'feeSats' | 'changeSats'>;

/** The fee out of the sats behind the inscription's. */
function paidByItself({ valueSats }: Coin, feeSats: number, offset: number): Sums {
  const paidSats = valueSats - feeSats;
  demand(paidSats > offset, () => {
    return `a fee of ${feeSats} of ${valueSats} sats would take the inscription at offset ${offset}; pay it with a fee coin`;
  });
  return { paidSats, feeSats, changeSats: 0 };
}

/** The fee out of the fee coin; change that would be dust goes to the fee. `vbytes`: the transaction without the fee coin. */
function paidByFeeCoin({ coin, feeRate, network }: InscriptionExit, feeCoin: FeeCoin, vbytes: number): Sums {
  demand(coin.txid !== feeCoin.txid || coin.vout !== feeCoin.vout, () => {
    return `${coin.txid}:${coin.vout} holds the inscription and cannot be the fee coin`;
  });
  const change = signingKey({ type: feeCoin.type, secret: hex.encode(feeCoin.secret) }, network).script;
  const least = (vbytes + INPUT_VBYTES[feeCoin.type]) * feeRate;
  const withChange = Math.ceil(least + outputBytes(change) * feeRate);
  const changeSats = feeCoin.valueSats - withChange;
  if (changeSats >= dustSats(change)) return { paidSats: coin.valueSats, feeSats: withChange, changeSats };
  demand(feeCoin.valueSats >= Math.ceil(least), () => {
    return `the fee coin holds ${feeCoin.valueSats} sats, and the fee is ${Math.ceil(least)}; give a larger one`;
  });
  return { paidSats: coin.valueSats, feeSats: feeCoin.valueSats, changeSats: 0 };
}

function addFeeCoin(transaction: Transaction, feeCoin: FeeCoin, changeSats: number, network: NetworkName) {
  const { type, secret, valueSats } = feeCoin;
  const { script, redeemScript } = signingKey({ type, secret: hex.encode(secret) }, network);
  transaction.addInput({
    ...outpointOf(feeCoin),
    witnessUtxo: { script, amount: BigInt(valueSats) },
    ...(type === 'p2tr' ? { tapInternalKey: pubSchnorr(secret) } : {}),
    ...(redeemScript ? { redeemScript } : {}),
  });
  if (changeSats > 0) transaction.addOutput({ script, amount: BigInt(changeSats) });
}

/** Sequence: may be replaced by one with a higher fee. */
function outpointOf({ txid, vout }: Coin) {
  return { txid, index: vout, sequence: 0xfffffffd };
}

function outputBytes(script: Uint8Array): number {
  return 9 + script.length;
}

/** The least that nodes relay to `script`: 3 sat/vB for the output and its spending. Source: Bitcoin Core, GetDustThreshold. */
function dustSats(script: Uint8Array): number {
  const isSegwit = script.length === 2 + script[1]! && (script[0] === 0 || script[0]! > 0x50);
  return 3 * (outputBytes(script) + (isSegwit ? 67 : 148));
}
