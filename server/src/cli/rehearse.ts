/** `ordbook rehearse`: two wallets of the operator trade with each other on the running service. */
import { readFileSync } from 'node:fs';
import {
  acceptOffer,
  buy,
  cancelCollectionOffer,
  createClient,
  delist,
  fillCollectionOffer,
  type LocalWalletOptions,
  listInscriptions,
  localWallet,
  makeCollectionOffers,
  makeOffers,
  memoryStorage,
  ordSource,
  type Session,
  signIn,
  type Wallet,
} from '@ordbook/client';
import { operatorSentence } from '@ordbook/protocol/refusals';
import type { Chain } from '../chain/port.ts';
import { openAdapters } from '../composition/build-service.ts';
import { listOf, readSettings } from '../composition/settings.ts';
import type { Plan } from './acting.ts';

export interface RehearseOptions {
  readonly wallet: readonly string[];
  readonly inscription: string;
  readonly collection: string;
  readonly price: string;
  readonly url?: string;
  readonly json?: boolean;
}

export interface RehearsalReport {
  readonly network: string;
  readonly url: string;
  readonly at: string;
  readonly passed: boolean;
  readonly steps: readonly RehearsalStep[];
  /** What both wallets have less than before, in confirmed coins: fees. null: it did not get to the end. */
  readonly costSats: number | null;
}

export interface RehearsalStep {
  readonly step: string;
  readonly outcome: 'passed' | 'failed' | 'not run';
  readonly seconds: number;
  readonly says: string;
}

/** Where a rehearsal is. */
export interface Stage {
  readonly url: string;
  readonly ordUrl: string;
  readonly network: string;
  readonly chain: Pick<Chain, 'addressCoins' | 'transaction'>;
  readonly collectionSlug: string;
  readonly inscriptionId: string;
  readonly priceSats: number;
  /** The first holds the inscription. */
  readonly wallets: readonly [Wallet, Wallet];
}

const LOOK_MS = 1_000;
/** On testnet4, a block may take an hour. */
const BLOCK_MS = 3 * 3_600_000;
/** From a block to when the service has confirmed the sale in it. */
const CONFIRM_MS = 120_000;
const LEAST_SESSION_MS = 5 * 60_000;
const LEAST_PRICE_SATS = 10_000;

/** Reads wallets and settings, and finds who has the inscription. Throws an Error that says what is wrong. */
export async function planRehearsal(options: RehearseOptions, env: NodeJS.ProcessEnv): Promise<Plan> {
  const settings = readSettings(env);
  const { NETWORK: network } = settings;
  if (network === 'mainnet')
    throw new Error('NETWORK is mainnet, where a rehearsal costs real money; rehearse on a test network');
  if (options.wallet.length !== 2)
    throw new Error(`name two wallets with --wallet, not ${options.wallet.length}`);
  const priceSats = Number(options.price);
  if (!Number.isSafeInteger(priceSats) || priceSats < LEAST_PRICE_SATS)
    throw new Error(`--price is ${options.price}; use whole sats, at least ${LEAST_PRICE_SATS}`);
  const [ordUrl] = listOf(settings.ORD_URL);
  if (!ordUrl || !settings.CHAIN_RPC_URL)
    throw new Error('set CHAIN_RPC_URL and ORD_URL as the service has them (--settings FILE)');
  const { chain, ordinals } = openAdapters(settings);
  const [first, second] = options.wallet.map((file) => readWallet(file, network)) as [Wallet, Wallet];
  const holder = (await ordinals.inscription(options.inscription))?.address ?? null;
  const wallets: [Wallet, Wallet] = holder === second.ordinalsAddress ? [second, first] : [first, second];
  if (holder !== wallets[0].ordinalsAddress)
    throw new Error(
      `inscription ${options.inscription} is at ${holder ?? 'no address'}; send it to ${first.ordinalsAddress} or ${second.ordinalsAddress}, and coins to ${first.paymentAddress} and ${second.paymentAddress}`,
    );
  const stage: Stage = {
    ...{ network, ordUrl, chain, priceSats, wallets },
    url: options.url ?? settings.PUBLIC_URL,
    collectionSlug: options.collection,
    inscriptionId: options.inscription,
  };
  return {
    says: [
      `on ${network}, at ${stage.url}, ${options.inscription} is sold three times between the two wallets, for ${priceSats} sats each time`,
      'what each pays to the other stays with you; fees of the network and the market are spent',
    ],
    reason: 'a rehearsal',
    isNamed: true,
    async run() {
      const report = await rehearse(stage, (line) => process.stderr.write(`${line}\n`));
      if (!report.passed) process.exitCode = 1;
      return options.json ? [JSON.stringify(report)] : textOf(report);
    },
  };
}

/** Plays the steps one after the other, and none after one that fails. `tell` gets a line as each ends. */
export async function rehearse(stage: Stage, tell: (line: string) => void): Promise<RehearsalReport> {
  const at = new Date().toISOString();
  const before = await coinsOf(stage);
  const steps: RehearsalStep[] = [];
  for (const [step, play] of playsOn(stage)) {
    const started = performance.now();
    let outcome: RehearsalStep['outcome'] = 'not run';
    let says = '';
    if (steps.every((done) => done.outcome === 'passed'))
      try {
        says = await play();
        outcome = 'passed';
      } catch (error) {
        says = operatorSentence(error);
        outcome = 'failed';
      }
    steps.push({ step, outcome, seconds: Math.round((performance.now() - started) / 100) / 10, says });
    tell(lineOf(steps.at(-1)!));
  }
  const passed = steps.every(({ outcome }) => outcome === 'passed');
  const costSats = passed ? before - (await coinsOf(stage)) : null;
  return { network: stage.network, url: stage.url, at, passed, steps, costSats };
}

