/**
 * A hostile service: honest responses of a real one, recorded once (`sandbox/test/hostile`), and played again
 * with changes. The checks of the SDK depend on what the user knows and on the responses, so this shows the
 * same as a proxy in front of the service.
 */
import {
  createClient,
  type FlowOptions,
  type KeySource,
  localWallet,
  memoryStorage,
  type OperatorPins,
  type Session,
  type SigningRequest,
  type Wallet,
} from '../../src/index.ts';
import { safetyOf } from '../../src/safety/options.ts';
import { MARKET_KEY } from '../honest.ts';
import { type FlowKind, runFlow } from './flows.ts';

/** One call and its response. `operation`: the method and the path. */
export interface Exchange {
  readonly operation: string;
  readonly body: unknown;
}

/** A flow as it went with an honest service, as plain data. */
export interface Recording {
  readonly name: string;
  readonly kind: FlowKind;
  /** What the user asked for and knows: coins, locations, pinned keys. */
  readonly request: unknown;
  readonly wallet: { readonly ordinals: KeySource; readonly payment: KeySource };
  readonly walletBindingId: string;
  /** ms since 1970. */
  readonly recordedAt: number;
  /** Every call up to the one that hands signatures over, included. */
  readonly exchanges: readonly Exchange[];
  /** What the wallet signed. */
  readonly signed: readonly string[];
}

/** What became of a flow. */
export interface Outcome {
  /** Everything that the wallet was asked to sign, as text, in order. */
  readonly signed: readonly string[];
  readonly hasSubmitted: boolean;
  readonly error: Error | null;
}

const BASE_URL = 'http://127.0.0.1:8080';

/** Whether a call hands signatures over. */
export function isSubmit({ operation }: Pick<Exchange, 'operation'>): boolean {
  return /\/(submit|verify)$/.test(operation);
}

const wallets = new WeakMap<Recording, Wallet>();

export function walletIn(recording: Recording): Wallet {
  const wallet = wallets.get(recording) ?? localWallet({ ...recording.wallet, network: 'regtest' });
  wallets.set(recording, wallet);
  return wallet;
}

/** A wallet that notes what it is asked to sign. `signs`: false returns the PSBTs without signatures. */
export function watching(wallet: Wallet, notes: string[], signs: boolean): Wallet {
  return {
    ...wallet,
    async signMessage(address, message) {
      notes.push(`${address} ${message}`);
      return signs ? wallet.signMessage(address, message) : '00';
    },
    async signPsbt(request: SigningRequest, passthrough) {
      notes.push(JSON.stringify({ request, passthrough: passthrough ?? null }));
      return signs ? wallet.signPsbt(request, passthrough) : request.psbtBase64;
    },
  };
}

/** The market key of the attacks, for flows that do not name their own: the user knows passthroughs by it. */
function pinsFor({ kind }: Recording): OperatorPins {
  const namesMarket: readonly FlowKind[] = ['list', 'counter', 'take-back', 'collection-offer'];
  return namesMarket.includes(kind) ? {} : { market: MARKET_KEY };
}

/** Plays a flow against these responses, with a wallet that only notes. */
export async function play(
  recording: Recording,
  exchanges: readonly Exchange[] = recording.exchanges,
  respond: (exchange: Exchange) => Response = ({ body }) => Response.json(body),
  options: FlowOptions = {},
): Promise<Outcome> {
  const signed: string[] = [];
  const left = [...exchanges];
  let hasSubmitted = false;
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const operation = `${request.method} ${new URL(request.url).pathname}`;
    hasSubmitted ||= isSubmit({ operation });
    const next = left.shift();
    if (next?.operation !== operation) throw new Error(`${operation} was not recorded`);
    return respond(next);
  };
  const session = {
    client: createClient({ baseUrl: BASE_URL, network: 'regtest', token: 'token', fetch, retries: 0 }),
    wallet: watching(walletIn(recording), signed, false),
    walletBindingId: recording.walletBindingId,
    safety: safetyOf({ storage: memoryStorage(), pins: pinsFor(recording) }, BASE_URL),
  } as Session;
  try {
    await runFlow(recording.kind, session, recording.request as never, options);
    return { signed, hasSubmitted, error: null };
  } catch (error) {
    return { signed, hasSubmitted, error: error as Error };
  }
}
