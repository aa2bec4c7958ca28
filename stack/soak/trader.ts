import type { Utxo } from '@ordbook/protocol/outpoint';
import { Transaction, WIF } from '@scure/btc-signer';
import {
  ApiError,
  acceptOffer,
  createClient,
  delist,
  fillCollectionOffer,
  listInscriptions,
  localWallet,
  makeCollectionOffers,
  makeOffers,
  memoryStorage,
  myOffers,
  ordSource,
  preparePurchase,
  type Session,
  signIn,
  signPurchase,
  submitPurchase,
} from '../../client/src/index.ts';
import { payTo, REGTEST, type SandboxWallet } from '../../sandbox/src/keys.ts';
import type { Random } from '../random.ts';

/** Smaller coins of a payment address may hold an inscription, when the wallet has one address. */
const LEAST_COIN_SATS = 100_000;
const RETRIES = 8;

/** What happened, for the report. */
export interface Tally {
  readonly done: Record<string, number>;
  /** Answers below 500, by action and status. */
  readonly refused: Record<string, number>;
  /** Submits without a clear answer. */
  unclear: number;
  /** Of them, those whose repetition gave a clear one. */
  cleared: number;
  readonly anomalies: string[];
}

/** A purchase as its buyer knows it. `told`: the last clear answer to its submit; null: there was none. */
export interface Attempt {
  readonly listingId: string;
  readonly inscriptionId: string;
  told: 'yes' | number | null;
  /** Of what it signed. */
  readonly signedTxid: string;
  /** In the answer. */
  txid: string | null;
}

export interface SoakTrader {
  /** Does one random thing. Never throws. */
  act(): Promise<void>;
  readonly attempts: readonly Attempt[];
  /** Spends the coins of its last purchase elsewhere; null: it has made none. Raw hex, not sent. */
  doubleSpend(): string | null;
}

export interface Bid {
  readonly collectionSlug: string;
  readonly offerId: string;
  readonly priceSats: number;
  readonly buyer: string;
}

export interface TraderWorld {
  readonly wallet: SandboxWallet;
  readonly services: readonly { readonly url: string }[];
  readonly ordUrl: string;
  readonly draw: Random;
  readonly tally: Tally;
  /** Collection offers that anybody has made. */
  readonly bids: Bid[];
  coinsOf(address: string): Promise<Utxo[]>;
}

const SLUGS = ['embers', 'tidepools'];
type Actions = readonly (readonly [name: string, weight: number, run: () => Promise<boolean>])[];

