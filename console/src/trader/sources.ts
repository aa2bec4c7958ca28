import { esploraSource, type InscriptionSource, ordSource } from '@ordbook/client';
import { place } from '../app/place.ts';

/** A wallet of the sandbox, as `GET /sandbox/world` lists it. */
export interface DemoWallet {
  readonly name: string;
  readonly ordinals: DemoKey;
  readonly payment: DemoKey;
}

interface DemoKey {
  readonly address: string;
  readonly wif: string;
  readonly type: 'p2tr' | 'p2wpkh' | 'p2sh-p2wpkh';
}

/** Where the service is, and what this browser asks beside it. */
export interface Surroundings {
  readonly network: 'mainnet' | 'testnet' | 'signet' | 'regtest';
  readonly slugs: readonly string[];
  /** Of a sandbox; empty elsewhere. */
  readonly demoWallets: readonly DemoWallet[];
  readonly isSandbox: boolean;
  /** null: nobody named one. */
  readonly esploraUrl: string | null;
  readonly source: InscriptionSource | null;
}

const ORD = 'ordbook.ord';
const ESPLORA = 'ordbook.esplora';

/** The servers that the user named; kept in this browser. */
export const ownServers = {
  get: () => ({ ord: localStorage.getItem(ORD) ?? '', esplora: localStorage.getItem(ESPLORA) ?? '' }),
  set({ ord, esplora }: { readonly ord: string; readonly esplora: string }) {
    localStorage.setItem(ORD, ord.trim());
    localStorage.setItem(ESPLORA, esplora.trim());
  },
};

/** Reads them again. Throws an Error when the service does not respond. */
export async function surroundings(): Promise<Surroundings> {
  const world = await read<World>('/sandbox/world');
  const market = world ? null : await read<Pick<Surroundings, 'network'>>('/market');
  const listed = world ? null : await read<Pick<World, 'collections'>>('/market/collections');
  const own = ownServers.get();
  const ord = own.ord || (world ? `${place.serviceUrl}/sandbox/ord` : '');
  const esplora = own.esplora || (world ? `${place.serviceUrl}/sandbox/esplora` : '');
  return {
    network: world?.network ?? market?.network ?? 'mainnet',
    slugs: (world ?? listed)?.collections.map(({ slug }) => slug) ?? [],
    demoWallets: world?.wallets ?? [],
    isSandbox: world !== null,
    esploraUrl: esplora === '' ? null : esplora,
    source: sourceOf(ord, esplora),
  };
}

function sourceOf(ord: string, esplora: string): InscriptionSource | null {
  if (ord !== '') return ordSource(ord, esplora === '' ? {} : { esploraUrl: esplora });
  return esplora === '' ? null : esploraSource(esplora);
}

interface World {
  readonly network: Surroundings['network'];
  readonly wallets: readonly DemoWallet[];
  readonly collections: readonly { readonly slug: string }[];
}

/** JSON beside the API; null: it is not there. */
async function read<Value>(path: string): Promise<Value | null> {
  const response = await fetch(`${place.serviceUrl}${path}`);
  return response.ok ? ((await response.json()) as Value) : null;
}
