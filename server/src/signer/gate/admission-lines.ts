/**
 * The admission coins that a gate takes for its own. Anybody can pay 333 sats to a tier's address, so a coin
 * counts only when it comes from a fan-out transaction of the operator, directly or through fills that this
 * gate has signed.
 *
 *   fan-out ──► coin ──fill──► coin ──fill──► coin     one line
 *           ──► coin ──fill──► coin                    another one
 *
 * A tier with n coins has at most n lines. A chain of blocks holds at most one unspent coin of a line, and
 * each spend locks the next coin for k blocks. So a tier settles at most n fills in any k blocks, for any
 * caller, and whenever the signatures are used.
 */

import { type Tier, tierText } from '@ordbook/protocol/collection-offer/admission';
import { type Outpoint, outpointText } from '@ordbook/protocol/outpoint';
import type { AdmissionRecord, Entry } from '../limits/limits.ts';

/** A line of a tier, numbered from 1. */
export interface Line {
  /** As `tierText`. */
  readonly tier: string;
  readonly line: number;
}

export interface AdmissionLines {
  /** The line of a coin; null: this gate does not know it. */
  lineOf(coin: Outpoint): Line | null;
  /**
   * Lines for the new coins of a fan-out transaction; null: a tier has too few. A line can begin again with a
   * transaction that excludes every one with which it began before: the two spend a coin in common.
   */
  linesFor(fanOut: NewFanOut): AdmissionRecord | null;
}

/** A fan-out transaction that the operator has signed. */
export interface NewFanOut {
  readonly spent: readonly Outpoint[];
  readonly made: readonly { readonly coin: Outpoint; readonly tier: Tier }[];
}

/** The lines as the journal has them. `entries` returns all of its entries, oldest first. */
export function admissionLines(entries: () => readonly Entry[]): AdmissionLines {
  let read: readonly Entry[] = [];
  let count = 0;
  let lines = new Map<string, Line>();
  /** By tier and line: what the fan-out transactions spend with which it began. */
  let beginnings = new Map<string, (readonly string[])[]>();

  /** Reads the entries that are new since the last call. */
  function refresh(): void {
    const now = entries();
    if (now !== read || now.length < count) {
      lines = new Map();
      beginnings = new Map();
      count = 0;
      read = now;
    }
    for (; count < now.length; count += 1) {
      const { kind, admissions } = now[count]!;
      for (const { coin, tier, line } of admissions?.made ?? []) {
        lines.set(coin, { tier, line });
        if (kind !== 'adoption') continue;
        const name = nameOf({ tier, line });
        beginnings.set(name, [...(beginnings.get(name) ?? []), admissions!.spent]);
      }
    }
  }

  return {
    lineOf(coin) {
      refresh();
      return lines.get(outpointText(coin)) ?? null;
    },
    linesFor({ spent: coins, made }) {
      refresh();
      const spent = coins.map(outpointText);
      const taken = new Set<string>();
      const isFree = (line: Line) => {
        if (taken.has(nameOf(line))) return false;
        const before = beginnings.get(nameOf(line)) ?? [];
        return before.every((earlier) => earlier.some((coin) => spent.includes(coin)));
      };
      const begun = made.flatMap(({ coin, tier }) => {
        const numbers = Array.from({ length: tier.coins }, (_, i) => i + 1);
        const line = numbers.find((number) => isFree({ tier: tierText(tier), line: number }));
        if (line === undefined) return [];
        taken.add(nameOf({ tier: tierText(tier), line }));
        return [{ coin: outpointText(coin), tier: tierText(tier), line }];
      });
      return begun.length < made.length ? null : { spent, made: begun };
    },
  };
}

const nameOf = ({ tier, line }: Line) => `${tier}, line ${line}`;
