import type { Case } from '../case.ts';
import { chains } from './chains.ts';
import { claims } from './claims.ts';
import { given } from './given.ts';
import { listings } from './listings.ts';
import { combinations, replays } from './replays.ts';
import { sighashes } from './sighashes.ts';

/** The file of each family holds its cases in this order. New families come last: each has its own coins. */
export const FAMILIES: Readonly<Record<string, readonly Case[]>> = {
  sighashes,
  listings,
  replays,
  combinations,
  claims,
  chains,
  given,
};
