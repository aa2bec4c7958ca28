import type { MarketInscription } from '@ordbook/client/market';
import type { PathParameters } from './paths.ts';

/** What every page is given: what its address says. */
export interface PageProps {
  readonly parameters: PathParameters;
  readonly query: URLSearchParams;
}

/** Of the actions on the page of an inscription. */
export interface ItemActionsProps {
  readonly inscription: MarketInscription;
}
