/**
 * The world of the offers' model: a desk, its traders with what they hold, the API that they look through, and the ledger of what every
 * transaction of theirs changes. One profile has two wallets with the same ordinals address.
 */
import { randomUUID } from 'node:crypto';
import { anchorAddress, scriptOf } from '@ordbook/protocol/bitcoin/keys';
import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import { keyOf } from '../../../../sandbox/src/keys.ts';
import { insertBinding } from '../../../src/store/account/profiles.ts';
import { inscriptionsByIds } from '../../../src/store/chain/inscriptions.ts';
import { TEST_SETTINGS } from '../api.ts';
import type { signedAcceptance } from '../bidding.ts';
import type { Desk } from '../desk.ts';
import type { DeskApi } from '../desk-api.ts';
import type { Trader } from '../trader.ts';
import { type ChainView, chainView } from './chain-view.ts';
import { type Account, Ledger, type LedgerEntry } from './ledger.ts';
import type { ModelOffer, ModelWallet, Party, PaymentCoin } from './model.ts';

export interface Wallet extends ModelWallet {
  readonly trader: Trader;
  /** Every coin that ever could pay for an offer, spent or not. */
  readonly payments: PaymentCoin[];
  /** Small coins: each goes into one spend of the wallet's own, so that spending it elsewhere undoes that one. */
  readonly small: PaymentCoin[];
}

/** What takes a transaction out of the chain for good, once a reorg has taken its block: another spend of this coin. */
export interface Undo {
  readonly wallet: Wallet;
  readonly coin: PaymentCoin;
}

/** What a seller has signed to accept an offer. */
export type SignedAcceptance = Awaited<ReturnType<typeof signedAcceptance>> & {
  readonly offer: ModelOffer;
  readonly by: Wallet;
};

export interface World {
  readonly desk: Desk;
  readonly api: DeskApi;
  readonly chain: ChainView;
  readonly ledger: Ledger;
  readonly wallets: readonly Wallet[];
  /** By party, one of its wallets. */
  readonly parties: readonly Wallet[];
  readonly inscriptionIds: readonly string[];
  /** Blocks up to here are never undone. */
  readonly baseHeight: number;
  readonly undoable: Map<string, Undo>;
  readonly totalSats: number;
  /** Acceptances that are signed and not handed in yet, the oldest first. */
  readonly signed: SignedAcceptance[];
}

const PAYMENT_SATS = 1_000_000;
/** Never enough for an offer. */
const SMALL_SATS = 10_000;
const PAYMENTS = 3;
const SMALL = 6;
/** More anchors than one run uses. */
const ANCHORS = 12;
/** Below these, a run's own blocks are all that its reorgs can reach. */
const BURIAL = 3;

/** Five wallets of four parties, four inscriptions of three of them; the last party has none and makes no offers. */
export async function openWorld(desk: Desk, api: DeskApi): Promise<World> {
  const traders = await desk.traders(['p2wpkh', 'p2tr', 'p2sh-p2wpkh', 'p2wpkh'], 0);
  const [anna, ben, cleo, dora] = traders as [Trader, Trader, Trader, Trader];
  const wallets = [
    wallet(0, anna),
    wallet(0, await secondWallet(desk, anna)),
    wallet(1, ben),
    wallet(2, cleo),
    wallet(3, dora),
  ];
  await fund(desk, wallets);
  const ids = [
    ...(await desk.inscribe(anna, 2)),
    ...(await desk.inscribe(ben)),
    ...(await desk.inscribe(cleo)),
  ];
  for (let block = 0; block < BURIAL; block += 1) await desk.mine();
  const chain = chainView(desk);
  const found = await inscriptionsByIds(desk.ctx.db, ids);
  const places = new Map(
    found.map((one, i) => [ids[i]!, { holder: [0, 0, 1, 2][i]!, coin: `${one!.txid}:${one!.vout}` }]),
  );
  const ledger = new Ledger(chain, await balancesOnChain(desk, wallets), places);
  return {
    desk,
    api,
    chain,
    ledger,
    wallets,
    parties: [wallets[0]!, wallets[2]!, wallets[3]!, wallets[4]!],
    inscriptionIds: ids,
    baseHeight: await chain.tip(),
    undoable: new Map(),
    signed: [],
    totalSats: (await ledger.state()).totalSats,
  };
}

/** What a transaction changes, told to the ledger; coins that it pays to wallets may pay for later offers. */
export function note(
  { ledger, wallets, undoable, desk }: World,
  raw: string,
  entry: Omit<LedgerEntry, 'txid'>,
  undo: Undo | null,
): string {
  const { txid, outputs } = readTransaction(raw);
  ledger.add({ txid, ...entry });
  if (undo) undoable.set(txid, undo);
  for (const { trader, payments } of wallets) {
    const script = scriptOf(trader.payment.address, desk.ctx.settings.network);
    for (const [vout, output] of outputs.entries()) {
      const coin = `${txid}:${vout}`;
      if (output.script === script && !payments.some((known) => known.coin === coin))
        payments.push({ coin, valueSats: output.valueSats });
    }
  }
  return txid;
}

/** What the network gets of a transaction whose inputs hold `heldSats`. */
export function feeOf(raw: string, heldSats: number): number {
  return readTransaction(raw).outputs.reduce((left, { valueSats }) => left - valueSats, heldSats);
}

/** By account, what its addresses hold in blocks. */
export async function balancesOnChain(desk: Desk, wallets: readonly Wallet[]): Promise<Map<Account, number>> {
  const addresses = new Map<string, Account>([[TEST_SETTINGS.feeAddress, 'market']]);
  for (const { party, trader } of wallets) {
    addresses.set(trader.ordinals.address, party);
    addresses.set(trader.payment.address, party);
  }
  const balances = new Map<Account, number>([['escrow', 0]]);
  for (const [address, account] of addresses) {
    const { confirmedSats } = await desk.ctx.chain.addressCoins(address);
    balances.set(account, (balances.get(account) ?? 0) + confirmedSats);
  }
  return balances;
}

function wallet(party: Party, trader: Trader): Wallet {
  return { party, trader, payments: [], small: [] };
}

/** Another wallet of the same profile: same ordinals address, other payment address. */
async function secondWallet(desk: Desk, first: Trader): Promise<Trader> {
  const walletBindingId = randomUUID();
  const payment = keyOf(`second wallet ${walletBindingId}`, 'p2tr');
  await insertBinding(desk.ctx.db, {
    id: walletBindingId,
    profileId: first.caller.profileId,
    label: 'second wallet',
    ordinalsAddress: first.ordinals.address,
    paymentAddress: payment.address,
    createdAt: desk.clock.now(),
  });
  return { ...first, walletBindingId, payment };
}

async function fund(desk: Desk, wallets: readonly Wallet[]): Promise<void> {
  const purses = wallets.flatMap(({ trader: { payment }, payments, small }) => [
    ...Array.from({ length: PAYMENTS }, () => ({
      purse: payments,
      address: payment.address,
      sats: PAYMENT_SATS,
    })),
    ...Array.from({ length: SMALL }, () => ({ purse: small, address: payment.address, sats: SMALL_SATS })),
  ]);
  const anchors = Array.from({ length: ANCHORS }, () => ({
    address: anchorAddress(desk.ctx.keys, desk.ctx.settings.network),
    sats: desk.ctx.settings.anchorSats,
  }));
  const { txid } = await desk.miner.pay([...purses, ...anchors]);
  for (const [vout, { purse, sats }] of purses.entries())
    purse.push({ coin: `${txid}:${vout}`, valueSats: sats });
  await desk.mine();
}
