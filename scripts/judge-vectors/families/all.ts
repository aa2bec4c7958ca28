import type { Case } from '../case.ts';
import { buried } from './buried.ts';
import { chains } from './chains.ts';
import { claims } from './claims.ts';
import { given } from './given.ts';
import { listings } from './listings.ts';
import { combinations, replays } from './replays.ts';
import { shared } from './shared.ts';
import { sighashes } from './sighashes.ts';
import { unguarded } from './unguarded.ts';

/** The file of each family holds its cases in this order. New families come last: each has its own coins. */
export const FAMILIES: Readonly<Record<string, readonly Case[]>> = {
  sighashes,
  listings,
  replays,
  combinations,
  claims,
  chains,
  given,
  shared,
  buried,
  unguarded,
};
