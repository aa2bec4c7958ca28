import type { McpServer } from '@modelcontextprotocol/server';
import {
  acceptCounter,
  acceptOffer,
  buy,
  cancelCollectionOffer,
  cancelOffer,
  delist,
  type FlowOptions,
  fillCollectionOffer,
  listInscriptions,
  makeCollectionOffers,
  makeCounter,
  makeOffers,
  rejectCounter,
  rejectOffer,
  type Session,
  type Summary,
} from '@ordbook/client';
import { z } from 'zod';
import type { Agent } from '../agent.ts';
import { BeyondLimits } from '../limits.ts';
import { answer } from './answer.ts';
import { DONE } from './outputs.ts';

const sats = (description: string) => z.number().int().min(1).describe(`${description}, whole sats.`);
const collection = z.string().describe('Slug of the collection.');
const inscription = z.string().describe('Id of the inscription: <txid>i<index>.');
const offer = z.string().describe('Id of the offer or counter.');
const dry_run = z
  .boolean()
  .default(true)
  .describe('True, the default: returns what would be signed, in words and figures, and signs nothing.');
const hours = z
  .literal([6, 12, 24, 168, 720, 2160])
  .optional()
  .describe('Hours until it expires. Default 168.');
const TRADES = { readOnlyHint: false, destructiveHint: true, openWorldHint: true } as const;
const CLOSES = { ...TRADES, destructiveHint: false, idempotentHint: true } as const;

/** Ends a flow before anything is signed. */
class DryRun extends Error {
  readonly summary: Summary;

  constructor(summary: Summary) {
    super('a dry run');
    this.summary = summary;
  }
}

const done = (result: unknown) => ({ done: true, result });

/** How long a person may think, ms. */
const THINKING_MS = 300_000;

/**
 * Asks a person, through the agent's program, before more than `askAboveSats` moves. Throws `BeyondLimits`
 * unless the person says yes: also when the program cannot ask, or nobody answers.
 */
async function ask(server: McpServer, askAboveSats: number | null, summary: Summary): Promise<void> {
  const { words, paysSats, receivesSats, worst } = summary;
  const movedSats = worst.isBounded ? Math.max(paysSats, receivesSats, worst.lossSats) : Infinity;
  if (askAboveSats === null || movedSats <= askAboveSats) return;
  const question = {
    message: ['Sign this?', ...words].join('\n'),
    requestedSchema: {
      type: 'object' as const,
      properties: { sign: { type: 'boolean' as const, title: 'Sign it', default: false } },
      required: ['sign'],
    },
  };
  const answered = await server.server
    .elicitInput(question, { timeout: THINKING_MS })
    .catch((error: unknown) => ({ action: String(error), content: undefined }));
  if (answered.action !== 'accept' || answered.content?.['sign'] !== true)
    throw new BeyondLimits(
      `a person must agree to more than ASK_ABOVE_SATS (${askAboveSats}), and did not (${answered.action}); nothing was signed`,
    );
}

type Run = (session: Session, options: FlowOptions) => Promise<unknown>;

/**
 * The tools that trade. Each builds and checks its transactions in this process (`@ordbook/client`), and
 * compares them with the agent's limits before anything is signed. Amounts are whole sats.
 */
