import type { Check, Need } from './check.ts';
import { CHECKS } from './checks/all.ts';
import { Market, type MarketOptions } from './market.ts';
import { Mismatch } from './mismatch.ts';
import { madeRequest } from './trades.ts';

export interface ConformanceOptions extends MarketOptions {
  /** Only checks whose id has one of these texts in it. */
  readonly only?: readonly string[] | undefined;
  /** Called after each check. */
  readonly onResult?: ((result: Result) => void) | undefined;
}

export interface Result {
  readonly id: string;
  /** The sentence of the specification. */
  readonly says: string;
  readonly outcome: 'passed' | 'failed' | 'not run';
  /** Why it failed or did not run; empty otherwise. */
  readonly why: string;
  /** Of a failure, where the server answered otherwise. */
  readonly expected?: string;
  readonly came?: string;
}

export interface Report {
  readonly baseUrl: string;
  readonly at: string;
  readonly seconds: number;
  readonly passed: number;
  readonly failed: number;
  readonly notRun: number;
  readonly results: readonly Result[];
}

/**
 * Runs the checks one after another, and returns what each found. It makes members, listings and offers at the
 * server, and with a sandbox trades and blocks; run it against a server for tests. Throws nothing for a server
 * that does not conform or does not respond: the checks then fail.
 */
export async function runConformance(options: ConformanceOptions): Promise<Report> {
  const { baseUrl, only = [], onResult } = options;
  const market = new Market(options, madeRequest);
  const began = Date.now();
  const results: Result[] = [];
  for (const check of CHECKS) {
    const [needs, id, says] = check;
    if (only.length > 0 && !only.some((text) => id.includes(text))) continue;
    const missing = missingFor(needs, options);
    const result: Result =
      missing === null ? await resultOf(check, market) : { id, says, outcome: 'not run', why: missing };
    results.push(result);
    onResult?.(result);
  }
  const count = (outcome: Result['outcome']) => results.filter((one) => one.outcome === outcome).length;
  return {
    baseUrl,
    at: new Date(began).toISOString(),
    seconds: Math.round((Date.now() - began) / 100) / 10,
    ...{ passed: count('passed'), failed: count('failed'), notRun: count('not run') },
    results,
  };
}

/** What the caller has to give for a check; null: nothing. */
function missingFor(needs: Need, { sandboxUrl, wallet, collectionSlug }: ConformanceOptions): string | null {
  if (needs === 'nothing' || sandboxUrl !== undefined) return null;
  if (needs === 'sandbox') return 'it needs --sandbox';
  return wallet === undefined || collectionSlug === undefined
    ? 'it needs --wallet and --collection, or --sandbox'
    : null;
}

async function resultOf([, id, says, run]: Check, market: Market): Promise<Result> {
  try {
    await run(market);
    return { id, says, outcome: 'passed', why: '' };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const seen = error instanceof Mismatch ? { expected: error.expected, came: error.came } : {};
    return { id, says, outcome: 'failed', why, ...seen };
  }
}
