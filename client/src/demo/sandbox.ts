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
  /** Creates a wallet. `same`: one address for both roles. */
  addWallet(paymentType: KeyType | 'same', fundSats: number): Promise<SandboxWallet>;
  /** Inscribes new members of the collection to an address, confirmed; returns their ids. */
  inscribe(address: string, collectionSlug: string, count: number): Promise<string[]>;
  /** Resolves once the service has processed the block. */
  mine(): Promise<{ readonly height: number; readonly hash: string }>;
}

/** There is no usable sandbox at the URL; the message says what to do. */
export class NoSandbox extends Error {
  override readonly name = 'NoSandbox';
}

/** The control routes of the sandbox at `url`. Calls throw `NoSandbox` when no sandbox responds there. */
export function sandboxAt(url: string): Sandbox {
  const call = async <T>(route: string, body?: object): Promise<T> => {
    const answer = await fetch(`${url}/sandbox/${route}`, {
      method: body ? 'POST' : 'GET',
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    }).catch(() => {
      throw new NoSandbox(`No sandbox responds at ${url}. Start one in another terminal: npm run sandbox`);
    });
    if (answer.status === 404)
      throw new NoSandbox(
        `${url} is not an ordbook sandbox, which the demo needs to mine blocks. Start one: npm run sandbox`,
      );
    if (!answer.ok) throw new Error(`/sandbox/${route} returned ${answer.status}: ${await answer.text()}`);
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
