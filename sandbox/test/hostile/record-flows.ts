/** Records every flow of the SDK against an honest service in this process. */
import {
  type Coin,
  confirmedCoins,
  createClient,
  type InscriptionSource,
  localWallet,
  movePayment,
  ordSource,
  prepareCollectionOffers,
  type Session,
} from '@ordbook/client';
import { hex } from '@scure/base';
import { WIF } from '@scure/btc-signer';
import { pubSchnorr } from '@scure/btc-signer/utils.js';
import { sandboxAt } from '../../../client/src/demo/sandbox.ts';
import { type FlowKind, type MadeBy, type RequestOf, runFlow } from '../../../client/test/hostile/flows.ts';
import { type Exchange, isSubmit, type Recording, watching } from '../../../client/test/hostile/replay.ts';
import { SLUG } from '../../../server/test/support/sandbox-trader.ts';
import { keyOf, REGTEST, type SandboxKey, secretOf, type WalletShape } from '../../src/keys.ts';
import { realNode } from '../../src/real-node.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox.ts';

export const PRICE = 60_000;
const FUND_SATS = 10_000_000;
const keyIn = (name: string) => hex.encode(pubSchnorr(secretOf(name)));
/** The keys that users of the recorded flows have pinned. */
export const SIGNERS = { market: keyIn('market'), gate: keyIn('gate'), policy: keyIn('policy') };

export interface Party {
  readonly session: Session;
  readonly ordinals: SandboxKey;
  readonly payment: SandboxKey;
  readonly ids: readonly string[];
}

/** Starts a service, plays every flow, and stops it. What it returns needs no service. */
export async function recordFlows(): Promise<readonly Recording[]> {
  const sandbox = await startSandbox({ port: 0, blockSeconds: 0 });
  try {
    const recorder = recorderOf(sandbox);
    await recordSales(recorder);
    await recordOffers(recorder);
    await recordCollectionOffers(recorder);
    await recordTakeBack(recorder);
    return recorder.recordings;
  } finally {
    await sandbox.close();
  }
}

interface Recorder {
  readonly sandbox: Sandbox;
  readonly esploraUrl: string;
  readonly source: InscriptionSource;
  readonly recordings: Recording[];
  /** A signed-in wallet with coins. `note`: the name of its sign-in, which is recorded. */
  party(shape: WalletShape, inscriptions?: number, note?: string): Promise<Party>;
  record<Kind extends FlowKind>(
    name: string,
    kind: Kind,
    by: Party,
    request: RequestOf<Kind>,
  ): Promise<MadeBy<Kind>>;
}

function recorderOf(sandbox: Sandbox): Recorder {
  const control = sandboxAt(sandbox.url);
  const recordings: Recording[] = [];
  const record: Recorder['record'] = async (name, kind, { session, ordinals, payment }, request) => {
    const signed: string[] = [];
    const exchanges: Exchange[] = [];
    const client = createClient({ ...session.client.options, fetch: noting(exchanges) });
    const recordedAt = Date.now();
    const wallet = watching(session.wallet, signed, true);
    const made = (await runFlow(kind, { ...session, client, wallet }, request)) as MadeBy<typeof kind>;
    recordings.push({
      name,
      kind,
      request: request ?? null,
      wallet: { ordinals: keySource(ordinals), payment: keySource(payment) },
      walletBindingId: session.walletBindingId,
      recordedAt,
      exchanges: exchanges.slice(0, exchanges.findIndex(isSubmit) + 1),
      signed: [...signed],
    });
    return made;
  };
  return {
    sandbox,
    esploraUrl: `${sandbox.url}/sandbox/esplora`,
    source: ordSource(`${sandbox.url}/sandbox/ord`),
    recordings,
    record,
    async party(shape, inscriptions = 0, note) {
      const keys = await control.addWallet(shape, FUND_SATS);
      const { ordinals, payment } = keys as unknown as Record<'ordinals' | 'payment', SandboxKey>;
      await faucet(sandbox, payment.address);
      const ids = inscriptions === 0 ? [] : await control.inscribe(ordinals.address, SLUG, inscriptions);
      const wallet = localWallet({ ordinals, payment, network: 'regtest' });
      const client = createClient({ baseUrl: sandbox.url, network: 'regtest' });
      const nobody = { client, wallet, walletBindingId: '' } as Session;
      const recorder = note === undefined ? recorderOf(sandbox).record : record;
      const session = await recorder(
        note ?? '',
        'sign-in',
        { session: nobody, ordinals, payment, ids },
        null as never,
      );
      const { token } = session.client.options;
      return {
        session: { ...session, wallet, client: client.with({ token: token! }) },
        ordinals,
        payment,
        ids,
      };
    },
  };
}

const keySource = ({ type, wif }: SandboxKey) => ({ type, wif });

