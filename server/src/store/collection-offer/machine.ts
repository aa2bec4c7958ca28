import { machine } from '../database/machine.ts';

/** Collection offers: `trading/collection-offer/make.ts`. */
export const collectionOfferMachine = machine('collectionOffers', {
  /** may be filled */
  active: ['filling', 'accepted', 'cancelled', 'expired', 'invalidated'],
  /** a seller has signed; back when the fill fails, or is displaced */
  filling: ['accepted', 'active', 'cancelled', 'expired', 'invalidated'],
  /**
   * the fill is in a block; back when a reorg takes it. If only its block told of the fill: to invalidated,
   * or to cancelled without its secret
   */
  accepted: ['filling', 'invalidated', 'cancelled'],
  /** a coin of it was spent elsewhere; back when that is undone in time; final once the spend has a height */
  invalidated: ['active', 'accepted', 'cancelled', 'invalidated'],
  /** accepted when a block has a fill that was displaced before */
  cancelled: ['accepted'],
  /** its time is over; accepted when a block has a fill that was displaced before */
  expired: ['accepted'],
});
