import { OPERATIONS } from '@ordbook/api/operations';
import type { TSchema } from 'typebox';
import type { TLocalizedValidationError } from 'typebox/error';
import { Value } from 'typebox/value';

export type OperationName = keyof typeof OPERATIONS;

type Schema = Readonly<Record<string, unknown>>;

const BREAKDOWN =
  'inscriptionUtxoValueSats sellerMarketplaceFeeBps sellerMarketplaceFeeSats buyerMarketplaceFeeBps buyerMarketplaceFeeSats sellerCreatorRoyaltyBps sellerCreatorRoyaltySats buyerCreatorRoyaltyBps buyerCreatorRoyaltySats sellerReceiveSats marketplaceRevenueSats creatorRevenueSats';

/** Fields that ordbook has beyond the specification, by operation: another server may leave them out. */
const OURS: readonly (readonly [operations: RegExp, fields: string])[] = [
  [/^(POST \/auth\/verify|GET \/me)$/, 'displayName'],
  [/^GET \/sales$/, 'form evidence'],
  [/purchases\/preflight$/, 'listingTransfers'],
  [/\/offers\/preflight$/, `${BREAKDOWN} targetFeeRateSatVb estimatedNetworkFeeSats`],
  [/counter\/accept\/preflight$/, 'listingTransfer'],
  [/^GET \/me\/offers$/, `contentType collectionSlug collectionVerified buyerPayTotalSats ${BREAKDOWN}`],
  [/^GET .*collection-offers$/, 'priceSats eligibleCount totalSats status totalCount traitOfferCount'],
  [/target-preview$/, 'eligibleCount floorSats sampleInscription'],
  [/collection-offers\/preflight$/, 'eligibleCount priceSats buyerPublicKey signerPublicKeys expiresAt'],
  [/collection-offers\/preflight$/, 'expiresAtUnix fundingParentVout preflightToken fundingParentStep'],
  [/collection-offers\/submit$/, 'status priceSats fundingParentVout'],
  [/fill\/preflight$/, 'priceSats creatorRoyaltySats targetFeeRateSatVb sellerStep'],
  [/fill\/submit$/, 'status'],
];

const schemas = new Map<OperationName, TSchema>();

/** The first field of a success that is not as it must be; undefined: all are. */
export function wrongField(operation: OperationName, body: unknown) {
  let schema = schemas.get(operation);
  if (!schema) {
    const names = OURS.filter(([operations]) => operations.test(operation)).map(([, fields]) => fields);
    const ours = new Set(names.join(' ').split(' '));
    schema = withOptional(OPERATIONS[operation].answer as Schema, ours) as unknown as TSchema;
    schemas.set(operation, schema);
  }
  if (Value.Check(schema, body)) return undefined;
  const [{ instancePath, message, params }] = Value.Errors(schema, body) as [TLocalizedValidationError];
  const steps = instancePath.split('/').slice(1);
  const came = steps.reduce<unknown>((value, step) => (value as Record<string, unknown>)[step], body);
  return { expected: `${instancePath || 'the body'} ${message} ${JSON.stringify(params)}`, came };
}

/** The schema with the fields `ours` optional. */
function withOptional(schema: unknown, ours: ReadonlySet<string>): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map((one) => withOptional(one, ours));
  const entries = Object.entries(schema).map(([keyword, value]) =>
    keyword === 'required' && Array.isArray(value)
      ? [keyword, value.filter((name) => !ours.has(name))]
      : [keyword, withOptional(value, ours)],
  );
  return Object.fromEntries(entries);
}