/** A second coin, so that there is a choice. */
async function faucet({ url }: Sandbox, address: string): Promise<void> {
  const response = await fetch(`${url}/sandbox/faucet`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address, sats: FUND_SATS / 2 }),
  });
  if (!response.ok) throw new Error(await response.text());
}

/** A `fetch` that passes calls on and notes their responses. */
function noting(exchanges: Exchange[]): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const response = await fetch(request);
    const body = (await response.clone().json()) as unknown;
    exchanges.push({ operation: `${request.method} ${new URL(request.url).pathname}`, body });
    return response;
  };
}

const coinsOf = ({ esploraUrl }: Recorder, { session }: Party): Promise<Coin[]> =>
  confirmedCoins(esploraUrl, session.wallet.paymentAddress);

/** Where inscriptions are, from the user's own source: what a flow passes on. */
const locate = ({ source }: Recorder, ids: readonly string[]) =>
  Promise.all(ids.map((id) => source.locate(id)));

interface Bought {
  readonly listingId: string;
  readonly inscriptionId: string;
  readonly priceSats: number;
}

async function list(recorder: Recorder, seller: Party, name: string, least = PRICE): Promise<Bought[]> {
  const locations = await locate(recorder, seller.ids);
  const items = seller.ids.map((inscriptionId, index) => {
    return { inscriptionId, priceSats: least + 10_000 * index, location: locations[index]! };
  });
  const request = { collectionSlug: SLUG, items, marketPublicKey: SIGNERS.market };
  const listed = await recorder.record(name, 'list', seller, request);
  return listed.map((listing, index) => ({ ...listing, priceSats: items[index]!.priceSats }));
}

async function purchase(recorder: Recorder, buyer: Party, listings: readonly Bought[], name: string) {
  const spendableUtxos = await coinsOf(recorder, buyer);
  const ids = listings.map(({ inscriptionId }) => inscriptionId);
  const locations = await locate(recorder, ids);
  const request = {
    collectionSlug: SLUG,
    listings: listings.map((listing, index) => ({ ...listing, location: locations[index]! })),
    spendableUtxos,
    purchaseAnchorSats: recorder.sandbox.service.ctx.settings.anchorSats,
  };
  return recorder.record(name, 'buy', buyer, request);
}

/** Listings and purchases of 1, 3 and 20, by wallets of every type. */
async function recordSales(recorder: Recorder): Promise<void> {
  const pairs = [
    ['p2wpkh', 1, 'p2wpkh'],
    ['p2tr', 3, 'p2sh-p2wpkh'],
    ['p2sh-p2wpkh', 1, 'same'],
    ['same', 20, 'p2tr'],
    ['p2wpkh', 3, 'p2wpkh'],
  ] as const;
  for (const [from, count, to] of pairs) {
    const seller = await recorder.party(from, count, `sign-in, ${from}`);
    const buyer = await recorder.party(to);
    const listings = await list(recorder, seller, `list ${count}, ${from}`);
    await purchase(recorder, buyer, listings, `buy ${count}, ${to}`);
  }
}

/** Offers, acceptances, counters and their acceptances, by wallets of every type. */
async function recordOffers(recorder: Recorder): Promise<void> {
  for (const shape of ['p2wpkh', 'p2sh-p2wpkh', 'p2tr', 'same'] as const) {
    const count = shape === 'p2sh-p2wpkh' ? 3 : 1;
    const owner = await recorder.party(shape, count);
    const [buyer, rival] = [await recorder.party(shape), await recorder.party(shape)];
    const [id] = owner.ids;
    const [location] = await locate(recorder, [id!]);
    const rivals = await offer(recorder, rival, [id!], `offer 1, ${shape}`);
    const offers = await offer(recorder, buyer, owner.ids, `offer ${count} at one price, ${shape}`);

    const ref = { inscriptionId: id!, offerId: rivals[0]!.offerId };
    const common = { location: location!, marketPublicKey: SIGNERS.market };
    const countering = { ...ref, ...common, priceSats: PRICE + 9_000 };
    const counter = await recorder.record(`counter, ${shape}`, 'counter', owner, countering);
    if (shape !== 'same') {
      await acceptedCounter(recorder, rival, { ...ref, offerId: counter.offerId }, shape);
      continue;
    }
    const accepting = {
      inscriptionId: id!,
      offerId: offers[0]!.offerId,
      priceSats: PRICE,
      location: location!,
    };
    await recorder.record('accept without payout, same', 'accept', owner, accepting);
  }
  for (const payer of ['p2tr', 'p2sh-p2wpkh'] as const) {
    const [owner, buyer] = [await recorder.party('p2wpkh', 1), await recorder.party(payer)];
    const [location] = await locate(recorder, owner.ids);
    const [made] = await offer(recorder, buyer, owner.ids, `offer 1, ${payer} to be accepted`);
    const accepting = {
      inscriptionId: owner.ids[0]!,
      offerId: made!.offerId,
      priceSats: PRICE,
      location: location!,
    };
    await recorder.record(`accept with payout, paid from ${payer}`, 'accept', owner, accepting);
  }
}

