import { MAX_MONEY_SATS } from '../transaction/check.ts';
import { isCoinbase, sumSats, type Transaction } from '../transaction/transaction.ts';
import { type Coin, type CoinLookup, UNCONFIRMED_HEIGHT } from './coins.ts';
import { type Rejection, reject } from './rejection.ts';

export const COINBASE_MATURITY_BLOCKS = 100;

const LOCKTIME_THRESHOLD = 500_000_000;
const SEQUENCE_FINAL = 0xffffffff;
const SEQUENCE_DISABLED = 0x80000000;
const SEQUENCE_SECONDS = 0x00400000;
const SEQUENCE_MASK = 0xffff;
const SECONDS_PER_UNIT = 512;

/** The coins a transaction spends, in input order; undefined when one is missing. */
export function spentCoins(tx: Transaction, lookup: CoinLookup): Coin[] | undefined {
  const coins: Coin[] = [];
  for (const input of tx.inputs) {
    const coin = lookup(input);
    if (!coin) return undefined;
    coins.push(coin);
  }
  return coins;
}

/**
 * Amount rules of a spend in a block at `height` (Core's CheckTxInputs), given its coins.
 * Returns the fee in sats, or the rejection.
 */
export function feeOf(tx: Transaction, coins: readonly Coin[], height: number): number | Rejection {
  let inSats = 0;
  for (const coin of coins) {
    const depth = height - coin.height;
    if (coin.coinbase && depth < COINBASE_MATURITY_BLOCKS)
      return reject(
        'premature',
        'bad-txns-premature-spend-of-coinbase',
        `tried to spend coinbase at depth ${depth}`,
      );
    inSats += coin.valueSats;
    if (coin.valueSats > MAX_MONEY_SATS || inSats > MAX_MONEY_SATS)
      return reject('consensus', 'bad-txns-inputvalues-outofrange');
  }
  const outSats = sumSats(tx.outputs);
  if (inSats < outSats)
    return reject(
      'consensus',
      'bad-txns-in-belowout',
      `value in (${btcText(inSats)}) < value out (${btcText(outSats)})`,
    );
  return inSats - outSats;
}

/** Sats as Core's FormatMoney prints them: at least two decimals. */
export function btcText(sats: number): string {
  const text = `${sats < 0 ? '-' : ''}${Math.floor(Math.abs(sats) / 1e8)}.${String(Math.abs(sats) % 1e8).padStart(8, '0')}`;
  return text.replace(/0{1,6}$/, '');
}

/**
 * True when the lock time allows the transaction in a block at `height` above median time `medianTime`
 * (BIP113).
 */
export function isFinal(tx: Transaction, height: number, medianTime: number): boolean {
  if (tx.lockTime === 0) return true;
  if (tx.lockTime < (tx.lockTime < LOCKTIME_THRESHOLD ? height : medianTime)) return true;
  return tx.inputs.every((input) => input.sequence === SEQUENCE_FINAL);
}

/**
 * True when every relative lock (BIP68) has passed for a block at `height` above median time `medianTime`.
 * `medianTimeAt(h)` is the median time of the active chain's block h. Unconfirmed coins count as of `height`.
 */
export function sequenceLocksPassed(
  tx: Transaction,
  coins: readonly Coin[],
  height: number,
  medianTime: number,
  medianTimeAt: (height: number) => number,
): boolean {
  if (tx.version < 2 || isCoinbase(tx)) return true;
  return tx.inputs.every((input, index) => {
    if (input.sequence >= SEQUENCE_DISABLED) return true;
    const coinHeight = coins[index]!.height === UNCONFIRMED_HEIGHT ? height : coins[index]!.height;
    const units = input.sequence & SEQUENCE_MASK;
    if ((input.sequence & SEQUENCE_SECONDS) === 0) return coinHeight + units <= height;
    return medianTimeAt(Math.max(coinHeight - 1, 0)) + units * SECONDS_PER_UNIT <= medianTime;
  });
}
