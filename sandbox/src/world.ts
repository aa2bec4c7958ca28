import type { Trait } from '@ordbook/server/ordinals/port';
import type { CollectionInput } from '@ordbook/server/store/catalogue/collections';
import { utf8 } from '@scure/base';
import { artwork } from './artwork.ts';
import { curatorAddress, inscribe, inscribeGallery, type Parent } from './inscriber.ts';
import { type SandboxWallet, type WalletShape, walletOf } from './keys.ts';
import type { Miner } from './miner.ts';

const DEMO_WALLETS: readonly (readonly [name: string, shape: WalletShape])[] = [
  ['alice', 'p2wpkh'],
  ['bob', 'p2sh-p2wpkh'],
  ['carol', 'p2tr'],
  ['dave', 'same'],
  ['erin', 'p2wpkh'],
];
const ITEMS_PER_COLLECTION = 25;
const POSTAGE_SATS = 10_000;
/** Number and value of the coins of each demo wallet: enough for many trades between two blocks. */
const COINS_PER_WALLET = 8;
const COIN_SATS = 5_000_000;

export interface World {
  readonly wallets: SandboxWallet[];
  readonly collections: CollectionInput[];
  addWallet(shape: WalletShape, fundSats: number): Promise<SandboxWallet>;
  /** Inscribes to an address, optionally as new members of a collection; returns the confirmed ids. */
  inscribeAt(request: InscribeRequest): Promise<string[]>;
}

export interface InscribeRequest {
  readonly address: string;
  readonly collectionSlug?: string;
  readonly count: number;
  readonly postageSats: number;
  readonly traits?: readonly Trait[];
}

/** Callbacks of the world: `addSource` stores a new gallery inscription with its collection. */
export interface WorldHooks {
  addSource(slug: string, inscriptionId: string): Promise<void>;
  progress(step: string): void;
}

/**
 * Creates the demo world on an empty or used regtest chain: funded wallets, a parent with children, a gallery
 * with traits.
 */
export async function createWorld(miner: Miner, hooks: WorldHooks): Promise<World> {
  hooks.progress('mining coins');
  await miner.warmUp(40 * COIN_SATS * DEMO_WALLETS.length);
  const wallets = DEMO_WALLETS.map(([name, shape]) => walletOf(name, shape));

  hooks.progress('funding five wallets');
  await miner.pay(
    wallets.flatMap(({ payment }) =>
      Array.from({ length: COINS_PER_WALLET }, () => ({ address: payment.address, sats: COIN_SATS })),
    ),
  );

  hooks.progress('inscribing Embers, children of one parent');
  const parent = await inscribeParent(miner, 'Embers');
  await inscribeRound(miner, wallets, 'Ember', parent);

  hooks.progress('inscribing Tidepools, a gallery with traits');
  const items = await inscribeRound(miner, wallets, 'Tidepool');
  const gallery = await inscribeGallery(miner, 'Tidepools', items);
  await miner.mine(1);

  const collections: CollectionInput[] = [
    { slug: 'embers', name: 'Embers', kind: 'parent_child', verified: true, sources: [parent.id] },
    { slug: 'tidepools', name: 'Tidepools', kind: 'gallery', verified: true, sources: [gallery] },
  ];
  let fresh = 0;
  return {
    wallets,
    collections,
    async addWallet(shape, fundSats) {
      fresh += 1;
      const wallet = walletOf(`wallet-${fresh}-${shape}-${Date.now()}`, shape);
      if (fundSats > 0) await miner.pay([{ address: wallet.payment.address, sats: fundSats }]);
      await miner.mine(1);
      wallets.push(wallet);
      return wallet;
    },
    async inscribeAt(request) {
      const collection = collections.find(({ slug }) => slug === request.collectionSlug);
      fresh += 1;
      const series = `${collection?.name ?? 'Loose'} ${fresh}`;
      const artworks = Array.from({ length: request.count }, (_, i) => artwork(series, i, request.traits));
      const to = { address: request.address, postageSats: request.postageSats };
      const ids = await inscribe(
        miner,
        to,
        artworks,
        collection?.kind === 'parent_child' ? parent : undefined,
      );
      if (collection?.kind === 'gallery') {
        const added = await inscribeGallery(
          miner,
          series,
          ids.map((id, i) => ({ id, artwork: artworks[i]! })),
        );
        await hooks.addSource(collection.slug, added);
      }
      return ids;
    },
  };
}

async function inscribeParent(miner: Miner, title: string): Promise<Parent> {
  const body = utf8.decode(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><title>${title}</title></svg>`,
  );
  const picture = { contentType: 'image/svg+xml', body, title, traits: [] };
  const [id] = await inscribe(miner, { address: curatorAddress, postageSats: POSTAGE_SATS }, [picture]);
  return { id: id!, txid: id!.split('i')[0]!, vout: 0, valueSats: POSTAGE_SATS };
}

/** Distributes a series among the wallets, one reveal per wallet in turn. */
async function inscribeRound(
  miner: Miner,
  wallets: readonly SandboxWallet[],
  series: string,
  parent?: Parent,
) {
  const each = Math.ceil(ITEMS_PER_COLLECTION / wallets.length);
  const items = [];
  for (const [turn, wallet] of wallets.entries()) {
    const artworks = Array.from({ length: each }, (_, i) => artwork(series, turn * each + i));
    const ids = await inscribe(
      miner,
      { address: wallet.ordinals.address, postageSats: POSTAGE_SATS },
      artworks,
      parent,
    );
    items.push(...ids.map((id, i) => ({ id, artwork: artworks[i]! })));
  }
  return items;
}
