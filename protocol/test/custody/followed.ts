import { equal, notEqual } from 'node:assert/strict';
import { buildCustody } from '../../src/custody/build.ts';
import { decodeBundle, encodeBundle, type Move } from '../../src/custody/bundle.ts';
import { CustodyFault } from '../../src/custody/fault.ts';
import { readCustody } from '../../src/custody/read.ts';
import type { Place, Satpoint } from '../../src/custody/sat-walk.ts';
import { type CompleteTransaction, readComplete } from '../../src/custody/transaction.ts';
import type { History } from './histories.ts';

type Chain = Pick<History, 'source' | 'spender'>;

/** How many inscriptions had which end: `yes`, or the code of a refusal; `no_…` where the index says held. */
export type Verdicts = Record<string, number>;

/**
 * Compares the proofs of inscriptions with what an index says, and adds up. Fails where a proof shows another
 * place than the index, or one of an inscription that the index has on no output or does not know.
 *
 * Where a proof is built to the place of the index and that output is unspent, no other one is looked for: a
 * reveal has one sat, which is at one place after each move. Otherwise the sat is followed from its reveal on.
 */
export async function compareWith(
  chain: Chain,
  { inscriptions, unknown }: Pick<History, 'inscriptions' | 'unknown'>,
  about: string,
): Promise<Verdicts> {
  const verdicts: Verdicts = {};
  for (const id of unknown)
    equal(await refusal(() => followed(chain, id), id), 'not_revealed', `${about}, ${id}`);
  for (const { inscriptionId, satpoint, valueSats } of inscriptions) {
    const verdict = await verdictOn(chain, inscriptionId, satpoint && { ...satpoint, valueSats: valueSats! });
    verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
  }
  return verdicts;

  async function verdictOn({ source, spender }: Chain, id: string, at: Place | null): Promise<string> {
    if (at && !spender(at.txid, at.vout)) {
      const fault = await refusal(() => buildCustody(source, id, at), id, at);
      if (fault === null) return 'yes';
    }
    const fault = await refusal(() => followed(chain, id), id);
    notEqual(fault, null, `${about}, ${id}: a proof shows it, but not at ${JSON.stringify(at)}`);
    return at ? `no_${fault}` : fault!;
  }
}

/** null: the proof shows the inscription, there if a place is given. */
async function refusal(
  prove: () => Promise<Uint8Array>,
  inscriptionId: string,
  at: Place | null = null,
): Promise<string | null> {
  try {
    const answer = readCustody(await prove(), { inscriptionId, outpoint: at, network: 'regtest' });
    if (!answer.holds) return answer.code;
    const { offset, valueSats } = answer.custody.place;
    return at && (offset !== at.offset || valueSats !== at.valueSats) ? 'other_place' : null;
  } catch (error) {
    if (error instanceof CustodyFault) return error.code;
    if (error instanceof RangeError) return 'too_large';
    throw error;
  }
}

/** The share of held inscriptions whose place the proofs show. */
export function shareShown(verdicts: Verdicts): number {
  const unshown = Object.entries(verdicts).filter(([verdict]) => verdict.startsWith('no_'));
  const yes = verdicts['yes'] ?? 0;
  return yes / unshown.reduce((sum, [, count]) => sum + count, yes);
}

/** Adds counts to others. */
export function addTo(sums: Verdicts, verdicts: Verdicts): void {
  for (const [verdict, count] of Object.entries(verdicts)) sums[verdict] = (sums[verdict] ?? 0) + count;
}

/** The proof of where the sat of an inscription goes from its reveal on, as long as an output has it. */
async function followed({ source, spender }: Chain, inscriptionId: string): Promise<Uint8Array> {
  const txid = inscriptionId.split('i')[0]!;
  const reveal = await buildCustody(source, inscriptionId, { txid, vout: 0, offset: 0 });
  const start = readCustody(reveal, { inscriptionId, outpoint: null, network: 'regtest' });
  const moves: Move[] = [];
  let place: Satpoint | null = start.holds ? start.custody.place : null;
  for (;;) {
    const spend = place && spender(place.txid, place.vout);
    if (!place || !spend) return encodeBundle({ ...decodeBundle(reveal), moves });
    const transaction = readComplete(spend);
    const { txid, vout, offset } = place;
    const ours = transaction.inputs.findIndex((input) => input.txid === txid && input.vout === vout);
    const previous: Uint8Array[] = [];
    let position = offset;
    for (const input of transaction.inputs.slice(0, ours)) {
      const { stripped, outputs } = readComplete(await source.transaction(input.txid));
      previous.push(stripped);
      position += outputs[input.vout]!.valueSats;
    }
    moves.push({ transaction: transaction.stripped, previous });
    place = outputAt(transaction, position);
  }
}

/** null: in the fee. */
function outputAt({ txid, outputs }: CompleteTransaction, position: number): Satpoint | null {
  let offset = position;
  for (const [vout, { valueSats }] of outputs.entries()) {
    if (offset < valueSats) return { txid, vout, offset };
    offset -= valueSats;
  }
  return null;
}
