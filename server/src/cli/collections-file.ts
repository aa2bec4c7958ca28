import { CollectionDescription } from '@ordbook/api/admin/collection-description';
import type { NetworkName } from '@ordbook/protocol/network';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import {
  type Demands,
  type Flaw,
  flawsIn,
  type JsonText,
  jsonFrom,
  readJsonText,
  throwFlaws,
} from '../composition/json-list.ts';
import { type DescribedCollection, descriptionFaults } from '../trading/operation/add-collections.ts';

const DescribedList = Type.Array(CollectionDescription, { minItems: 1 });
const describedList = Compile(DescribedList);

const BPS = 'must be a whole number of 1/100 of a percent, 0 to 10,000';
/** What each field must be, in words. */
export const DEMANDS: Demands = {
  '': 'must be a list of at least one collection, [{"slug": …}]',
  slug: 'must be 1 to 200 lowercase letters, digits, hyphens and underscores',
  name: 'must be a text of 1 to 200 characters',
  kind: 'must be "parent_child" or "gallery"',
  sources: 'must be a list of inscription ids, <txid>i<number>, each once',
  verified: 'must be true or false',
  tradingEnabled: 'must be true or false',
  fees: 'must be an object such as {"sellerBps": 100}',
  sellerBps: BPS,
  buyerBps: BPS,
  minimumSats: 'must be a whole number of sats, 0 or more',
  sellerRoyaltyBps: BPS,
  buyerRoyaltyBps: BPS,
  fillBps: BPS,
  payoutAddress: 'must be an address as text',
  liveFloorBps: 'must be a whole number of 1/100 of a percent, 0 to 1,000,000',
  pixelArt: 'must be true or false',
  cardBackgroundColor: 'must be a colour such as "#1a2b3c"',
};

/** The options of `ordbook collections add`. */
export interface AddOptions {
  readonly file?: string;
  readonly slug?: string;
  readonly name?: string;
  readonly kind?: string;
  readonly source?: readonly string[];
}

/**
 * The collections of the file, or the one that the options describe. Throws an Error that says what is
 * missing or wrong.
 */
export async function describedCollections(
  { file, slug, name, kind, source }: AddOptions,
  network: NetworkName,
): Promise<DescribedCollection[]> {
  if (file !== undefined) return readCollections(file, network);
  if (slug === undefined || kind === undefined || source === undefined)
    throw new Error('use --file, or --slug, --kind and --source');
  return checkCollections([{ slug, name: name ?? slug, kind, sources: source }], 'options', network);
}

/**
 * Reads the operator's file, a JSON array of collections. Throws an Error with every mistake: its line, its
 * key, and what it must be.
 */
export async function readCollections(path: string, network: NetworkName): Promise<DescribedCollection[]> {
  return checked(await readJsonText(path, 'the file of collections'), network);
}

/** Checks collections from the command line (`where`). Throws what `readCollections` throws. */
export function checkCollections(
  content: unknown,
  where: string,
  network: NetworkName,
): DescribedCollection[] {
  return checked(jsonFrom(where, content), network);
}

function checked(json: JsonText, network: NetworkName): DescribedCollection[] {
  const { content } = json;
  if (!describedList.Check(content)) throwFlaws(json, flawsIn(DescribedList, content, DEMANDS));
  const collections = content as DescribedCollection[];
  throwFlaws(
    json,
    collections.flatMap((one, i) =>
      descriptionFaults(one, collections.slice(0, i), network).map(
        ({ field, fault }): Flaw => ({ path: [i, field], fault }),
      ),
    ),
  );
  return collections;
}