async function offer(recorder: Recorder, buyer: Party, inscriptionIds: readonly string[], name: string) {
  const spendableUtxos = await coinsOf(recorder, buyer);
  const found = await locate(recorder, inscriptionIds);
  const locations = Object.fromEntries(inscriptionIds.map((id, index) => [id, found[index]!]));
  const request = { collectionSlug: SLUG, inscriptionIds, priceSats: PRICE, spendableUtxos, locations };
  return recorder.record(name, 'offer', buyer, request);
}

async function acceptedCounter(
  recorder: Recorder,
  buyer: Party,
  ref: { readonly inscriptionId: string; readonly offerId: string },
  shape: WalletShape,
): Promise<void> {
  const [spendableUtxos, [location]] = [
    await coinsOf(recorder, buyer),
    await locate(recorder, [ref.inscriptionId]),
  ];
  const request = { ...ref, priceSats: PRICE + 9_000, location: location!, spendableUtxos };
  await recorder.record(`counter-accept, ${shape}`, 'counter-accept', buyer, request);
}

/** Single collection offers, ladders and traits, and fills. */
async function recordCollectionOffers(recorder: Recorder): Promise<void> {
  const traits = [{ type: 'palette', values: ['ember', 'dusk'] }];
  const cases = [
    ['single', 'p2wpkh', SLUG, { kind: 'all' }, {}],
    ['ladder of 3', 'p2tr', SLUG, { kind: 'all' }, { offerCount: 3, ladderStepSats: 5_000 }],
    ['traits', 'p2sh-p2wpkh', 'tidepools', { kind: 'traits', traits }, {}],
    ['single', 'same', SLUG, { kind: 'all' }, {}],
  ] as const;
  for (const [what, shape, collectionSlug, target, more] of cases) {
    const [buyer, seller] = [await recorder.party(shape), await recorder.party(shape, 1)];
    const spendableUtxos = await coinsOf(recorder, buyer);
    const asked = {
      collectionSlug,
      target: target.kind === 'all' ? target : { kind: target.kind, traits: target.traits.map(copyOf) },
      priceSats: PRICE,
      spendableUtxos,
      ...more,
    };
    // what the buyer's own index says: the honest service has it from the same
    const { preflight } = await prepareCollectionOffers(buyer.session, asked);
    const { eligibleRoot } = preflight.offers[0]!;
    const request = { ...asked, eligibleRoot, signerPublicKeys: SIGNERS };
    const name = `collection offer, ${what}, ${shape}`;
    const [made] = await recorder.record(name, 'collection-offer', buyer, request);
    if (collectionSlug !== SLUG) continue;
    const [location] = await locate(recorder, seller.ids);
    const filling = {
      collectionSlug,
      offerId: made!.offerId,
      inscriptionId: seller.ids[0]!,
      priceSats: PRICE,
      location: location!,
      evenBelowTop: true,
    };
    await recorder.record(`fill, ${shape}`, 'fill', seller, filling);
  }
}

const copyOf = ({ type, values }: { readonly type: string; readonly values: readonly string[] }) => {
  return { type, values: [...values] };
};

/** A take-back: a block takes the transfer of a sale, and a coin of its buyer is spent elsewhere. */
async function recordTakeBack(recorder: Recorder): Promise<void> {
  const { sandbox } = recorder;
  const call = realNode(sandbox.node);
  const [seller, buyer] = [await recorder.party('p2wpkh', 1), await recorder.party('p2wpkh')];
  const [listing] = await list(recorder, seller, 'list 1, to be stranded');
  const coins = await coinsOf(recorder, buyer);
  const bought = await purchase(recorder, buyer, [listing!], 'buy 1, to fail');
  const transfer = await call('getrawtransaction', [bought.listingTransferTxids[0]]);
  const { transaction } = movePayment({
    coins,
    type: 'p2wpkh',
    secret: WIF(REGTEST).decode(buyer.payment.wif),
    toAddress: buyer.payment.address,
    network: 'regtest',
    feeRate: 2,
  });
  const miner = keyOf('another miner', 'p2wpkh').address;
  await call('generateblock', [miner, [transfer, transaction]]);
  for (let block = 0; block < 3; block += 1) await sandboxAt(sandbox.url).mine();
  const location = { txid: bought.listingTransferTxids[0]!, vout: 0, valueSats: 10_000 };
  const request = {
    collectionSlug: SLUG,
    listingId: listing!.listingId,
    inscriptionId: listing!.inscriptionId,
    location,
    marketPublicKey: SIGNERS.market,
  };
  await recorder.record('take-back', 'take-back', seller, request);
}
