/** Proofs of where inscriptions are, sent by the service and checked here. */
import { type Custody, readCustody } from '@ordbook/protocol/custody/read';
import { base64 } from '@scure/base';
import type { Session } from '../account/sign-in.ts';
import { receive } from '../responses/receive.ts';
import { demand } from '../signing/unsafe-psbt.ts';

/** What a check needs of a session; without a signed-in wallet, its network is enough. */
export interface Asking {
  readonly client: Pick<Session['client'], 'options'>;
  readonly wallet: Pick<Session['wallet'], 'network'>;
  readonly safety: Pick<Session['safety'], 'source' | 'headers' | 'collections'>;
}

/** A collection that the service says an inscription is in, and its parents or galleries. */
export interface ClaimedCollection {
  readonly slug: string;
  readonly roots: readonly string[];
}

export interface ServiceProof {
  readonly custody: Custody;
  /** Names of the sources that have the block of its reveal. */
  readonly agreeing: readonly string[];
  readonly claims: readonly ClaimedCollection[];
}

/** Why nothing is proven, in a sentence without full stop. */
export interface Unproven {
  readonly reason: string;
}

/** A proof has at most 1,000,000 bytes; in base64 and JSON a little more than a third more. */
const MOST_BYTES = 1_500_000;

/**
 * Returns what the service's proof of an inscription shows, or why it sends none. A proof that is out of date
 * names a coin that is spent: a trade with that can never be mined. Retry-safe. Throws `UnsafePsbt` for a
 * proof that shows nothing, or whose block a source does not have; `SourceError`; and the reason of an
 * aborted signal.
 */
export async function serviceProof(asking: Asking, inscriptionId: string): Promise<ServiceProof | Unproven> {
  const { baseUrl, fetch = globalThis.fetch, timeoutMs = 30_000, signal } = asking.client.options;
  const root = baseUrl.replace(/\/+$/, '').replace(/\/api\/v1$/, '');
  const path = `/market/inscriptions/${encodeURIComponent(inscriptionId)}/custody`;
  let proof: Uint8Array;
  let claims: readonly ClaimedCollection[];
  try {
    const limits = { maxResponseBytes: MOST_BYTES, timeoutMs, signal };
    const { status, bytes } = await receive(fetch, { operation: `GET ${path}`, url: root + path }, limits);
    const answer = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
    if (status !== 200)
      return { reason: `the service has no proof (${String(answer['error']).slice(0, 300)})` };
    proof = base64.decode(String(answer['proof']));
    claims = claimsIn(answer['collections']);
  } catch (error) {
    signal?.throwIfAborted();
    return { reason: `the service sent no proof (${(error as Error).message})` };
  }
  const { network } = asking.wallet;
  const answer = readCustody(proof, { inscriptionId, outpoint: null, network });
  demand(answer.holds, () => {
    return `the service's proof of ${inscriptionId} is false: ${answer.holds ? '' : answer.reason}`;
  });
  const { custody } = answer;
  return { custody, claims, agreeing: await agreeingOn(asking.safety, custody) };
}

/** The sources that know the block of the reveal. Throws `UnsafePsbt` when one has another at its height. */
async function agreeingOn(
  { source, headers = [] }: Asking['safety'],
  { inscriptionId, block: { height, hash } }: Custody,
): Promise<string[]> {
  const asked = source ? [source, ...headers] : headers;
  return Promise.all(
    asked.map(async (one) => {
      const known = await one.blockHash(height);
      demand(known === hash, () => {
        return `the service's proof of ${inscriptionId} is of block ${height} ${hash}, but ${one.name} has ${known} at that height; ask another source before you trade here`;
      });
      return one.name;
    }),
  );
}

function claimsIn(value: unknown): ClaimedCollection[] {
  const isText = (one: unknown): one is string => typeof one === 'string';
  return (Array.isArray(value) ? value : []).flatMap((one: Record<string, unknown> | null) => {
    const { slug, roots } = one ?? {};
    return isText(slug) && Array.isArray(roots) ? [{ slug, roots: roots.filter(isText) }] : [];
  });
}