export function addTradeTools(server: McpServer, agent: Agent): void {
  const { session, limits, settings } = agent;

  /** Signs only within the limits; what it may cost is recorded first. `salePrices`: what we sell for. */
  const trade = (isDry: boolean, salePrices: readonly number[], run: Run) =>
    answer(async () => {
      for (const price of salePrices) limits.requireSalePrice(price);
      try {
        const result = await run(await session(), {
          async onProgress(progress) {
            if (progress.step !== 'prepared') return;
            if (isDry) throw new DryRun(progress.summary);
            await ask(server, settings.askAboveSats, progress.summary);
            await limits.spend(progress.summary.paysSats);
          },
        });
        return done(result);
      } catch (error) {
        if (!(error instanceof DryRun)) throw error;
        const { words, paysSats, receivesSats, inscriptions } = error.summary;
        const { attacks: _, ...worst } = error.summary.worst;
        const sums = { paysSats, receivesSats, worst };
        return { done: false, signed: 'nothing', wouldSign: words, ...sums, inscriptions };
      }
    });
  const coins = () => {
    if (!settings.esploraUrl) throw new Error('ESPLORA_URL is not set: it tells which coins can pay');
    return { esploraUrl: settings.esploraUrl };
  };

  server.registerTool(
    'buy_listings',
    {
      title: 'Buy',
      description: 'Buys 1 to 20 listings of one collection in one transaction, which is broadcast at once.',
      inputSchema: z.object({
        collection,
        listings: z
          .array(
            z.object({
              listing_id: z.string(),
              inscription_id: inscription,
              price_sats: sats('The price that you agree to'),
            }),
          )
          .min(1)
          .max(20),
        max_total_sats: sats('Most that it may cost in total, with fees').optional(),
        dry_run,
      }),
      outputSchema: DONE,
      annotations: TRADES,
    },
    ({ collection: collectionSlug, listings, max_total_sats, dry_run: isDry }) =>
      trade(isDry, [], (own, options) =>
        buy(
          own,
          {
            collectionSlug,
            listings: listings.map((one) => ({
              listingId: one.listing_id,
              inscriptionId: one.inscription_id,
              priceSats: one.price_sats,
            })),
            ...coins(),
            ...(max_total_sats === undefined ? {} : { maxTotalSats: max_total_sats }),
          },
          options,
        ),
      ),
  );
  server.registerTool(
    'list_for_sale',
    {
      title: 'List for sale',
      description: 'Lists 1 to 20 of our inscriptions. Nothing moves until somebody buys.',
      inputSchema: z.object({
        collection,
        items: z
          .array(z.object({ inscription_id: inscription, price_sats: sats('Price') }))
          .min(1)
          .max(20),
        dry_run,
      }),
      outputSchema: DONE,
      annotations: TRADES,
    },
    ({ collection: collectionSlug, items, dry_run: isDry }) =>
      trade(
        isDry,
        items.map(({ price_sats }) => price_sats),
        (own, options) =>
          listInscriptions(
            own,
            {
              collectionSlug,
              items: items.map((one) => ({ inscriptionId: one.inscription_id, priceSats: one.price_sats })),
            },
            options,
          ),
      ),
  );
  server.registerTool(
    'delist',
    {
      title: 'Delist',
      description: 'Takes our listings out of the book. Nothing is signed.',
      inputSchema: z.object({
        collection,
        listings: z
          .array(z.object({ listing_id: z.string(), inscription_id: inscription }))
          .min(1)
          .max(20),
      }),
      outputSchema: DONE,
      annotations: CLOSES,
    },
    ({ collection: collectionSlug, listings }) =>
      answer(async () =>
        done(
          await delist(await session(), {
            collectionSlug,
            listings: listings.map((one) => ({
              listingId: one.listing_id,
              inscriptionId: one.inscription_id,
            })),
          }),
        ),
      ),
  );
  server.registerTool(
    'make_offers',
    {
      title: 'Offer',
      description:
        'Bids for 1 to 20 inscriptions of one collection with the same coins: we get at most one of them.',
      inputSchema: z.object({
        collection,
        inscription_ids: z.array(inscription).min(1).max(20),
        price_sats: sats('Price'),
        validity_hours: hours,
        dry_run,
      }),
      outputSchema: DONE,
      annotations: TRADES,
    },
    ({
      collection: collectionSlug,
      inscription_ids: inscriptionIds,
      price_sats,
      validity_hours,
      dry_run: isDry,
    }) =>
      trade(isDry, [], (own, options) =>
        makeOffers(
          own,
          {
            collectionSlug,
            inscriptionIds,
            priceSats: price_sats,
            ...coins(),
            ...(validity_hours === undefined ? {} : { validityHours: validity_hours }),
          },
          options,
        ),
      ),
  );
  server.registerTool(
    'accept_offer',
    {
      title: 'Accept an offer',
      description: 'Sells one of our inscriptions to an offer on it. It is broadcast at once.',
      inputSchema: z.object({
        inscription_id: inscription,
        offer_id: offer,
        price_sats: sats('The price that you agree to'),
        dry_run,
      }),
      outputSchema: DONE,
      annotations: TRADES,
    },
    ({ inscription_id: inscriptionId, offer_id: offerId, price_sats: priceSats, dry_run: isDry }) =>
      trade(isDry, [priceSats], (own, options) =>
        acceptOffer(own, { inscriptionId, offerId, priceSats }, options),
      ),
  );
  server.registerTool(
    'make_counter',
    {
      title: 'Counter an offer',
      description: 'Answers an offer on our inscription with a higher price of our own.',
      inputSchema: z.object({
        inscription_id: inscription,
        offer_id: offer,
        price_sats: sats('Price'),
        dry_run,
      }),
      outputSchema: DONE,
      annotations: TRADES,
    },
    ({ inscription_id: inscriptionId, offer_id: offerId, price_sats: priceSats, dry_run: isDry }) =>
      trade(isDry, [priceSats], (own, options) =>
        makeCounter(own, { inscriptionId, offerId, priceSats }, options),
      ),
  );
  server.registerTool(
    'accept_counter',
    {
      title: 'Accept a counter',
      description: 'Buys the inscription at the price of the counter to our offer. It is broadcast at once.',
      inputSchema: z.object({
        inscription_id: inscription,
        offer_id: offer,
        price_sats: sats('The price that you agree to'),
        dry_run,
      }),
      outputSchema: DONE,
      annotations: TRADES,
    },
    ({ inscription_id: inscriptionId, offer_id: offerId, price_sats: priceSats, dry_run: isDry }) =>
      trade(isDry, [], (own, options) =>
        acceptCounter(own, { inscriptionId, offerId, priceSats, ...coins() }, options),
      ),
  );
  server.registerTool(
    'make_collection_offer',
    {
      title: 'Offer on a collection',
      description: 'Bids for any one member of a collection. Its owner may sell to it without asking us.',
      inputSchema: z.object({
        collection,
        traits: z
          .array(z.object({ type: z.string(), values: z.array(z.string()).min(1) }))
          .min(1)
          .optional()
          .describe('Only members with one of the values of each trait.'),
        price_sats: sats('Price'),
        validity_hours: hours,
        dry_run,
      }),
      outputSchema: DONE,
      annotations: TRADES,
    },
    ({ collection: collectionSlug, traits, price_sats, validity_hours, dry_run: isDry }) =>
      trade(isDry, [], (own, options) =>
        makeCollectionOffers(
          own,
          {
            collectionSlug,
            target: traits ? { kind: 'traits', traits } : { kind: 'all' },
            priceSats: price_sats,
            ...coins(),
            ...(validity_hours === undefined ? {} : { validityHours: validity_hours }),
          },
          options,
        ),
      ),
  );
  server.registerTool(
    'fill_collection_offer',
    {
      title: 'Sell to a collection offer',
      description: 'Sells one of our inscriptions to an offer on its collection. It is broadcast at once.',
      inputSchema: z.object({
        collection,
        offer_id: offer,
        inscription_id: inscription,
        price_sats: sats('The price that you agree to'),
        dry_run,
      }),
      outputSchema: DONE,
      annotations: TRADES,
    },
    ({
      collection: collectionSlug,
      offer_id: offerId,
      inscription_id: inscriptionId,
      price_sats,
      dry_run: isDry,
    }) =>
      trade(isDry, [price_sats], (own, options) =>
        fillCollectionOffer(own, { collectionSlug, offerId, inscriptionId, priceSats: price_sats }, options),
      ),
  );
  server.registerTool(
    'end_offer',
    {
      title: 'Cancel or reject',
      description:
        'cancel: our own offer or counter. reject: an offer on our inscription. reject_counter: a counter to our offer. cancel_collection_offer: our own, and then name its collection.',
      inputSchema: z.object({
        how: z.enum(['cancel', 'reject', 'reject_counter', 'cancel_collection_offer']),
        offer_id: offer,
        inscription_id: inscription.optional(),
        collection: collection.optional(),
      }),
      outputSchema: DONE,
      annotations: CLOSES,
    },
    ({ how, offer_id: offerId, inscription_id: inscriptionId, collection: collectionSlug }) =>
      answer(async () => {
        const own = await session();
        if (how === 'cancel_collection_offer') {
          if (!collectionSlug) throw new Error('collection is missing: the slug of its collection');
          return done(await cancelCollectionOffer(own, { collectionSlug, offerId }));
        }
        if (!inscriptionId) throw new Error('inscription_id is missing: the inscription of the offer');
        const end = { cancel: cancelOffer, reject: rejectOffer, reject_counter: rejectCounter }[how];
        return done(await end(own, { inscriptionId, offerId }));
      }),
  );
}
