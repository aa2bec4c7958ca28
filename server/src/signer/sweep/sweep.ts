/**
 * Sends the operator's own coins away, to retire a key. It runs on the signer's machine with the key file,
 * and no signer serves it over its socket: a compromised service could otherwise sweep to itself.
 */
import { scriptOf } from '@ordbook/protocol/bitcoin/keys';
import { feeFor } from '@ordbook/protocol/bitcoin/weights';
import { complete } from '@ordbook/protocol/bitcoin/witness';
import { layoutSize } from '@ordbook/protocol/layout/size';
import type { NetworkName } from '@ordbook/protocol/network';
import { type SweepRequest, sweepLayout } from '@ordbook/protocol/operator-coins/sweep';
import type { Utxo } from '@ordbook/protocol/outpoint';
import { type Sats, sumSats } from '@ordbook/protocol/sats';
import type { SignedTransaction } from '../port.ts';
import { signInputs } from '../signing/signatures.ts';

/** Coins of one key and lock. */
export interface Sweepable {
  readonly coins: readonly Utxo[];
  readonly of: SweepRequest['of'];
  /** Signs the coins: tweaked for operator coins. */
  readonly secret: Uint8Array;
}

export interface Swept extends SignedTransaction {
  readonly coins: number;
  /** What arrives, and what the network gets, sats. */
  readonly valueSats: Sats;
  readonly feeSats: Sats;
}

export interface SweepPlan {
  readonly transactions: readonly Swept[];
  /** Coins that cost more to spend than they hold. */
  readonly uneconomic: readonly Utxo[];
}

/** Far below the standard size of a transaction, 100,000 vB. */
const MOST_COINS = 500;

/**
 * Signs transactions that send the coins to `to`, at `feeRate` sat/vB. Sends nothing. Throws a Refusal when
 * `to` is not an address of the network.
 */
export function signSweep(
  sweepable: readonly Sweepable[],
  { to, feeRate, network }: { readonly to: string; readonly feeRate: number; readonly network: NetworkName },
): SweepPlan {
  const toScript = scriptOf(to, network);
  const transactions: Swept[] = [];
  const uneconomic: Utxo[] = [];
  for (const { coins, of, secret } of sweepable) {
    const [first] = coins;
    if (!first) continue;
    const sizeOf = (some: readonly Utxo[]) =>
      layoutSize(sweepLayout({ coins: some.map(ample), toScript, feeSats: 0, of }));
    const coinCost = feeFor(sizeOf([first, first]) - sizeOf([first]), feeRate);
    const worth = coins.filter(({ valueSats }) => valueSats > coinCost);
    uneconomic.push(...coins.filter(({ valueSats }) => valueSats <= coinCost));
    for (let from = 0; from < worth.length; from += MOST_COINS) {
      const some = worth.slice(from, from + MOST_COINS);
      const feeSats = feeFor(sizeOf(some), feeRate);
      const held = sumSats(some.map(({ valueSats }) => valueSats));
      let table: ReturnType<typeof sweepLayout>;
      try {
        table = sweepLayout({ coins: some, toScript, feeSats, of });
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        uneconomic.push(...some);
        continue;
      }
      const party = 'anchor' in of ? 'operator' : 'gate';
      const { txid, hex } = complete(table, { [party]: signInputs(table, party, secret) });
      transactions.push({ txid, hex, coins: some.length, valueSats: held - feeSats, feeSats });
    }
  }
  return { transactions, uneconomic };
}

/** The size does not depend on the value, but an output below the dust limit has no layout. */
const ample = (coin: Utxo): Utxo => ({ ...coin, valueSats: 100_000 });
