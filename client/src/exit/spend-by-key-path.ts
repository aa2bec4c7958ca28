/**
 * Moves the sats of one taproot output by key path, an inscription among them. Guarantee: the inscription's
 * sat arrives in output 0 at its old offset, never in the fee or the change. Sats flow first in, first out,
 * and its output is the first.
 */

import { hex } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import { pubSchnorr } from '@scure/btc-signer/utils.js';
import { requireOptions, WrongArgument } from '../arguments.ts';
import type { Coin } from '../signing/psbt.ts';
import { taprootScript } from '../signing/taproot.ts';
import { demand } from '../signing/unsafe-psbt.ts';
import type { NetworkName } from '../wallet/network.ts';
import { type FeeCap, requireSaneFee } from './fee-cap.ts';
import {
  COIN,
  destination,
  dustSats,
  EXIT,
  FRAME_VBYTES,
  INPUT_VBYTES,
  inputOf,
  type KeyCoin,
  keyOf,
  outpointOf,
  outputBytes,
  requireAboveDust,
} from './key-coin.ts';

/** The move of an inscription. */
export interface InscriptionExit extends FeeCap {
  /** The output that holds the inscription. A wrong value gives a signature that no node accepts. */
  readonly coin: Coin;
  /**
   * Offset of the inscription's sat in the coin, 0 to its value less 1. Of several inscriptions, the last.
   */
  readonly offset: number;
  /** The secret of the key of the ordinals address, 32 bytes. */
  readonly secret: Uint8Array;
  readonly toAddress: string;
  readonly network: NetworkName;
  /** Fee rate, sat/vB. */
  readonly feeRate: number;
  /** Pays the fee and takes the change. Default: the sats after the inscription's pay the fee. */
  readonly feeCoin?: FeeCoin;
}

/** Pays the fee of a move, and takes its change. */
export type FeeCoin = KeyCoin;

/** `transaction`: raw hex, for a node's `sendrawtransaction`. */
export interface InscriptionMoved {
  readonly transaction: string;
  readonly paidSats: number;
  readonly feeSats: number;
  /** Change to the address of the fee coin, sats; 0 without a fee coin, or when it would be dust. */
  readonly changeSats: number;
}

/**
 * Builds and signs the move. `merkleRoot`: the merkle root that the coin's output commits to; none for an
 * ordinary address. Pure. Throws `WrongArgument`, and `UnsafePsbt` when the fee would take the inscription's
 * sat, is above its cap, or would leave an output that no node relays.
 */
export function spendByKeyPath(exit: InscriptionExit, merkleRoot?: Uint8Array): InscriptionMoved {
  requireOptions(exit, [...COIN.map((name) => `coin.${name}`), 'offset', ...EXIT]);
  const { coin, offset, secret, toAddress, network, feeRate, feeCoin } = exit;
  if (feeCoin) requireOptions(feeCoin, [...COIN, 'type', 'secret'], 'feeCoin');
  if (offset >= coin.valueSats)
    throw new WrongArgument(
      'offset',
      `is ${offset}, and the coin holds ${coin.valueSats} sats; use the offset of the inscription's satpoint`,
    );
  const to = destination(toAddress, network);
  const vbytes = FRAME_VBYTES + INPUT_VBYTES.p2tr + outputBytes(to);
  const paid = feeCoin
    ? paidByFeeCoin(exit, feeCoin, vbytes)
    : paidByItself(coin, Math.ceil(vbytes * feeRate), offset);
  requireAboveDust(paid.paidSats, to, toAddress, 'pay the fee with a fee coin');
  requireSaneFee(paid.feeSats, coin.valueSats + (feeCoin?.valueSats ?? 0), exit);

  const transaction = new Transaction();
  const internalKey = pubSchnorr(secret);
  transaction.addInput({
    ...outpointOf(coin),
    witnessUtxo: { script: taprootScript(internalKey, merkleRoot), amount: BigInt(coin.valueSats) },
    tapInternalKey: internalKey,
    ...(merkleRoot ? { tapMerkleRoot: merkleRoot } : {}),
  });
  transaction.addOutput({ script: to, amount: BigInt(paid.paidSats) });
  if (feeCoin) {
    transaction.addInput(inputOf(feeCoin, network));
    if (paid.changeSats > 0)
      transaction.addOutput({ script: keyOf(feeCoin, network).script, amount: BigInt(paid.changeSats) });
  }
  transaction.signIdx(secret, 0);
  if (feeCoin) transaction.signIdx(feeCoin.secret, 1);
  transaction.finalize();
  return { transaction: hex.encode(transaction.extract()), ...paid };
}

type Sums = Pick<InscriptionMoved, 'paidSats' | 'feeSats' | 'changeSats'>;

/** The sums when the sats after the inscription's pay the fee. */
function paidByItself({ valueSats }: Coin, feeSats: number, offset: number): Sums {
  const paidSats = valueSats - feeSats;
  demand(paidSats > offset, () => {
    return `a fee of ${feeSats} of ${valueSats} sats would take the inscription at offset ${offset}; pay it with a fee coin`;
  });
  return { paidSats, feeSats, changeSats: 0 };
}

/**
 * The sums when a fee coin pays; change that would be dust goes to the fee. `vbytes`: size without the fee
 * coin.
 */
function paidByFeeCoin({ coin, feeRate, network }: InscriptionExit, feeCoin: FeeCoin, vbytes: number): Sums {
  if (coin.txid === feeCoin.txid && coin.vout === feeCoin.vout)
    throw new WrongArgument(
      'feeCoin',
      `is ${coin.txid}:${coin.vout}, which holds the inscription; it must be another coin`,
    );
  const change = keyOf(feeCoin, network).script;
  const least = (vbytes + INPUT_VBYTES[feeCoin.type]) * feeRate;
  const withChange = Math.ceil(least + outputBytes(change) * feeRate);
  const changeSats = feeCoin.valueSats - withChange;
  if (changeSats >= dustSats(change)) return { paidSats: coin.valueSats, feeSats: withChange, changeSats };
  demand(feeCoin.valueSats >= Math.ceil(least), () => {
    return `the fee coin holds ${feeCoin.valueSats} sats, but the fee is ${Math.ceil(least)}; use a larger coin`;
  });
  return { paidSats: coin.valueSats, feeSats: feeCoin.valueSats, changeSats: 0 };
}