/** Signs in and returns a trader. Throws what `signIn` throws. */
export async function enterMarket(world: TraderWorld): Promise<SoakTrader> {
  const { wallet: keys, services, draw, tally } = world;
  const wallet = localWallet({ ...keys, network: 'regtest' });
  const client = createClient({ baseUrl: services[0]!.url, network: 'regtest', timeoutMs: 20_000 });
  const options = { source: ordSource(world.ordUrl), storage: memoryStorage(), domain: 'localhost' };
  const signedIn = await signIn(client, wallet, options);
  const attempts: Attempt[] = [];
  const used = new Set<string>();
  let lastSpent: Utxo[] = [];

  /** The same session at any of the services: tokens and storage are shared. */
  function session(): Session {
    const baseUrl = draw.pick(services).url;
    return { ...signedIn, client: createClient({ ...signedIn.client.options, baseUrl }) };
  }

  async function coins(): Promise<Utxo[]> {
    const all = (await world.coinsOf(wallet.paymentAddress)).filter(
      (coin) => coin.valueSats >= LEAST_COIN_SATS,
    );
    const fresh = all.filter(({ txid, vout }) => !used.has(`${txid}:${vout}`));
    const from = fresh.length > 0 ? fresh : all;
    return from.length === 0 ? [] : [draw.pick(from)];
  }

  async function own() {
    const path = { slug: draw.pick(SLUGS) };
    const { items: inscriptions } = await session().client.get('/collection/{slug}/inscriptions', {
      path,
      query: { limit: 100 },
    });
    return { slug: path.slug, inscriptions };
  }

  const book = async () => (await session().client.get('/listings', { query: { limit: 100 } })).listings;
  const price = () => draw.between(20, 60) * 1_000;

  const actions: Actions = [
    [
      'list',
      5,
      async () => {
        const { slug, inscriptions } = await own();
        const free = inscriptions.filter(
          (one) => one.owner === wallet.ordinalsAddress && one.listingId === null,
        );
        if (free.length === 0) return false;
        const items = [{ inscriptionId: draw.pick(free).inscriptionId, priceSats: price() }];
        await listInscriptions(session(), { collectionSlug: slug, items });
        return true;
      },
    ],
    ['buy', 8, purchase],
    ['bid', 2, bid],
    ['fill', 3, fill],
    [
      'delist',
      1,
      async () => {
        const mine = (await book()).filter((one) => one.sellerAddress === wallet.ordinalsAddress);
        if (mine.length === 0) return false;
        const one = draw.pick(mine);
        await delist(session(), { collectionSlug: one.collection.slug!, listings: [one] });
        return true;
      },
    ],
    [
      'offer',
      2,
      async () => {
        const { slug, inscriptions } = await own();
        const others = inscriptions.filter((one) => one.owner !== wallet.ordinalsAddress);
        const spendableUtxos = await coins();
        if (others.length === 0 || spendableUtxos.length === 0) return false;
        await makeOffers(session(), {
          collectionSlug: slug,
          inscriptionIds: [draw.pick(others).inscriptionId],
          priceSats: price(),
          spendableUtxos,
        });
        return true;
      },
    ],
    [
      'accept',
      3,
      async () => {
        const received = [];
        for await (const group of myOffers(session(), 'owned'))
          for (const offer of group.offers)
            received.push({
              inscriptionId: group.inscriptionId,
              offerId: offer.offerId,
              priceSats: offer.priceSats,
            });
        if (received.length === 0) return false;
        await acceptOffer(session(), draw.pick(received));
        return true;
      },
    ],
  ];

  async function bid(): Promise<boolean> {
    const spendableUtxos = await coins();
    if (spendableUtxos.length === 0) return false;
    const collectionSlug = draw.pick(SLUGS);
    const priceSats = draw.between(4, 12) * 5_000;
    const request = { collectionSlug, target: { kind: 'all' }, priceSats, spendableUtxos } as const;
    for (const { offerId } of await makeCollectionOffers(session(), request))
      world.bids.push({ collectionSlug, offerId, priceSats, buyer: wallet.ordinalsAddress });
    return true;
  }

  async function fill(): Promise<boolean> {
    const { slug, inscriptions } = await own();
    const mine = inscriptions.filter((one) => one.owner === wallet.ordinalsAddress);
    const open = world.bids.filter(
      ({ collectionSlug, buyer }) => collectionSlug === slug && buyer !== wallet.ordinalsAddress,
    );
    if (mine.length === 0 || open.length === 0) return false;
    const chosen = draw.pick(open);
    world.bids.splice(world.bids.indexOf(chosen), 1);
    const { inscriptionId } = draw.pick(mine);
    await fillCollectionOffer(session(), { ...chosen, inscriptionId, evenBelowTop: true });
    return true;
  }

  async function purchase(): Promise<boolean> {
    const others = (await book()).filter((one) => one.sellerAddress !== wallet.ordinalsAddress);
    const spendableUtxos = await coins();
    if (others.length === 0 || spendableUtxos.length === 0) return false;
    const { listingId, inscriptionId, priceSats, collection } = draw.pick(others);
    const request = {
      collectionSlug: collection.slug!,
      listings: [{ listingId, inscriptionId, priceSats }],
      spendableUtxos,
    };
    const prepared = await preparePurchase(session(), request);
    const signed = await signPurchase(session(), prepared);
    for (const { txid, vout } of spendableUtxos) used.add(`${txid}:${vout}`);
    lastSpent = spendableUtxos;
    const attempt: Attempt = {
      listingId,
      inscriptionId,
      told: null,
      signedTxid: prepared.preflight.expectedSettlementTxid,
      txid: null,
    };
    attempts.push(attempt);
    for (let tries = 0; ; tries += 1) {
      try {
        attempt.txid = (await submitPurchase(session(), signed)).settlementTxid;
        attempt.told = 'yes';
        if (tries > 0) tally.cleared += 1;
        return true;
      } catch (error) {
        const isClear = error instanceof ApiError && error.status < 500;
        if (isClear) attempt.told = error.status;
        if (isClear && tries > 0) tally.cleared += 1;
        if (isClear || tries >= RETRIES) throw error;
        if (tries === 0) tally.unclear += 1;
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    }
  }

  return {
    attempts,
    async act() {
      const [name, , run] = draw.pick(
        actions.flatMap((action) => Array.from({ length: action[1] }, () => action)),
      );
      try {
        if (await run()) count(tally.done, name);
      } catch (error) {
        note(tally, name, error);
      }
    },
    doubleSpend: () => (lastSpent.length === 0 ? null : spendElsewhere(keys, lastSpent)),
  };
}

function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

/** A route that a trader uses may refuse or be unavailable. Anything else is an anomaly. */
function note(tally: Tally, name: string, error: unknown): void {
  count(tally.refused, error instanceof ApiError ? `${name} ${error.status}` : `${name} without an answer`);
  if (
    error instanceof ApiError &&
    error.status === 500 &&
    !/database|unreachable|respond|index|node/.test(error.message)
  )
    tally.anomalies.push(`${name} got 500: ${error.message}`);
}

function spendElsewhere({ payment }: SandboxWallet, coins: readonly Utxo[]): string {
  const secret = WIF(REGTEST).decode(payment.wif);
  const lock = payTo(secret, payment.type);
  const transaction = new Transaction();
  let held = 0;
  for (const { txid, vout, valueSats } of coins) {
    held += valueSats;
    transaction.addInput({
      ...lock,
      txid,
      index: vout,
      sequence: 0xfffffffd,
      witnessUtxo: { script: lock.script, amount: BigInt(valueSats) },
    });
  }
  transaction.addOutputAddress(payment.address, BigInt(held - 20_000), REGTEST);
  transaction.sign(secret);
  transaction.finalize();
  return Buffer.from(transaction.extract()).toString('hex');
}
