/** Where an inscription is, by a proof that the service sends and that is checked here. */
import type { PartOf } from '@ordbook/api/operation';
import type { PAGE_OPERATIONS } from '@ordbook/api/page-operations';
import { readCustody } from '@ordbook/protocol/custody/read';
import type { Place } from '@ordbook/protocol/custody/sat-walk';
import { base64 } from '@scure/base';
import type { Session } from '../account/sign-in.ts';
import { readBeside } from '../market/read-beside.ts';
import { ApiError, ConnectionLost } from '../responses/api-error.ts';

type Answer = PartOf<typeof PAGE_OPERATIONS, 'GET /market/inscriptions/{inscriptionId}/custody', 'answer'>;

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
  const { signal, ...address } = client.options;
  let proof: Uint8Array;
  try {
    const path = `/market/inscriptions/${encodeURIComponent(inscriptionId)}/custody`;
    const answer = await readBeside(address)<Answer>(path, {}, signal ? { signal } : {});
    proof = base64.decode(String(answer.proof));
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ApiError || error instanceof ConnectionLost)
      return { reason: `the service has no proof (${error.message})` };
    return { reason: 'the service sent a proof that is not base64' };
  }
  const answer = readCustody(proof, { inscriptionId, outpoint: null, network: wallet.network });
  return answer.holds
    ? answer.custody.place
    : { reason: `the service's proof shows nothing: ${answer.reason}` };
}
