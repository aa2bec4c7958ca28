import { scriptOf } from '@ordbook/protocol/bitcoin/keys';
import type { Payer } from '@ordbook/protocol/locks/payer';
import { type Outpoint, outpointText, sameOutpoint, type Utxo } from '@ordbook/protocol/outpoint';
import { Refusal, refuse } from '@ordbook/protocol/refusals';
import type { Chain, UnspentOutput } from '../../chain/port.ts';
import { requireInSync } from '../../ordinals/in-sync.ts';
import type { OrdinalsOutput } from '../../ordinals/port.ts';
import { lockedPayments } from '../../store/purchase/purchases.ts';
import type { Binding } from '../account/wallet-binding.ts';
import type { TradingContext } from '../context.ts';

/**
 * Which coins may pay. A coin is spendable when it belongs to the payer, is unspent in the chain and the
 * mempool, is confirmed (the index knows only blocks), has the claimed value, is in no other purchase, and
 * holds neither an inscription nor a rune according to the index. Refuses (400) when none is, with the reason
 * of the first.
 */
export async function spendableCoins(
  ctx: TradingContext,
  binding: Binding,
  payer: Payer,
  candidates: readonly Utxo[] | undefined,
): Promise<Utxo[]> {
  const coins = candidates?.map(bare) ?? (await lookedUpCoins(ctx, binding));
  const { spendable, verdicts } = await checkedCoins(ctx, payer, coins);
  if (spendable.length === 0 && coins.length > 0)
    refuse(
      'insufficient_funds',
      `none of the ${coins.length} candidate coins can pay: ${outpointText(coins[0]!)} ${verdicts[0]}`,
    );
  return spendable;
}

/**
 * The coins among `candidates` that may pay, by the same rules. Refuses none of them: the list may be empty.
 */
export async function spendableAmong(
  ctx: TradingContext,
  paymentAddress: string,
  candidates: readonly Utxo[],
): Promise<Utxo[]> {
  const { spendable } = await checkedCoins(ctx, { address: paymentAddress }, candidates.map(bare));
  return spendable;
}

async function checkedCoins(ctx: TradingContext, payer: Pick<Payer, 'address'>, coins: readonly Utxo[]) {
  const verdicts = judge(ctx, payer, coins, await readCoins(ctx, coins));
  return { spendable: coins.filter((_, i) => verdicts[i] === null), verdicts };
}

/**
 * The same rules for coins that a client can no longer change. Refuses 409 with the reason of the first that
 * fails. Returns the coins. `readings`: of the same coins.
 */
export function requireSpendable(
  ctx: Pick<TradingContext, 'settings'>,
  payer: Payer,
  selected: readonly Utxo[],
  readings: CoinReadings,
): Utxo[] {
  const coins = selected.map(bare);
  const verdicts = judge(ctx, payer, coins, readings);
  for (const [i, verdict] of verdicts.entries()) {
    if (verdict) refuse('coins_spent', `payment coin ${outpointText(coins[i]!)} ${verdict}`);
  }
  return coins;
}

/**
 * A coin without other fields that a client sends. Wallets pass on whatever their own coin source returns.
 */
function bare({ txid, vout, valueSats }: Utxo): Utxo {
  return { txid, vout, valueSats };
}

/** Refuses (400) a list that names an outpoint twice. */
export function requireDistinct(outpoints: readonly Outpoint[], what: string): void {
  const seen = new Set<string>();
  for (const outpoint of outpoints) {
    const text = outpointText(outpoint);
    if (seen.has(text)) refuse('malformed', `${what} names ${text} twice`);
    seen.add(text);
  }
}

/** Refuses (400) selected coins that were not offered. */
export function requireSelected(body: {
  readonly spendableUtxos: readonly Utxo[];
  readonly selectedPaymentUtxos: readonly Utxo[];
}): void {
  const offered = new Set(body.spendableUtxos.map(outpointText));
  const stray = body.selectedPaymentUtxos.find((coin) => !offered.has(outpointText(coin)));
  if (stray)
    refuse('malformed', `selectedPaymentUtxos has ${outpointText(stray)}, which spendableUtxos lacks`);
}

async function lookedUpCoins(ctx: TradingContext, binding: Binding): Promise<Utxo[]> {
  if (!ctx.settings.lookupProviders.includes(binding.provider))
    refuse(
      'coins_required',
      `the service does not look up the coins of ${binding.paymentAddress}; send them in spendableUtxos`,
    );
  const { coins } = await coinsHeldBy(
    ctx,
    binding.paymentAddress,
    binding.profileId,
    `the coins of ${binding.paymentAddress} cannot be looked up now; send spendableUtxos, or try again`,
  );
  return coins.map(bare);
}

/**
 * What an address holds in blocks, looked up for `asker` (an IP address or a profile). Refuses 503 with
 * `sentence` while that is not known. The log has the reason and what the operator can do.
 */
export async function coinsHeldBy(
  ctx: Pick<TradingContext, 'chain' | 'log'>,
  address: string,
  asker: string | undefined,
  sentence: string,
): ReturnType<Chain['addressCoins']> {
  try {
    return await ctx.chain.addressCoins(address, asker);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    ctx.log.warn({ reason: error.message }, `an address's coins cannot be looked up: ${error.message}`);
    return refuse('unavailable', sentence);
  }
}

/** What node, index and store say of coins, in their order. */
export interface CoinReadings {
  readonly unspents: readonly (UnspentOutput | null)[];
  readonly outputs: readonly (OrdinalsOutput | null)[];
  /** Those that an open or settled purchase has taken. */
  readonly locked: readonly Outpoint[];
}

/**
 * Reads what decides whether coins may pay. Throws `Refusal('unavailable')` while node, index or store cannot
 * tell. Retry-safe.
 */
export async function readCoins(ctx: TradingContext, coins: readonly Outpoint[]): Promise<CoinReadings> {
  // Only what the index says depends on its being in sync; a later answer of the node is never worse.
  const [unspents, outputs, locked] = await Promise.all([
    ctx.chain.unspents(coins),
    requireInSync(ctx.ordinals, ctx.chain).then(() => ctx.ordinals.outputs(coins, { undisputed: true })),
    lockedPayments(ctx.db, coins),
  ]);
  return { unspents, outputs, locked };
}

/** For each coin, null when it may pay, else the reason why not. */
function judge(
  ctx: Pick<TradingContext, 'settings'>,
  payer: Pick<Payer, 'address'>,
  coins: readonly Utxo[],
  { unspents, outputs, locked }: CoinReadings,
): (string | null)[] {
  const script = scriptOf(payer.address, ctx.settings.network);
  return coins.map((coin, i) => {
    const unspent = unspents[i];
    const output = outputs[i];
    if (!unspent) return 'is spent or unknown';
    if (unspent.script !== script) return `does not belong to ${payer.address}`;
    if (unspent.valueSats !== coin.valueSats) return `holds ${unspent.valueSats} sats, not ${coin.valueSats}`;
    if (unspent.confirmations < 1) return 'is not confirmed yet';
    if (unspent.coinbase && unspent.confirmations < 100) return 'is an immature coinbase';
    if (locked.some((other) => sameOutpoint(other, coin))) return 'is in a purchase that no block has yet';
    if (!output) return 'is not indexed yet, or two indexes differ about it';
    if (output.inscriptionIds.length > 0) return `holds inscription ${output.inscriptionIds[0]}`;
    if (output.hasRunes) return 'holds runes';
    return null;
  });
}
