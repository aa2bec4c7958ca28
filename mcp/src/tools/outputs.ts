/**
 * What each tool returns as structured content. Only what an agent acts by is promised: a result may have
 * more fields. Nothing is demanded of what a trade returned: a trade that is made never looks like an error.
 */
import { z } from 'zod';

const sats = z.number().int().min(0);
const rows = <Shape extends z.ZodRawShape>(shape: Shape) => z.array(z.looseObject(shape));
const offer = { offerId: z.string(), priceSats: sats, status: z.string(), expiresAt: z.string() };

export const COLLECTIONS = rows({
  slug: z.string(),
  name: z.string(),
  floorSats: sats.nullable(),
  listedCount: z.number().int(),
});
export const LISTINGS = rows({ listingId: z.string(), inscriptionId: z.string(), priceSats: sats });
export const FLOORS = rows({ slug: z.string(), floor: sats.nullable(), listedCount: z.number().int() });
export const SALES = rows({
  saleId: z.string(),
  inscriptionId: z.string(),
  priceSats: sats,
  soldAt: z.string(),
});
export const INSCRIPTIONS = rows({
  inscriptionId: z.string(),
  listingId: z.string().nullable(),
  priceSats: sats.nullable(),
  owner: z.string().nullable(),
});
export const GOODS = z.looseObject({
  inscriptionId: z.string(),
  shown: z.array(z.string()).describe('What was proven here.'),
  notShown: z.array(z.string()).describe('What was not.'),
  hops: z.number().int().nullable().describe('Moves since the reveal; null: nothing was proven.'),
});
export const OFFERS = rows(offer);
/** Elements of the three views differ. */
export const MY_OFFERS = rows({});
export const TRADES = rows({
  id: z.string(),
  kind: z.string(),
  state: z.string(),
  priceSats: sats.nullable(),
});
export const TRADE = z.looseObject({
  id: z.string(),
  state: z.string(),
  next: z.string().describe('What comes next, in words.'),
  transactions: rows({ txid: z.string(), height: z.number().int().nullable() }),
});
export const ME = z.looseObject({
  mayTrade: z.boolean(),
  spendLimitSats: sats,
  leftToSpendSats: sats,
  minSaleSats: sats.nullable(),
  askAboveSats: sats.nullable(),
});
/** `done` false: a dry run, of which the rest tells. */
export const DONE = z.looseObject({
  done: z.boolean(),
  result: z.unknown().optional().describe('What the service answered.'),
  wouldSign: z.array(z.string()).optional().describe('What would be signed, one sentence each.'),
  paysSats: sats.optional(),
  receivesSats: sats.optional(),
  worst: z
    .looseObject({ lossSats: z.number(), isBounded: z.boolean(), isExact: z.boolean() })
    .optional()
    .describe(
      'The most that our coins lose, with the sats under what we sell, whatever others do with the signatures.',
    ),
});
