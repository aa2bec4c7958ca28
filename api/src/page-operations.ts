import { SlugParams } from './fields/scalars.ts';
import { MarketBook, MarketHistory, MarketQuote, MarketQuoteQuery } from './market/book.ts';
import { HoldingsParams, MarketHeldOffers, MarketHoldings, MarketHoldingsQuery } from './market/holdings.ts';
import {
  InscriptionParams,
  Market,
  MarketActivity,
  MarketActivityQuery,
  MarketCollectionPage,
  MarketCollections,
  MarketCustody,
  MarketInscription,
  MarketItems,
  MarketItemsQuery,
  MarketNow,
  MarketOffers,
  MarketSearch,
  MarketSearchQuery,
} from './market/market.ts';
import type { Operation } from './operation.ts';
import { operationOf } from './operation-of.ts';
import { LentCoins, LentCoinsQuery } from './purchase/lent-coins.ts';
import { MyTrades, MyTradesQuery, TradeParams, TradeStory } from './trade/trade.ts';

/** What pages for people read beside the API, as `OPERATIONS` has the API. */
export const PAGE_OPERATIONS = {
  'GET /market': operationOf({ answer: Market }),
  'GET /market/now': operationOf({ answer: MarketNow }),
  'GET /market/collections': operationOf({ answer: MarketCollections }),
  'GET /market/collections/{slug}': operationOf({ params: SlugParams, answer: MarketCollectionPage }),
  'GET /market/collections/{slug}/items': operationOf({
    params: SlugParams,
    query: MarketItemsQuery,
    answer: MarketItems,
  }),
  'GET /market/collections/{slug}/offers': operationOf({ params: SlugParams, answer: MarketOffers }),
  'GET /market/collections/{slug}/book': operationOf({ params: SlugParams, answer: MarketBook }),
  'GET /market/collections/{slug}/history': operationOf({ params: SlugParams, answer: MarketHistory }),
  'GET /market/quote': operationOf({ query: MarketQuoteQuery, answer: MarketQuote }),
  'GET /market/holdings/{address}': operationOf({
    params: HoldingsParams,
    query: MarketHoldingsQuery,
    answer: MarketHoldings,
  }),
  'GET /market/holdings/{address}/offers': operationOf({ params: HoldingsParams, answer: MarketHeldOffers }),
  'GET /market/inscriptions/{inscriptionId}': operationOf({
    params: InscriptionParams,
    answer: MarketInscription,
  }),
  'GET /market/inscriptions/{inscriptionId}/custody': operationOf({
    params: InscriptionParams,
    answer: MarketCustody,
  }),
  'GET /market/activity': operationOf({ query: MarketActivityQuery, answer: MarketActivity }),
  'GET /market/search': operationOf({ query: MarketSearchQuery, answer: MarketSearch }),
  'GET /my/coins': operationOf({ query: LentCoinsQuery, answer: LentCoins }),
  'GET /my/trades': operationOf({ query: MyTradesQuery, answer: MyTrades }),
  'GET /trades/{tradeId}': operationOf({ params: TradeParams, answer: TradeStory }),
} satisfies Record<string, Operation>;
