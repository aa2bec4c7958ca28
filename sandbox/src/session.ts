import { createClient, localWallet, type Session, signIn } from '@ordbook/client';
import { refuse } from '@ordbook/protocol/refusals';
import type { SandboxWallet } from './keys.ts';

/** A signed-in wallet of the sandbox: the token, and what requests of this wallet name. */
export interface SandboxSession {
  readonly wallet: string;
  readonly sessionToken: string;
  readonly expiresAt: string;
  readonly walletBindingId: string;
  readonly ordinalsAddress: string;
  readonly ordinalsPublicKey: string;
  readonly paymentAddress: string;
  readonly paymentPublicKey: string;
}

/**
 * Signs a wallet of the sandbox in with its own keys, through the API at `url` as any client does. `named`
 * is a wallet's name or one of its addresses. Refuses (404) other names; throws what `signIn` throws.
 * Retry-safe.
 */
export async function openSession(
  url: string,
  wallets: readonly SandboxWallet[],
  named: string,
): Promise<SandboxSession> {
  const found = wallets.find(({ name, ordinals, payment }) =>
    [name, ordinals.address, payment.address].includes(named),
  );
  if (!found) refuse('not_found', `no wallet ${named} in the sandbox; GET /sandbox/world lists them`);
  const { name, ordinals, payment } = found;
  const session: Session = await signIn(
    createClient({ baseUrl: url }),
    localWallet({ ordinals, payment, network: 'regtest' }),
  );
  return {
    wallet: name,
    sessionToken: session.client.options.token!,
    expiresAt: session.expiresAt.toISOString(),
    walletBindingId: session.walletBindingId,
    ordinalsAddress: ordinals.address,
    ordinalsPublicKey: ordinals.publicKey,
    paymentAddress: payment.address,
    paymentPublicKey: payment.publicKey,
  };
}
