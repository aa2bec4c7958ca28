/**
 * `ordbook keys sweep`: sends the coins of a key to an address, when the key is retired. It runs where the
 * key file is, with a node to read and send; no signer serves it.
 */
import { bytesToHex } from '@ordbook/protocol/bitcoin/bytes';
import { anchorAddress, describeAddress } from '@ordbook/protocol/bitcoin/keys';
import { admissionAddress } from '@ordbook/protocol/collection-offer/admission';
import { outpointText, type Utxo } from '@ordbook/protocol/outpoint';
import { type Sats, sumSats } from '@ordbook/protocol/sats';
import { xOnlyPointFromScalar } from 'tiny-secp256k1';
import type { Clock } from '../base/clock.ts';
import type { Chain } from '../chain/port.ts';
import { requireInSync } from '../ordinals/in-sync.ts';
import type { Ordinals } from '../ordinals/port.ts';
import { keyring, secretOf } from '../signer/signing/keys.ts';
import { type Sweepable, type SweepPlan, signSweep } from '../signer/sweep/sweep.ts';
import { lockedCoins } from '../store/operator-coins/locked-coins.ts';
import type { Database } from '../store/port.ts';
import type { Settings } from './settings.ts';
import { readTiers } from './tiers.ts';

/** The secrets of one key file, as text. */
export type SweptSecrets = { readonly market: string; readonly anchor: string } | { readonly gate: string };

export interface SweepParts {
  readonly chain: Pick<Chain, 'addressCoins' | 'tip' | 'testAccept' | 'broadcast'>;
  /** null: the coins are not checked for inscriptions. */
  readonly ordinals: Pick<Ordinals, 'outputs' | 'blockHash'> | null;
  /** null: nothing is known of the trades that depend on the coins. */
  readonly db: Database | null;
  readonly clock: Clock;
}

export interface SweepResult extends SweepPlan {
  /** Coins that stay, with the reason. */
  readonly left: readonly { readonly coin: Utxo; readonly why: string }[];
  readonly valueSats: Sats;
  readonly feeSats: Sats;
}

/**
 * Signs the sweep of every coin that nothing depends on. Sends nothing. Throws a Refusal when the address is
 * not one of the network, or node or index is unreachable, and an Error when the node would reject a
 * transaction.
 */
export async function planSweep(
  secrets: SweptSecrets,
  { to, feeRate }: { readonly to: string; readonly feeRate: number },
  settings: Settings,
  { chain, ordinals, db, clock }: SweepParts,
): Promise<SweepResult> {
  const network = settings.NETWORK;
  describeAddress(to, network);
  const left: { coin: Utxo; why: string }[] = [];
  const locked = db ? await lockedCoins(db, clock.now()) : new Map<string, string>();
  const sweepable: Sweepable[] = [];
  for (const { address, lockBlocks, ...key } of keysOf(secrets, settings)) {
    if (address === to) throw new Error(`${to} is the address that is swept; name another one`);
    const { coins } = await chain.addressCoins(address);
    const next = (await chain.tip()).height + 1;
    const laden = await ladenCoins(coins, ordinals, chain);
    const why = ({ height, ...coin }: Utxo & { height: number }) =>
      locked.get(outpointText(coin)) ??
      (laden.has(outpointText(coin)) ? 'it holds an inscription or a rune' : null) ??
      (next - height < lockBlocks ? `its lock ends at height ${height + lockBlocks - 1}` : null);
    left.push(
      ...coins.flatMap((coin) => {
        const reason = why(coin);
        return reason === null ? [] : [{ coin, why: reason }];
      }),
    );
    sweepable.push({ ...key, coins: coins.filter((coin) => why(coin) === null) });
  }
  const plan = signSweep(sweepable, { to, feeRate, network });
  for (const { hex, txid } of plan.transactions) {
    const [verdict] = await chain.testAccept([hex]);
    if (!verdict?.accepted) throw new Error(`the node would reject the sweep ${txid}: ${verdict?.reason}`);
  }
  return {
    ...plan,
    left,
    valueSats: sumSats(plan.transactions.map(({ valueSats }) => valueSats)),
    feeSats: sumSats(plan.transactions.map(({ feeSats }) => feeSats)),
  };
}

/** Sends a planned sweep. Retry-safe. Throws an Error when the node rejects a transaction. */
export async function sendSweep({ transactions }: SweepPlan, chain: SweepParts['chain']): Promise<void> {
  for (const { hex, txid } of transactions) {
    const { accepted, reason } = await chain.broadcast(hex);
    if (!accepted) throw new Error(`the node rejected the sweep ${txid}: ${reason}`);
  }
}

/** Every address of the key file's coins. `lockBlocks`: blocks that a coin must wait. */
function keysOf(
  secrets: SweptSecrets,
  { NETWORK: network, ADMISSION_TIERS }: Settings,
): (Omit<Sweepable, 'coins'> & { readonly address: string; readonly lockBlocks: number })[] {
  if ('anchor' in secrets) {
    const { anchor: secret, publicKeys } = keyring(secrets, network);
    const of = { anchor: publicKeys.anchor };
    return [{ address: anchorAddress(of, network), lockBlocks: 0, of, secret }];
  }
  const secret = secretOf(secrets.gate, 'gate', network);
  const gate = bytesToHex(xOnlyPointFromScalar(secret));
  return readTiers(ADMISSION_TIERS).map((tier) => ({
    address: admissionAddress(tier, gate, network),
    lockBlocks: tier.lockBlocks,
    of: { gate, tier },
    secret,
  }));
}

async function ladenCoins(
  coins: readonly Utxo[],
  ordinals: SweepParts['ordinals'],
  chain: Pick<Chain, 'tip'>,
): Promise<ReadonlySet<string>> {
  if (!ordinals || coins.length === 0) return new Set();
  await requireInSync(ordinals, chain);
  const outputs = await ordinals.outputs(coins);
  // an output that the index does not know is not proven to be empty
  const isEmpty = (i: number) => outputs[i]?.inscriptionIds.length === 0 && !outputs[i]?.hasRunes;
  return new Set(coins.filter((_, i) => !isEmpty(i)).map(outpointText));
}
