import {
  type Client,
  createClient,
  esploraSource,
  localWallet,
  memoryStorage,
  ordSource,
  type SafetyOptions,
  type SafetyStorage,
  type Session,
  signIn,
} from '@ordbook/client';
import { type TradeLimits, tradeLimits } from './limits.ts';
import type { AgentSettings } from './settings.ts';
import { openStateFile } from './state-file.ts';

/** Signed in again when the session has less left, ms. */
const LEAST_LEFT_MS = 60_000;

export interface Agent {
  readonly settings: AgentSettings;
  readonly limits: TradeLimits;
  /** A client with a session token. Signs in when needed. */
  reader(): Promise<{ readonly client: Client }>;
  /** A session of the wallet. Throws an Error when there is none. */
  session(): Promise<Session>;
  /** The user's own servers. */
  readonly sources: Pick<SafetyOptions, 'source' | 'headers'>;
}

/** Opens no connection by itself. */
export async function openAgent(settings: AgentSettings): Promise<Agent> {
  const storage: SafetyStorage = settings.wallet ? await openStateFile(settings.stateFile) : memoryStorage();
  const { baseUrl, token, ordUrl, esploraUrl } = settings;
  const client = createClient({ baseUrl, ...(token ? { token } : {}) });
  const sources = {
    ...(ordUrl ? { source: ordSource(ordUrl, esploraUrl ? { esploraUrl } : {}) } : {}),
    headers: esploraUrl ? [esploraSource(esploraUrl)] : [],
  };
  let current: Promise<Session> | null = null;

  async function enter(): Promise<Session> {
    if (!settings.wallet)
      throw new Error('ORDBOOK_WALLET is not set, so this agent only reads; ordbook-mcp --help');
    return signIn(client, localWallet(settings.wallet), { storage, ...sources });
  }
  async function session(): Promise<Session> {
    const now = await current?.catch(() => null);
    if (!now || now.expiresAt.getTime() - Date.now() < LEAST_LEFT_MS) current = enter();
    return current!;
  }
  return {
    settings,
    limits: tradeLimits(settings, storage),
    reader: async () => (settings.wallet ? session() : { client }),
    session,
    sources,
  };
}
