import { words } from '../text.ts';

/** What `amountIn` needs of an offer or counter in the inbox. */
export interface Sums {
  readonly side: 'received' | 'sent';
  readonly kind: 'buyer_offer' | 'seller_counter';
  readonly sellerReceiveSats: number;
  /** Without postage and network fee. */
  readonly buyerPayTotalSats: number;
}

/** What the reader of the inbox receives or pays, in words. */
export function amountIn({ side, kind, sellerReceiveSats, buyerPayTotalSats }: Sums): string {
  const isSeller = (side === 'received') === (kind === 'buyer_offer');
  return isSeller
    ? words.inbox.receive(words.sats(sellerReceiveSats))
    : words.inbox.pay(words.sats(buyerPayTotalSats));
}
