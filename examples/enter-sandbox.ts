import {
  createClient,
  type KeySource,
  localWallet,
  memoryStorage,
  ordSource,
  type Session,
  signIn,
} from '@ordbook/client';

/** Keys to play with, which only a sandbox gives. */
interface SandboxWorld {
  readonly wallets: readonly { readonly ordinals: KeySource; readonly payment: KeySource }[];
  readonly collections: readonly { readonly slug: string }[];
}

export interface Entered {
  readonly session: Session;
  readonly collectionSlug: string;
  readonly esploraUrl: string;
}

/**
 * A session of a funded sandbox wallet, `WALLET` (default 1), at `ORDBOOK_URL`. For a real service: your own
 * keys, your own ord and Esplora servers, and a storage that outlives the process.
 */
export async function enterSandbox(): Promise<Entered> {
  const url = process.env['ORDBOOK_URL'] ?? 'http://127.0.0.1:8080';
  const world = (await (await fetch(`${url}/sandbox/world`)).json()) as SandboxWorld;
  const { ordinals, payment } = world.wallets[Number(process.env['WALLET'] ?? 1)]!;
  const wallet = localWallet({ ordinals, payment, network: 'regtest' });
  const esploraUrl = `${url}/sandbox/esplora`;
  const source = ordSource(`${url}/sandbox/ord`, { esploraUrl });
  const session = await signIn(createClient({ baseUrl: url }), wallet, { source, storage: memoryStorage() });
  return { session, collectionSlug: world.collections[0]!.slug, esploraUrl };
}
