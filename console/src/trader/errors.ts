import { words } from './text.ts';

/** What went wrong, and what to do next. By name: the classes would load the SDK where only words are shown. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return words.error.other(String(error));
  const why = error.message.replace(/\.$/, '');
  switch (error.name) {
    case 'Declined':
    case 'OldListingEnded':
    case 'WrongPrice':
      return error.message;
    case 'BelowTopOffer':
      return words.error.belowTop('topPriceSats' in error ? Number(error.topPriceSats) : 0);
    case 'UnsafePsbt':
    case 'UnsafeChallenge':
      return words.error.unsafe(why);
    case 'UnexpectedResponse':
      return words.error.unexpected(why);
    case 'WalletError':
      return 'code' in error && error.code === 'rejected' ? words.error.rejected : words.error.wallet(why);
    case 'ConnectionLost':
    case 'ResponseTimeout':
      return words.error.lost;
    case 'SourceError':
      return words.error.source(why);
    case 'ApiError':
      // its sentence says itself what to do
      return 'status' in error && error.status === 401 ? words.error.expired : `${capital(why)}.`;
    default:
      return words.error.other(why);
  }
}

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
