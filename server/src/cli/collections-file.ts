import { scriptOf } from '@ordbook/protocol/bitcoin/keys';
import type { NetworkName } from '@ordbook/protocol/network';
import { Refusal } from '@ordbook/protocol/refusals';
import { type Static, Type } from 'typebox';
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

const bps = (maximum = 10_000) => Type.Optional(Type.Integer({ minimum: 0, maximum }));

/** A collection as described in the operator's file. Omitted fields have the operator's defaults. */
const Described = Type.Object(
  {
    slug: Type.String({ pattern: '^[a-z0-9_-]{1,200}$' }),
    name: Type.String({ minLength: 1, maxLength: 200 }),
    kind: Type.Union([Type.Literal('parent_child'), Type.Literal('gallery')]),
    sources: Type.Array(Type.String({ pattern: '^[0-9a-f]{64}i[0-9]+$' }), {
      minItems: 1,
      uniqueItems: true,
    }),
    verified: Type.Optional(Type.Boolean()),
    tradingEnabled: Type.Optional(Type.Boolean()),
    fees: Type.Optional(
      Type.Object(
        {
          sellerBps: bps(),
          buyerBps: bps(),
          minimumSats: Type.Optional(Type.Integer({ minimum: 0 })),
          sellerRoyaltyBps: bps(),
          buyerRoyaltyBps: bps(),
          fillBps: bps(),
        },
        { additionalProperties: false },
      ),
    ),
    payoutAddress: Type.Optional(Type.String()),
    liveFloorBps: bps(1_000_000),
    pixelArt: Type.Optional(Type.Boolean()),
    cardBackgroundColor: Type.Optional(Type.String({ pattern: '^#[0-9a-fA-F]{6}$' })),
  },
  { additionalProperties: false },
);

const DescribedList = Type.Array(Described, { minItems: 1 });
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

export type DescribedCollection = Static<typeof Described>;

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
    collections.flatMap((one, i) => combinedFlaws(one, i, collections, network)),
  );
  return collections;
}

/** What is wrong with a collection whose fields are each of the right form. */
function combinedFlaws(
  { slug, fees, payoutAddress }: DescribedCollection,
  i: number,
  all: readonly DescribedCollection[],
  network: NetworkName,
): Flaw[] {
  const flaws: Flaw[] = [];
  const first = all.findIndex((one) => one.slug === slug);
  if (first < i) flaws.push({ path: [i, 'slug'], fault: `${slug} appears twice; use each slug once` });
  if (payoutAddress !== undefined) {
    const fault = addressFault(payoutAddress, network);
    if (fault !== null) flaws.push({ path: [i, 'payoutAddress'], fault });
  }
  const hasRoyalties = (fees?.sellerRoyaltyBps ?? 0) + (fees?.buyerRoyaltyBps ?? 0) > 0;
  if (hasRoyalties && payoutAddress === undefined)
    flaws.push({
      path: [i, 'fees'],
      fault: `of ${slug} has royalties but no payoutAddress; set payoutAddress`,
    });
  return flaws;
}

function addressFault(address: string, network: NetworkName): string | null {
  try {
    scriptOf(address, network);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return `must be an address of ${network}`;
    throw error;
  }
}
