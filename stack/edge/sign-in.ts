import { Signer } from 'bip322-js';
import type { SandboxWallet } from '../../sandbox/src/keys.ts';
import type { Sandbox } from '../../sandbox/src/sandbox.ts';

export interface Session {
  readonly profile: { readonly id: string };
  readonly sessionToken: string;
  readonly walletBindings: readonly { walletBindingId: string }[];
}

/** Signs a wallet in at a service over HTTP. */
export async function signIn({ url }: Pick<Sandbox, 'url'>, wallet: SandboxWallet): Promise<Session> {
  const { authRequestId, challenges } = await post<{
    authRequestId: string;
    challenges: { challengeId: string; message: string; address: string; role: 'ordinals' | 'payment' }[];
  }>(`${url}/api/v1/auth/challenge`, {
    ordinalsAddress: wallet.ordinals.address,
    paymentAddress: wallet.payment.address,
  });
  const verifications = challenges.map(({ challengeId, message, address, role }) => ({
    challengeId,
    address,
    signature: Buffer.from(Signer.sign(wallet[role].wif, address, message).toString(), 'base64').toString(
      'hex',
    ),
  }));
  return post<Session>(`${url}/api/v1/auth/verify`, { authRequestId, verifications });
}

async function post<Answer>(url: string, body: object): Promise<Answer> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}
