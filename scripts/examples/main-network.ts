import { createHmac } from 'node:crypto';
import { localWallet } from '@ordbook/client';
import { addressOf, scriptOf } from '@ordbook/protocol/bitcoin/keys';
import { hex } from '@scure/base';
import { WIF } from '@scure/btc-signer';
import { REGTEST, type SandboxKey } from '../../sandbox/src/keys.ts';
import type { Example, Played } from './play.ts';

const REGTEST_ADDRESS = /\b(?:bcrt1[02-9ac-hj-np-z]{8,87}|2[1-9A-HJ-NP-Za-km-z]{34})\b/g;

interface Verify {
  readonly verifications: readonly { readonly challengeId: string; readonly address: string }[];
}
interface Challenges {
  readonly challenges: readonly { readonly challengeId: string; readonly message: string }[];
}

/**
 * The examples as a service of the main network would have them: its addresses, and messages that name it, signed by the
 * same keys. Keys, scripts, transactions and their signatures are the same on every network.
 */
export async function onMainNetwork({ examples, seller }: Played): Promise<Played['examples']> {
  const text = JSON.stringify(examples)
    .replaceAll(REGTEST_ADDRESS, (address) => addressOf(scriptOf(address, 'regtest'), 'mainnet')!)
    .replaceAll(
      /"label":"bcrt1[^"]+"(.+?"ordinalsAddress":"(\w{6})\w+(\w{4})")/g,
      (_, rest: string, first: string, last: string) => `"label":"${first}…${last}"${rest}`,
    )
    .replaceAll('Network: regtest', 'Network: mainnet');
  const here = JSON.parse(text) as Record<string, Example>;
  const source = ({ type, wif }: SandboxKey) => ({ type, secret: hex.encode(WIF(REGTEST).decode(wif)) });
  const wallet = localWallet({
    ordinals: source(seller.ordinals),
    payment: source(seller.payment),
    network: 'mainnet',
  });
  const { challenges } = here['POST /auth/challenge']!.answer as Challenges;
  const messages = new Map(challenges.map(({ challengeId, message }) => [challengeId, message]));
  const verify = here['POST /auth/verify'] as Example & { answer: { sessionToken: string } };
  const { verifications, ...rest } = verify.body as Verify;
  const signed = [];
  for (const { challengeId, address } of verifications)
    signed.push({
      challengeId,
      address,
      signature: await wallet.signMessage(address, messages.get(challengeId)!),
    });
  const sessionToken = tokenOfMainNetwork(verify.answer.sessionToken);
  const resigned = {
    ...verify,
    body: { ...rest, verifications: signed },
    answer: { ...verify.answer, sessionToken },
  };
  return { ...here, 'POST /auth/verify': resigned };
}

/** The token with the main network as its audience. Its key is nobody's: no service takes it. */
function tokenOfMainNetwork(token: string): string {
  const [header, payload] = token.split('.') as [string, string];
  const claims = Buffer.from(payload, 'base64url').toString().replaceAll('regtest', 'mainnet');
  const signed = `${header}.${Buffer.from(claims).toString('base64url')}`;
  return `${signed}.${createHmac('sha256', 'example').update(signed).digest('base64url')}`;
}
