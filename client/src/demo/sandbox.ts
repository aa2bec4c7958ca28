import type { KeyType } from '../wallet/signing-key.ts';

/** The part of GET /sandbox/world that the demo reads. */
export interface SandboxWorld {
  readonly height: number;
  readonly marketPublicKey: string;
  readonly collections: readonly { readonly slug: string }[];
}

export interface SandboxKey {
  readonly address: string;
  readonly wif: string;
  readonly type: KeyType;
}

export interface SandboxWallet {
  readonly ordinals: SandboxKey;
  readonly payment: SandboxKey;
}

/** The control routes of a sandbox that the demo uses. */
export interface Sandbox {
  readonly url: string;
  world(): Promise<SandboxWorld>;
  /** `same`: one address for both roles. */
  addWallet(paymentType: KeyType | 'same', fundSats: number): Promise<SandboxWallet>;
  /** Confirmed inscriptions at an address, new members of the collection; their ids. */
  inscribe(address: string, collectionSlug: string, count: number): Promise<string[]>;
  /** Resolves once the service has processed the block. */
  mine(): Promise<{ readonly height: number; readonly hash: string }>;
}

/** What went wrong with the sandbox itself: a sentence for the person at the terminal. */
export class NoSandbox extends Error {
  override readonly name = 'NoSandbox';
}

/** Throws `NoSandbox`, at the first call, when none answers at `url`. */
export function sandboxAt(url: string): Sandbox {
  const call = async <T>(route: string, body?: object): Promise<T> => {
    const answer = await fetch(`${url}/sandbox/${route}`, {
      method: body ? 'POST' : 'GET',
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    }).catch(() => {
      throw new NoSandbox(`No sandbox answers at ${url}. Start one in another terminal: npm run sandbox`);
    });
    if (answer.status === 404)
      throw new NoSandbox(`${url} is no ordbook sandbox: the demo mines blocks. Start one: npm run sandbox`);
    if (!answer.ok) throw new Error(`/sandbox/${route} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  return {
    url,
    world: () => call('world'),
    addWallet: (paymentType, fundSats) => call('wallets', { paymentType, fundSats }),
    inscribe: async (address, collectionSlug, count) => {
      const { inscriptionIds } = await call<{ inscriptionIds: string[] }>('inscribe', {
        address,
        collectionSlug,
        count,
      });
      return inscriptionIds;
    },
    mine: () => call('mine', { blocks: 1 }),
  };
}
