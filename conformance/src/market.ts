import {
  createClient,
  localWallet,
  memoryStorage,
  ordSource,
  type Session,
  signIn,
  type Wallet,
} from '@ordbook/client';
import { sandboxAt } from '@ordbook/client/demo';
import type { OperationName } from './fields.ts';
import { type Fetch, type Json, type Request, Service } from './http.ts';

const FUND_SATS = 100_000_000;
const INSCRIBED_AT_ONCE = 20;
const SETTLES = /\/(purchases|accept|fill)\/submit$/;

export interface MarketOptions {
  /** Base address of the API, with or without `/api/v1`. */
  readonly baseUrl: string;
  /** URL of an ordbook sandbox: its purse has coins and inscriptions for the trades. Absent: no trades. */
  readonly sandboxUrl?: string | undefined;
  /** Signs in where there is no sandbox. Its payment address holds the funding requirement. */
  readonly wallet?: Wallet | undefined;
  /** The collection to read and trade. Default: the sandbox's first. */
  readonly collectionSlug?: string | undefined;
  readonly fetch?: Fetch | undefined;
}

type Makes = (operation: OperationName, market: Market) => Promise<Request | undefined>;

/** What the SDK is about to send, once it is. */
interface Held {
  readonly operation: OperationName;
  request: Request | undefined;
}

/** The server, and what the checks have made there. Each thing is made when the first check asks for it. */
export class Market {
  readonly service: Service;
  readonly esploraUrl: string;
  readonly #options: MarketOptions;
  readonly #makes: Makes;
  readonly #made = new Map<string, Promise<unknown>>();
  readonly #fresh: string[] = [];
  #held: Held | null = null;
  /** A trade waits for its block. */
  #isPending = false;

  /** `makes` makes the request of an operation with the SDK, once everything that it needs is there. */
  constructor(options: MarketOptions, makes: Makes) {
    this.#options = options;
    this.#makes = makes;
    this.service = new Service(options.baseUrl, this.#fetch);
    this.esploraUrl = `${options.sandboxUrl}/sandbox/esplora`;
  }

  get sandbox(): ReturnType<typeof sandboxAt> {
    return sandboxAt(this.#options.sandboxUrl!);
  }

  /** What `make` resolved to the first time. What failed is made again. */
  once<T>(name: string, make: () => Promise<T>): Promise<T> {
    const made = (this.#made.get(name) as Promise<T> | undefined) ?? make();
    this.#made.set(name, made);
    made.catch(() => this.#made.delete(name));
    return made;
  }

  slug(): Promise<string> {
    const { collectionSlug } = this.#options;
    return this.once('slug', async () => collectionSlug ?? (await this.sandbox.world()).collections[0]!.slug);
  }

  /** Somebody with coins and a session: of the sandbox by name, else the given wallet. */
  session(name: 'seller' | 'buyer' | 'other'): Promise<Session> {
    return this.once(name, async () => {
      const wallet = this.#options.wallet ?? (await this.newWallet('p2wpkh', FUND_SATS));
      const { sandboxUrl, baseUrl } = this.#options;
      const source = ordSource(`${sandboxUrl}/sandbox/ord`, { esploraUrl: this.esploraUrl });
      const safety = sandboxUrl === undefined ? {} : { source, storage: memoryStorage() };
      return signIn(createClient({ baseUrl, fetch: this.#fetch }), wallet, safety);
    });
  }

  async token(name: 'seller' | 'buyer' | 'other'): Promise<string> {
    return (await this.session(name)).client.options.token!;
  }

  async newWallet(type: 'p2wpkh' | 'same', fundSats: number): Promise<Wallet> {
    return localWallet({ ...(await this.sandbox.addWallet(type, fundSats)), network: 'regtest' });
  }

  /** An inscription of the seller that nothing has used yet. */
  async inscription(): Promise<string> {
    if (this.#fresh.length === 0) {
      const { ordinalsAddress } = (await this.session('seller')).wallet;
      this.#fresh.push(
        ...(await this.sandbox.inscribe(ordinalsAddress, await this.slug(), INSCRIBED_AT_ONCE)),
      );
    }
    return this.#fresh.pop()!;
  }

  /** Confirms the trades that wait for a block. */
  async confirm(): Promise<void> {
    if (this.#isPending) await this.sandbox.mine();
    this.#isPending = false;
  }

  /** A request that the server must accept as it is, and has not got. It is the same until `act` sends it. */
  request(operation: OperationName): Promise<Request> {
    return this.once(operation, () => this.hold(operation, () => this.#makes(operation, this)));
  }

  /**
   * The request of `operation` that `call` makes with the SDK. The kit holds it back, so that the server does not
   * get it. Throws what the call throws before it gets there.
   */
  async hold(operation: OperationName, call: () => Promise<Request | undefined>): Promise<Request> {
    await this.session('buyer');
    const held: Held = { operation, request: undefined };
    this.#held = held;
    try {
      return (await call()) ?? held.request!;
    } catch (error) {
      if (!held.request) throw error;
      return held.request;
    } finally {
      this.#held = null;
    }
  }

  /** The next `request` of an operation is a new one. */
  forget(operation: OperationName): void {
    this.#made.delete(operation);
  }

  /** Sends the request of an operation, with `change` in its body. Returns the body of the response. */
  async act(operation: OperationName, change: object = {}): Promise<Json> {
    const request = await this.request(operation);
    this.forget(operation);
    return this.service.ok(operation, { ...request, body: request.body && { ...request.body, ...change } });
  }

  readonly #fetch: Fetch = async (input, init) => {
    const sent = new globalThis.Request(input, init);
    const { pathname } = new URL(sent.url);
    const held = this.#held;
    const params = held && parametersOf(held.operation, `${sent.method} ${pathname}`);
    if (held && params) {
      const token = sent.headers.get('authorization')?.replace('Bearer ', '');
      held.request = { token, params, body: JSON.parse(await sent.text()) };
      return new Response('{"error":"held back"}', { status: 400 });
    }
    if (SETTLES.test(pathname)) {
      this.#isPending = true;
      // their coins may be spent
      for (const name of this.#made.keys()) if (name.startsWith('POST ')) this.#made.delete(name);
    }
    return (this.#options.fetch ?? globalThis.fetch)(sent);
  };
}

/** The parameters in a path; null: it is of another operation. */
function parametersOf(operation: OperationName, path: string): Record<string, string> | null {
  const pattern = operation.replace(' ', ' .*').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  const found = new RegExp(`^${pattern}$`).exec(path);
  return found && { ...found.groups };
}
