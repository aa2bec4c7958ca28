import { readFile } from 'node:fs/promises';
import { scriptOf } from '@ordbook/protocol/bitcoin/keys';
import type { NetworkName } from '@ordbook/protocol/network';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';

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

const describedList = Compile(Type.Array(Described, { minItems: 1 }));

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
 * Reads the operator's file, a JSON array of collections. Throws an Error that says which entry is wrong, and
 * how.
 */
export async function readCollections(path: string, network: NetworkName): Promise<DescribedCollection[]> {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new Error(`${path} cannot be read as JSON: ${error instanceof Error ? error.message : error}`);
  }
  return checkCollections(content, path, network);
}

/** Checks collections from a file or the command line (`where`). Throws what `readCollections` throws. */
export function checkCollections(
  content: unknown,
  where: string,
  network: NetworkName,
): DescribedCollection[] {
  if (!describedList.Check(content)) {
    const [wrong] = describedList.Errors(content);
    throw new Error(`${where}: ${wrong?.instancePath || 'the list'} ${wrong?.message ?? 'is wrong'}`);
  }
  const seen = new Set<string>();
  for (const { slug, fees, payoutAddress } of content) {
    if (seen.has(slug)) throw new Error(`${where}: slug ${slug} appears twice; use each once`);
    seen.add(slug);
    if (payoutAddress !== undefined) scriptOf(payoutAddress, network);
    const hasRoyalties = (fees?.sellerRoyaltyBps ?? 0) + (fees?.buyerRoyaltyBps ?? 0) > 0;
    if (hasRoyalties && payoutAddress === undefined)
      throw new Error(`${where}: ${slug} has royalties but no payoutAddress; set payoutAddress`);
  }
  return content;
}
