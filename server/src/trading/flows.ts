import { collectionOfferFlow } from './collection-offer/flow.ts';
import type { Flow } from './context.ts';
import { counterFlow } from './counter/flow.ts';
import { fillFlow } from './fill/flow.ts';
import { listingFlow } from './listing/flow.ts';
import { offerFlow } from './offer/flow.ts';
import { operationFlow } from './operation/flow.ts';
import { operatorCoinFlow } from './operator-coins/flow.ts';
import { purchaseFlow } from './purchase/flow.ts';

/**
 * Every flow of the service. A new flow is added to this list. Steps, rechecks and rollbacks run in this
 * order: what completes a trade comes before what closes the trades that conflict with it. The pools come
 * last, because all other flows reserve and release their coins.
 */
export const FLOWS: readonly Flow[] = [
  // A confirmed purchase marks its listings sold and a failed one releases them, before listings are settled
  // below.
  purchaseFlow,
  // A confirmed settlement is a sale. A failed one leaves a counter to recover, before counters are recovered
  // below.
  offerFlow,
  // An ended fill leaves its collection offer accepted, active or closed, before collection offers are
  // checked next.
  fillFlow,
  collectionOfferFlow,
  // After everything that sells a listed inscription.
  listingFlow,
  // After `offerFlow`, for the settlements that failed in this poll.
  counterFlow,
  // After everything that may free a listing or an offer again.
  operationFlow,
  // Last: it spends the anchors that the flows above have retired, in the same poll.
  operatorCoinFlow,
];
