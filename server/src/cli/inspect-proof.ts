/** Custody proofs beside a PSBT: where its inscription is, without an index. */
import { readFileSync } from 'node:fs';
import { goodsOf } from '@ordbook/client';
import { readCustody } from '@ordbook/protocol/custody/read';
import type { Satpoint } from '@ordbook/protocol/custody/sat-walk';
import type { NetworkName } from '@ordbook/protocol/network';
import { outpointText } from '@ordbook/protocol/outpoint';
import { operatorSentence } from '@ordbook/protocol/refusals';
import { fileFault } from '../base/file-fault.ts';

/** What a proof shows. */
export interface Proven {
  readonly inscriptionId: string;
  /** undefined: nothing shows where it is. */
  readonly place: Satpoint | undefined;
  readonly shown: readonly string[];
  readonly notShown: readonly string[];
}

/**
 * Checks `<inscription id>=<place of the proof>`: a file that has it (bytes or base64), or the URL of a
 * service. Retry-safe. Throws an Error for a proof that is false, and for one that cannot be read.
 */
export async function provenBy(text: string, network: NetworkName): Promise<Proven> {
  const [, inscriptionId, from] = /^([0-9a-f]{64}i\d{1,10})=(.+)$/.exec(text) ?? [];
  if (inscriptionId === undefined || from === undefined)
    throw new Error(
      `--proof ${text.slice(0, 100)} is not <inscription id>=<file or URL>; name the inscription first`,
    );
  if (!/^https?:\/\//.test(from)) return inFile(inscriptionId, from, network);
  const asking = { client: { options: { baseUrl: from } }, wallet: { network }, safety: {} };
  const { location, shown, notShown } = await goodsOf(asking, { inscriptionId });
  return { inscriptionId, place: location && { offset: 0, ...location }, shown, notShown };
}

function inFile(inscriptionId: string, path: string, network: NetworkName): Proven {
  const file = fileOf(path);
  const proof =
    file.subarray(0, 4).toString() === 'cust' ? file : Buffer.from(file.toString('utf8').trim(), 'base64');
  const answer = readCustody(proof, { inscriptionId, outpoint: null, network });
  if (!answer.holds)
    throw new Error(`the proof in ${path} shows nothing of ${inscriptionId}: ${answer.reason}`);
  const { place, walk, block } = answer.custody;
  return {
    inscriptionId,
    place,
    shown: [
      `${inscriptionId} is on ${outpointText(place)}, ${walk.length - 1} moves since its reveal in block ${block.height} (${block.hash})`,
    ],
    notShown: [
      `that block ${block.height} is in the chain: compare its hash with a node`,
      'that it belongs to a collection, and what else is on its coin',
    ],
  };
}

function fileOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new Error(fileFault(error, path, 'the proof') ?? operatorSentence(error), { cause: error });
  }
}
