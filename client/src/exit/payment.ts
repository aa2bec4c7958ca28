/**
 * How a buyer leaves inscription offers, funded counters and waiting acceptances without the service: by
 * moving the coins that pay. Each of those signatures spends one of them, so all are void once this
 * transaction is in a block.
 */

import { hex } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import { requireOptions, WrongArgument } from '../arguments.ts';
import type { Coin } from '../signing/psbt.ts';
import type { NetworkName } from '../wallet/network.ts';
import type { KeyType } from '../wallet/signing-key.ts';
import { type FeeCap, requireSaneFee } from './fee-cap.ts';
import {
  COIN,
  destination,
  EXIT,
  FRAME_VBYTES,
  INPUT_VBYTES,
  inputOf,
  outputBytes,
  requireAboveDust,
} from './key-coin.ts';
import type { InscriptionMoved } from './spend-by-key-path.ts';

/** Coins of a payment address to move, so that signatures over them are worth nothing. */
export interface PaymentExit extends FeeCap {
  /** Coins of the payment address, 1 to 200. A wrong value gives a signature that no node accepts. */
  readonly coins: readonly Coin[];
  /** Type of the payment address. */
  readonly type: KeyType;
  /** The secret of its key, 32 bytes. */
  readonly secret: Uint8Array;
  /** May be the payment address itself. */
  readonly toAddress: string;
  readonly network: NetworkName;
  /** Fee rate, sat/vB. */
  readonly feeRate: number;
}

/** The transaction that moves the coins, signed and not broadcast. */
export type PaymentMoved = Omit<InscriptionMoved, 'changeSats'>;

const MOST_COINS = 200;

/**
 * Builds and signs a transaction that moves the coins to one output. Pure. One coin of an offer is enough to
 * void it. Never use it for a coin that holds an inscription: its last sats pay the fee. Throws
 * `WrongArgument`, also when a coin appears twice, and `UnsafePsbt` when the fee is above its cap, or the
 * rest is dust.
 */
export function movePayment(exit: PaymentExit): PaymentMoved {
  requireOptions(exit, [...COIN.map((name) => `coins.${name}`), 'type', ...EXIT]);
  const { coins, type, secret, toAddress, network, feeRate } = exit;
  if (coins.length > MOST_COINS)
    throw new WrongArgument('coins', `are ${coins.length}; use 1 to ${MOST_COINS}`);
  const names = coins.map(({ txid, vout }) => `${txid}:${vout}`);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw new WrongArgument('coins', `have ${twice} twice`);

  const to = destination(toAddress, network);
  const vbytes = FRAME_VBYTES + coins.length * INPUT_VBYTES[type] + outputBytes(to);
  const heldSats = coins.reduce((sum, { valueSats }) => sum + valueSats, 0);
  const feeSats = Math.ceil(vbytes * feeRate);
  const paidSats = heldSats - feeSats;
  requireSaneFee(feeSats, heldSats, exit);
  requireAboveDust(paidSats, to, toAddress, 'use a lower fee rate, or more coins');

  const transaction = new Transaction();
  for (const coin of coins) transaction.addInput(inputOf({ ...coin, type, secret }, network));
  transaction.addOutput({ script: to, amount: BigInt(paidSats) });
  transaction.sign(secret);
  transaction.finalize();
  return { transaction: hex.encode(transaction.extract()), paidSats, feeSats };
}
