import { writeFile } from 'node:fs/promises';
import { bytesToHex } from '@ordbook/protocol/bitcoin/bytes';
import { xOnlyPointFromScalar } from 'tiny-secp256k1';
import { withFile } from '../base/file-fault.ts';
import { readCollections, readEarlierList } from '../composition/policy-collections.ts';
import { readSettings } from '../composition/settings.ts';
import type { PolicyCollection } from '../signer/fill-port.ts';
import { signCollectionList } from '../signer/policy/collection-list.ts';
import type { Plan } from './acting.ts';
import { isThere, publisherSecret } from './key-set.ts';
import { recordIn } from './plan-on-store.ts';

export interface CollectionListOptions {
  /** Key file of the publisher. */
  readonly publisher: string;
  /** Where the signed list is written. */
  readonly file: string;
  /** The collections that it will have. */
  readonly collections: string;
}

/**
 * `ordbook keys publish --collections`: writes the list of the policy signer, signed by the publisher, and
 * says before how it differs from the earlier one at the same path. Throws an Error when a file is malformed,
 * or the earlier list is of another publisher or network.
 */
export async function planCollectionList(
  { publisher, file, collections: source }: CollectionListOptions,
  env: NodeJS.ProcessEnv,
): Promise<Plan> {
  const settings = readSettings(env);
  const { NETWORK: network } = settings;
  const secret = await publisherSecret(publisher, settings);
  const whose = { network, publisher: bytesToHex(xOnlyPointFromScalar(secret)) };
  const earlier = (await isThere(file)) ? await readEarlierList(file, whose) : { number: 0, collections: [] };
  const collections = await readCollections(source);
  const changes = changesBetween(earlier.collections, collections);
  const number = earlier.number + 1;
  if (changes.length === 0 && earlier.number > 0)
    return { says: [`${file} is list ${earlier.number} of ${network}, with exactly these collections`] };
  return {
    says: [
      `${file} becomes list ${number} of ${network} for the policy signer, with ${collections.length} collections`,
      'compare each line with what the creator published: for what is listed here, the policy signer signs fills',
      ...changes,
    ],
    async run(by) {
      const list = signCollectionList(
        { network, number, issuedAt: new Date().toISOString(), collections },
        secret,
      );
      const log = { act: 'publish collections', subject: String(number), before: earlier, after: list };
      const lines = await recordIn(settings, by, log);
      await withFile(file, 'the list of collections', () =>
        writeFile(file, `${JSON.stringify(list, null, 2)}\n`),
      );
      return [
        `List ${number} written to ${file}. Give it to the policy signer, which reads it again by itself.`,
        ...lines,
      ];
    },
  };
}

/** A line for each collection that comes (+), goes (-) or changes, in the order of their slugs. */
function changesBetween(before: readonly PolicyCollection[], after: readonly PolicyCollection[]): string[] {
  const lines = (list: readonly PolicyCollection[]) =>
    list.map(({ slug, kind, sources }) => `${slug} ${kind} ${[...sources].sort().join(' ')}`);
  const [was, will] = [lines(before), lines(after)];
  const changes = [
    ...was.filter((line) => !will.includes(line)).map((line) => `- ${line}`),
    ...will.filter((line) => !was.includes(line)).map((line) => `+ ${line}`),
  ];
  // what changes is a line that goes and the one that comes in its place
  return changes.sort((a, b) => (a.slice(2) < b.slice(2) ? -1 : 1));
}
