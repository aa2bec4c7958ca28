import type { Knowledge, Request, Verdict } from '@ordbook/judge';
import type { Completed } from './complete.ts';
import type { NodeVerdict } from './world.ts';

export interface VectorFile {
  readonly format: 1;
  readonly node: string;
  readonly vectors: readonly Vector[];
}

/** A vector as it is written. docs/judge-vectors.md explains every field. */
export interface Vector {
  readonly name: string;
  readonly text: string;
  readonly requests: readonly WrittenRequest[];
  readonly knowledge: Omit<Knowledge, 'earlier'> & { readonly earlier: readonly WrittenRequest[] };
  readonly verdict: WrittenVerdict;
  readonly attacks: readonly WrittenAttack[];
}

export interface WrittenRequest {
  readonly base64: string;
  readonly hex: string;
  readonly sign?: Request['sign'];
}

export interface WrittenVerdict {
  /** null where nothing bounds it. */
  readonly lossSats: number | null;
  readonly isBounded: boolean;
  readonly isExact: boolean;
  readonly inscriptions: readonly {
    readonly name: string;
    readonly fate: string;
    readonly forAtLeastSats: number;
  }[];
  readonly warnings: readonly { readonly code: string; readonly severity: string }[];
}

export interface WrittenAttack {
  /** `loss`, or an inscription that it takes, or the code of a warning. */
  readonly shows: readonly string[];
  readonly transactions: readonly Completed[];
  readonly takesSats: number;
  readonly node: NodeVerdict;
}

/** What is compared of a verdict: texts, and the order of warnings, are free. */
export function writtenVerdict({ worst, inscriptions, warnings }: Verdict): WrittenVerdict {
  const { lossSats, isBounded, isExact } = worst;
  const codes = new Map(warnings.map(({ code, severity }) => [`${code}/${severity}`, { code, severity }]));
  return {
    lossSats: isBounded ? lossSats : null,
    isBounded,
    isExact,
    inscriptions: inscriptions.map(({ name, fate, forAtLeastSats }) => ({ name, fate, forAtLeastSats })),
    warnings: [...codes].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, warning]) => warning),
  };
}
