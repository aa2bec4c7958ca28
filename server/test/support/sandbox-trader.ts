import {
  createClient,
  type KeyType,
  localWallet,
  memoryStorage,
  ordSource,
  type Session,
  signIn,
} from '@ordbook/client';
import { sandboxAt } from '../../../client/src/demo/sandbox.ts';
import type { Sandbox } from '../../../sandbox/src/sandbox.ts';

/** The collection of the sandbox that traders' inscriptions belong to. */
export const SLUG = 'embers';
const FUND_SATS = 10_000_000;

export interface SandboxTrader extends Session {
  readonly inscriptionIds: readonly string[];
}

/** A fresh wallet of a shape, funded, signed in with a source and a storage of its own, with so many new members of the collection. */
export async function trader(
  { url }: Pick<Sandbox, 'url'>,
  shape: KeyType | 'same',
  inscriptions = 0,
): Promise<SandboxTrader> {
  const control = sandboxAt(url);
  const { ordinals, payment } = await control.addWallet(shape, FUND_SATS);
  const inscriptionIds =
    inscriptions === 0 ? [] : await control.inscribe(ordinals.address, SLUG, inscriptions);
  const network = 'regtest';
  const wallet = localWallet({ ordinals, payment, network });
  const source = ordSource(`${url}/sandbox/ord`, { esploraUrl: `${url}/sandbox/esplora` });
  const session = await signIn(createClient({ baseUrl: url, network }), wallet, {
    source,
    storage: memoryStorage(),
  });
  return { ...session, inscriptionIds };
}
