import type { Market } from './market.ts';

/** What a check needs: nothing but the server; a wallet that can sign in; or a sandbox with coins and inscriptions. */
export type Need = 'nothing' | 'wallet' | 'sandbox';

/** `says`: the sentence of the specification that it holds. `run` throws `Mismatch` where the server does otherwise. */
export type Check = readonly [
  needs: Need,
  id: string,
  says: string,
  run: (market: Market) => Promise<unknown>,
];
