/** Where an inscription is, by a proof that the service sends and that is checked here. */
import { readCustody } from '@ordbook/protocol/custody/read';
import type { Place } from '@ordbook/protocol/custody/sat-walk';
import { base64 } from '@scure/base';
import type { Session } from '../account/sign-in.ts';
import { receive } from '../responses/receive.ts';

/** A proof has at most 1,000,000 bytes; in base64 and JSON a little more than a third more. */
const MOST_BYTES = 1_400_000;

/** Why nothing is proven, in a sentence without full stop. */
export interface Unproven {
  readonly reason: string;
}

/**
 * Returns where the inscription is, as the service proves it, or why it proves nothing. A proof that is out
 * of date names a coin that is spent: a trade with that can never be mined. Retry-safe. Throws the reason of
 * an aborted signal.
 */
export async function provenPlace(
  { client, wallet }: Pick<Session, 'client' | 'wallet'>,
  inscriptionId: string,
): Promise<Place | Unproven> {
  const { baseUrl, fetch = globalThis.fetch, timeoutMs = 30_000, signal } = client.options;
  const root = baseUrl.replace(/\/+$/, '').replace(/\/api\/v1$/, '');
  const path = `/market/inscriptions/${encodeURIComponent(inscriptionId)}/custody`;
  let proof: Uint8Array;
  try {
    const limits = { maxResponseBytes: MOST_BYTES, timeoutMs, signal };
    const { status, bytes } = await receive(fetch, { operation: `GET ${path}`, url: root + path }, limits);
    const answer = JSON.parse(new TextDecoder().decode(bytes)) as { proof?: unknown; error?: unknown };
    if (status !== 200) return { reason: `the service has no proof (${String(answer.error).slice(0, 300)})` };
    proof = base64.decode(String(answer.proof));
  } catch (error) {
    signal?.throwIfAborted();
    return { reason: `the service sent no proof (${(error as Error).message})` };
  }
  const answer = readCustody(proof, { inscriptionId, outpoint: null, network: wallet.network });
  return answer.holds
    ? answer.custody.place
    : { reason: `the service's proof shows nothing: ${answer.reason}` };
}
