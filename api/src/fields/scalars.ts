import { MAX_PSBT_LENGTH } from '@ordbook/protocol/psbt/returned';
import { MAX_SATS } from '@ordbook/protocol/sats';
import { type Static, type TSchema, Type } from 'typebox';
import { PATTERNS } from './patterns.ts';

/** `schema` or null. Written as a type list: OpenAPI 3.1 and the serializer both read it without a union. */
export function nullable<S extends TSchema>(schema: S) {
  const { type, enum: values, ...rest } = schema as S & { type?: string; enum?: unknown[] };
  return Type.Unsafe<Static<S> | null>({
    ...rest,
    type: [type, 'null'],
    ...(values ? { enum: [...values, null] } : {}),
  });
}

/** A list. Its type is readonly, so that a handler may return a list that it was given. */
export function arrayOf<S extends TSchema>(items: S, options: object = {}) {
  return Type.Unsafe<readonly Static<S>[]>({ type: 'array', items, ...options });
}

/** One of `values`. */
export function oneOf<const V extends string>(values: readonly V[], description: string, extra: object = {}) {
  return Type.Unsafe<V>({ type: 'string', enum: [...values], description, ...extra });
}

/** One of these whole numbers. */
export function oneOfIntegers<const V extends number>(
  values: readonly V[],
  description: string,
  extra: object = {},
) {
  return Type.Unsafe<V>({ type: 'integer', enum: [...values], description, ...extra });
}

/** An address of mainnet; the reference page shows that of its own network. */
export const EXAMPLE_ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
export const EXAMPLE_TXID = '5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456';
/** Pays 99,000 of the 100,000 sats of one P2WPKH coin. */
const EXAMPLE_PSBT =
  'cHNidP8BAFICAAAAAVaUTF0/mEE+9Fz1RUVTgQPMnymOBXWCCtNZE3bi4PZdAAAAAAD9////AbiCAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAAAAEBH6CGAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAA==';
/** The transaction of that PSBT. */
const EXAMPLE_UNSIGNED =
  '020000000156944c5d3f98413ef45cf54545538103cc9f298e0575820ad3591376e2e0f65d0000000000fdffffff01b882010000000000160014751e76e8199196d454941c45d1b3a323f1433bd600000000';
/** Pays to the example address. */
export const EXAMPLE_SCRIPT = '0014751e76e8199196d454941c45d1b3a323f1433bd6';
export const EXAMPLE_KEY = '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
export const EXAMPLE_INSCRIPTION = `${EXAMPLE_TXID}i0`;
export const EXAMPLE_UUID = '3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11';

export const Address = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: 120,
    description,
    examples: [EXAMPLE_ADDRESS],
  });
export const Txid = (description: string) =>
  Type.String({ pattern: PATTERNS.hash, description, examples: [EXAMPLE_TXID] });
/** A transaction without its signatures. `maxBytes`: of the largest one that the field can hold. */
export const UnsignedTransaction = (description: string, maxBytes: number) =>
  Type.String({
    pattern: PATTERNS.hex,
    maxLength: 2 * maxBytes,
    description: `${description} Raw hex without signatures; its hash is the txid.`,
    examples: [EXAMPLE_UNSIGNED],
  });
export const InscriptionId = (description: string) =>
  Type.String({
    pattern: PATTERNS.inscriptionId,
    maxLength: 75,
    description,
    examples: [EXAMPLE_INSCRIPTION],
  });
export const Uuid = (description: string) =>
  Type.String({ format: 'uuid', description, examples: [EXAMPLE_UUID] });
export const DateTime = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2026-11-20T12:00:00.000Z'] });
export const NonnegativeSats = (description: string, example = 1500) =>
  Type.Integer({ minimum: 0, maximum: MAX_SATS, description, examples: [example] });
export const PositiveSats = (description: string, example = 100_000) =>
  Type.Integer({ minimum: 1, maximum: MAX_SATS, description, examples: [example] });
export const Base64Psbt = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: MAX_PSBT_LENGTH,
    pattern: PATTERNS.base64,
    description,
    examples: [EXAMPLE_PSBT],
  });
export const WalletPublicKey = (description: string) =>
  Type.String({
    pattern: PATTERNS.publicKey,
    description: `${description} x-only (64 hex) or compressed (66 hex), lowercase.`,
    examples: [EXAMPLE_KEY],
  });

/** An index of an output, or a number that counts something: unsigned, 32 bits. */
export const Count = (description: string, minimum = 0) =>
  Type.Integer({ minimum, maximum: 0xffff_ffff, description });
/** A fee rate in whole sat/vB. */
export const FeeRate = (description: string) => Type.Integer({ minimum: 0, maximum: 1_000_000, description });
/** Text that the service or its operator writes. */
export const Text = (description: string, extra: object = {}) =>
  Type.String({ maxLength: 10_000, description, ...extra });
/** Text that anyone may have inscribed: at most as long as a block. */
export const InscribedText = (description: string, extra: object = {}) =>
  Type.String({ maxLength: 4_000_000, description, ...extra });
/** The number of an inscription as text. */
export const InscriptionNumber = Type.String({
  pattern: PATTERNS.inscriptionNumber,
  maxLength: 11,
  description: 'Inscription number, as text.',
  examples: ['70000123'],
});
export const Slug = (description: string) =>
  Type.String({ pattern: PATTERNS.slug, maxLength: 200, description, examples: ['quiet-mice'] });
const MAX_SAT = 2_099_999_997_689_999;
/** Where an inscription is, as lists show it. Each is null until the index has reported it. */
export const locationFields = {
  sat: nullable(
    Type.Integer({ minimum: 0, maximum: MAX_SAT, description: 'Number of its sat, when known.' }),
  ),
  locationTxid: nullable(Txid('Transaction of the output that holds it.')),
  locationVout: nullable(Count('Index of that output.')),
  locationSatpoint: nullable(
    Type.String({
      pattern: PATTERNS.satpoint,
      maxLength: 92,
      description: '`txid:vout:offset` of its sat.',
      examples: [`${EXAMPLE_TXID}:0:0`],
    }),
  ),
};

/** A slug in a path: as stored. */
export const CollectionSlug = Slug('Slug of the collection.');
/** A slug in a query filter: any case; compare it in lower case. */
export const SlugFilter = (description: string) =>
  Type.String({ pattern: PATTERNS.anyCaseSlug, maxLength: 200, description, examples: ['quiet-mice'] });

export const SlugParams = Type.Object({ slug: CollectionSlug });

export const WalletBindingId = Uuid("One of the caller's `walletBindings` (POST /auth/verify, GET /me).");

export const CollectionKind = oneOf(
  ['parent_child', 'gallery'],
  'How membership is decided: children of a parent inscription, or items of a gallery inscription.',
);
