import { type Client, createClient } from '../api.ts';
import { requireFields, requireOptions, requireUrl } from '../arguments.ts';
import type { Answer } from '../operation.ts';
import { type Safety, type SafetyOptions, safetyOf } from '../safety/options.ts';
import type { Wallet } from '../wallet/wallet.ts';
import { checkChallenges, domainsOf } from './challenge.ts';

type Verified = Answer<'/auth/verify'>;

/** A signed-in wallet: the first argument of every flow. */
export interface Session {
  /** Carries the session token. */
  readonly client: Client;
  readonly wallet: Wallet;
  /** Id of the wallet binding of exactly this pair of addresses. */
  readonly walletBindingId: string;
  readonly profile: Verified['profile'];
  /** When the session token expires; sign in again before then. */
  readonly expiresAt: Date;
  /** What protects this session from its service. */
  readonly safety: Safety;
}

/** What `signIn` and `linkWallet` take: the service, the wallet, and what protects the session. */
export interface SignInOptions extends SafetyOptions {
  /** The domain in the service's sign-in message. Default: the host of the base URL. */
  readonly domain?: string;
}

const MAX_TOKEN_LENGTH = 8_192;
const MAX_SESSION_HOURS = 24;
const HOUR_MS = 3_600_000;
/** ms. A service without an Esplora server needs up to two minutes to look up what an address holds. */
export const LOOKUP_TIMEOUT_MS = 150_000;

/**
 * Proves both addresses of the wallet and returns a session of one hour. The payment address must hold the
 * service's funding requirement in confirmed coins. All challenges are checked before the wallet signs one;
 * it signs only the service's exact message. Retry-safe. Throws `UnsafeChallenge` for any other message,
 * `ApiError`, and an Error when the service returns no usable session.
 */
export async function signIn(
  given: Client,
  wallet: Wallet,
  { domain, ...safety }: SignInOptions = {},
): Promise<Session> {
  requireWallet(wallet);
  requireUrl('baseUrl', given.options.baseUrl);
  const { token: _, ...options } = given.options;
  const client = createClient({ network: wallet.network, ...options });
  const verified = await authenticate(client, wallet, { domain });
  return sessionOf(client, wallet, verified, safetyOf(safety, client.options.baseUrl));
}

/**
 * Links another wallet to the profile of a session: it then is one profile with several wallets, whose
 * listings and offers any of them sees and closes. Returns a session of the linked wallet; the given one
 * stays valid. The new wallet signs a message that names the profile, after it was checked. Throws as
 * `signIn` does.
 */
export async function linkWallet(
  { client, profile, safety }: Session,
  wallet: Wallet,
  { domain }: Pick<SignInOptions, 'domain'> = {},
): Promise<Session> {
  requireWallet(wallet);
  const verified = await authenticate(client, wallet, { domain, profileId: profile.id });
  if (verified.profile.id !== profile.id)
    throw new Error(`the service linked the wallet to profile ${verified.profile.id}, not to ${profile.id}`);
  return sessionOf(client, wallet, verified, safety);
}

/** A session without its wallet: JSON that goes on after a reload. It has the token: keep it as such. */
export interface KeptSession extends Pick<Session, 'walletBindingId' | 'profile'> {
  /** The session token: a secret. */
  readonly token: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** What `resumeSession` needs of a session. */
export function keptSession({ client, walletBindingId, profile, expiresAt }: Session): KeptSession {
  const token = usableToken(client.options.token);
  return { token, walletBindingId, profile, expiresAt: expiresAt.toISOString() };
}

/**
 * The session that was kept, with the wallet that signed it in. Nothing is signed and nothing is asked;
 * `given` and `safety` are those of `signIn`. Retry-safe. Throws an Error once the session has expired: sign
 * in again then.
 */
export function resumeSession(
  given: Client,
  wallet: Wallet,
  kept: KeptSession,
  safety: SafetyOptions = {},
): Session {
  requireWallet(wallet);
  requireOptions(kept, [], 'kept');
  const { token, expiresAt, walletBindingId, profile } = kept;
  requireUrl('baseUrl', given.options.baseUrl);
  return {
    client: createClient({ network: wallet.network, ...given.options, token: usableToken(token) }),
    ...{ wallet, walletBindingId, profile },
    expiresAt: usableExpiry(expiresAt),
    safety: safetyOf(safety, given.options.baseUrl),
  };
}

function requireWallet(wallet: Wallet): void {
  requireFields(wallet, ['network'], 'wallet');
}

/** Both calls: with `profileId`, they link the wallet to that profile. */
async function authenticate(
  client: Client,
  wallet: Wallet,
  { domain, profileId }: { readonly domain: string | undefined; readonly profileId?: string },
): Promise<Verified> {
  const { ordinalsAddress, paymentAddress } = wallet;
  const { authRequestId, challenges } = await client.post('/auth/challenge', {
    body: { ordinalsAddress, paymentAddress },
  });
  const domains = domain === undefined ? domainsOf(client.options.baseUrl) : [domain];
  const nowMs = Date.now();
  checkChallenges(challenges, { wallet, domains, nowMs, ...(profileId === undefined ? {} : { profileId }) });
  const verifications = [];
  for (const { challengeId, address, message } of challenges)
    verifications.push({ challengeId, address, signature: await wallet.signMessage(address, message) });
  const { timeoutMs = LOOKUP_TIMEOUT_MS } = client.options;
  return client.post('/auth/verify', { body: { authRequestId, verifications }, timeoutMs });
}

function sessionOf(client: Client, wallet: Wallet, verified: Verified, safety: Safety): Session {
  const { ordinalsAddress, paymentAddress } = wallet;
  const binding = verified.walletBindings.find(
    (one) => one.ordinalsAddress === ordinalsAddress && one.paymentAddress === paymentAddress,
  );
  if (!binding)
    throw new Error(`the service returned no wallet binding of ${ordinalsAddress} and ${paymentAddress}`);
  return {
    client: client.with({ token: usableToken(verified.sessionToken) }),
    wallet,
    walletBindingId: binding.walletBindingId,
    profile: verified.profile,
    expiresAt: usableExpiry(verified.expiresAt),
    safety,
  };
}

/** Throws an Error unless the token can be sent in a header. The message does not show it. */
function usableToken(token: unknown): string {
  if (typeof token !== 'string' || token.length > MAX_TOKEN_LENGTH || !/^[\x21-\x7e]+$/.test(token))
    throw new Error(
      `the service returned a session token that is not 1 to ${MAX_TOKEN_LENGTH} printable ASCII characters without spaces; sign in again`,
    );
  return token;
}

/** Throws an Error unless the session ends in the future, and within a day. */
function usableExpiry(text: unknown): Date {
  const expiresAt = new Date(typeof text === 'string' ? text : Number.NaN);
  const hours = (expiresAt.getTime() - Date.now()) / HOUR_MS;
  if (!(hours > 0 && hours <= MAX_SESSION_HOURS))
    throw new Error(
      `the service returned a session that expires at ${JSON.stringify(text)}, not within ${MAX_SESSION_HOURS} hours from now; check the clock of this machine`,
    );
  return expiresAt;
}