function playsOn(stage: Stage): [step: string, play: () => Promise<string>][] {
  const { wallets, collectionSlug, inscriptionId, priceSats, chain } = stage;
  const [holder, other] = wallets;
  const sessions = new Map<Wallet, Session>();
  const enter = async (wallet: Wallet) => {
    const known = sessions.get(wallet);
    // a session lasts an hour, a block may take longer
    if (known && known.expiresAt.getTime() > Date.now() + LEAST_SESSION_MS) return known;
    const safety = { source: ordSource(stage.ordUrl), storage: memoryStorage() };
    const session = await signIn(createClient({ baseUrl: stage.url }), wallet, safety);
    sessions.set(wallet, session);
    return session;
  };
  const paying = async ({ paymentAddress }: Wallet) => {
    const { coins } = await chain.addressCoins(paymentAddress);
    return { collectionSlug, spendableUtxos: coins.map(({ height: _, ...coin }) => coin) };
  };
  const list = async (seller: Session) => {
    const items = [{ inscriptionId, priceSats }];
    const [listing] = await listInscriptions(seller, { collectionSlug, items });
    return { ...listing!, priceSats };
  };
  const bid = async (wallet: Wallet) => {
    const request = { ...(await paying(wallet)), target: { kind: 'all' as const }, priceSats };
    const [offer] = await makeCollectionOffers(await enter(wallet), request);
    return { collectionSlug, offerId: offer!.offerId };
  };
  const settled = async (txid: string, buyer: Wallet) => {
    await until(`no block has ${txid}`, BLOCK_MS, async () => {
      // the node's index may be behind for a moment
      const seen = await chain.transaction(txid).catch(() => null);
      return seen !== null && seen.confirmations > 0;
    });
    const { client } = await enter(buyer);
    await until(`the service has not confirmed ${txid}`, CONFIRM_MS, async () => {
      const { sales } = await client.get('/sales', { query: { collectionSlug, limit: 50 } });
      return sales.some((sale) => sale.txid === txid && sale.blockHeight !== null);
    });
    return `settled by ${txid}`;
  };
  return [
    [
      'sign in with both wallets',
      async () => {
        for (const wallet of wallets) await enter(wallet);
        return wallets.map(({ paymentAddress }) => paymentAddress).join(', ');
      },
    ],
    [
      'list, and take the listing back',
      async () => {
        const seller = await enter(holder);
        const { inscriptionId: id, listingId } = await list(seller);
        await delist(seller, { collectionSlug, listings: [{ inscriptionId: id, listingId }] });
        return `listing ${listingId} is ended`;
      },
    ],
    [
      'list and buy',
      async () => {
        const listing = await list(await enter(holder));
        const { settlementTxid } = await buy(await enter(other), {
          ...(await paying(other)),
          listings: [listing],
        });
        return settled(settlementTxid, other);
      },
    ],
    [
      'make an offer, and accept it',
      async () => {
        const request = { ...(await paying(holder)), inscriptionIds: [inscriptionId], priceSats };
        const [offer] = await makeOffers(await enter(holder), request);
        const { settlementTxid } = await acceptOffer(await enter(other), {
          ...{ inscriptionId, offerId: offer!.offerId, priceSats },
        });
        return settled(settlementTxid, holder);
      },
    ],
    [
      'make a collection offer, and take it back',
      async () => {
        const offer = await bid(other);
        await cancelCollectionOffer(await enter(other), offer);
        return `offer ${offer.offerId} is ended`;
      },
    ],
    [
      'make a collection offer, and fill it',
      async () => {
        const terms = { ...(await bid(other)), inscriptionId, priceSats, evenBelowTop: true };
        const { settlementTxid } = await fillCollectionOffer(await enter(holder), terms);
        return settled(settlementTxid, other);
      },
    ],
  ];
}

/** Confirmed sats of both wallets, but for what holds the inscription. */
async function coinsOf({ chain, wallets }: Stage): Promise<number> {
  let sum = 0;
  for (const { paymentAddress } of wallets) sum += (await chain.addressCoins(paymentAddress)).confirmedSats;
  return sum;
}

function readWallet(file: string, network: string): Wallet {
  const options = JSON.parse(readFileSync(file, 'utf8')) as LocalWalletOptions;
  if (options.network !== network)
    throw new Error(`${file} is of ${options.network}, and NETWORK is ${network}`);
  return localWallet(options);
}

/** Asks until it is so. Throws an Error with `otherwise` after `ms`. */
async function until(otherwise: string, ms: number, holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + ms;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`${otherwise} after ${ms / 60_000} minutes`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

const lineOf = ({ step, outcome, seconds, says }: RehearsalStep) =>
  `${outcome.padEnd(7)} ${step}${outcome === 'not run' ? '' : ` (${seconds} s): ${says}`}`;

function textOf({ steps, passed, costSats, network, url }: RehearsalReport): string[] {
  return [
    `rehearsal on ${network}, ${url}`,
    ...steps.map(lineOf),
    passed ? `all passed; fees of ${costSats} sats` : 'it failed: nothing after that step was tried',
  ];
}
