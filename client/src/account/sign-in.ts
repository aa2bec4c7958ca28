import type { Answer, Client } from '../api.ts';
import type { Wallet } from '../wallet/wallet.ts';

type Verified = Answer<'/auth/verify'>;
type Challenge = Answer<'/auth/challenge'>['challenges'][number];

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
}

/**
 * Proves both addresses of the wallet and returns a session of one hour. The payment address must hold the
 * service's funding requirement in confirmed coins. Retry-safe. Throws `ApiError`, and an Error when the
 * service asks an address to sign that is not ours.
 */
export async function signIn(client: Client, wallet: Wallet): Promise<Session> {
  const { ordinalsAddress, paymentAddress } = wallet;
  const { authRequestId, challenges } = await client.post('/auth/challenge', {
    body: { ordinalsAddress, paymentAddress },
  });
  const verifications = [];
  for (const challenge of challenges) verifications.push(await answerChallenge(wallet, challenge));
  const verified = await client.post('/auth/verify', { body: { authRequestId, verifications } });
  const binding = verified.walletBindings.find(
    (one) => one.ordinalsAddress === ordinalsAddress && one.paymentAddress === paymentAddress,
  );
  if (!binding)
    throw new Error(`the service returned no wallet binding of ${ordinalsAddress} and ${paymentAddress}`);
  return {
    client: client.withToken(verified.sessionToken),
    wallet,
    walletBindingId: binding.walletBindingId,
    profile: verified.profile,
    expiresAt: new Date(verified.expiresAt),
  };
}

/**
 * Signs one challenge. Throws an Error unless it is for one of our addresses and the message names that
 * address.
 */
export async function answerChallenge(wallet: Wallet, { challengeId, address, message }: Challenge) {
  if (address !== wallet.ordinalsAddress && address !== wallet.paymentAddress)
    throw new Error(`the service asks ${address} to sign, but it is not an address of this wallet`);
  if (!message.includes(address)) throw new Error(`the message to sign does not name ${address}: ${message}`);
  return { challengeId, address, signature: await wallet.signMessage(address, message) };
}
