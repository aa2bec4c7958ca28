/**
 * Event consumer: keeps the listings of a collection as the service has them, and says what changes. What it has
 * processed is in a file: the next run goes on where this one ended, and misses nothing.
 *
 *   npm run sandbox                                             # in another terminal
 *   STATE=book.json npx tsx --conditions=source examples/event-consumer.ts
 */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { events, listings } from '@ordbook/client';
import { enterSandbox } from './enter-sandbox.ts';

interface State {
  /** The last event that is in `book`. */
  after: string;
  /** Prices by listing. */
  book: Record<string, number>;
}

const file = process.env['STATE'] ?? 'book.json';
const { session, collectionSlug } = await enterSandbox();
let state = await readFile(file, 'utf8').then(
  (text) => JSON.parse(text) as State,
  () => null,
);

/** The book as it is now: at the start, and when events are missing. */
async function readBook(): Promise<Record<string, number>> {
  const book: Record<string, number> = {};
  for await (const { listingId, priceSats } of listings(session, { collectionSlug }))
    book[listingId] = priceSats;
  return book;
}

const topics = ['listing', 'sale'] as const;
const after = state ? { after: state.after } : {};
console.log(state ? `goes on after ${state.after}` : 'begins');
for await (const event of events(session, { topics, collectionSlugs: [collectionSlug], ...after })) {
  if (event.type === 'reset' || !state) state = { after: event.id, book: await readBook() };
  if (event.topic === 'listing') {
    const { status, listing } = event.data;
    if (status === 'buyable') state.book[listing.listingId] = listing.priceSats;
    else delete state.book[listing.listingId];
    console.log(`${event.type} ${listing.inscriptionName} at ${listing.priceSats} sats`);
  }
  if (event.topic === 'sale') console.log(`${event.type} ${event.data.sale.priceSats} sats`);
  if (event.type === 'ready') console.log(`up to date: ${Object.keys(state.book).length} for sale`);
  state.after = event.id;
  // whole or not at all
  await writeFile(`${file}.new`, JSON.stringify(state));
  await rename(`${file}.new`, file);
}
