import { words } from './text.ts';

/** What went wrong, and what to do next. By name: the classes would load the SDK where only words are shown. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return words.error.other(String(error));
  const why = error.message.replace(/\.$/, '');
  switch (error.name) {
    case 'Declined':
    case 'OldListingEnded':
    case 'ListingStays':
      return error.message;
    case 'BelowTopOffer':
      return words.error.belowTop('topPriceSats' in error ? Number(error.topPriceSats) : 0);
    case 'UnsafePsbt':
    case 'UnsafeChallenge':
      return words.error.unsafe(why);
    case 'UnexpectedResponse':
      return words.error.unexpected(why);
    case 'WalletError':
      if (!('code' in error)) return words.error.wallet(why);
      if (error.code === 'unsupported') return words.error.unsupported(why);
      return error.code === 'rejected' ? words.error.rejected : words.error.wallet(why);
    case 'ConnectionLost':
    case 'ResponseTimeout':
      return words.error.lost;
    case 'SourceError':
      return words.error.source(why);
    case 'ApiError':
      // its sentence says itself what to do
      return 'status' in error && error.status === 401 ? words.error.expired : `${capital(inWords(why))}.`;
    default:
      return words.error.other(why);
  }
}

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Fields of a request that the trader filled in are called as the page calls them. */
const inWords = (why: string) =>
  why.replace(
    /^(?:items\[\d+\]\.)?(priceSats|offerCount|ladderStepSats)\b/,
    (_, field: keyof typeof words.error.fields) => words.error.fields[field],
  );

/** The error, with names in place of the ids of listings: a cart shows no ids. */
export function named(
  error: unknown,
  items: readonly { readonly listingId: string; readonly name: string }[],
): unknown {
  if (error instanceof Error)
    for (const { listingId, name } of items)
      error.message = error.message.replaceAll(`listing ${listingId}`, `“${name}”`);
  return error;
}
