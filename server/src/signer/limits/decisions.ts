import { operatorSentence, Refusal } from '@ordbook/protocol/refusals';
import { Counter, Gauge, Registry } from 'prom-client';
import { HOUR_MS } from '../../base/clock.ts';
import { SignerRefusal } from '../port.ts';
import type { SignerLog } from '../transport/process.ts';
import type { Ledger } from './ledger.ts';
import type { Entry, Kind, Limit } from './limits.ts';

/** Logs and counts every signature and every refusal, with kind and txid. Never logs a key or a signature. */
export interface Decisions {
  signed(signed: Omit<Entry, 'at'>): void;
  /**
   * `txid`: of the requested transaction; null: the request makes none. `offer`: the offer output of a fill.
   * Errors other than refusals are bugs, ignored here.
   */
  refused(
    asked: { readonly kind: Kind; readonly txid: string | null; readonly offer: string | null },
    error: unknown,
  ): void;
  /** Metrics in Prometheus text format. */
  metrics(): Promise<string>;
}

export function createDecisions({
  log,
  ledger,
}: {
  readonly log: SignerLog;
  readonly ledger: Ledger;
}): Decisions {
  const registry = new Registry();
  const registers = [registry];
  const signatures = new Counter({
    name: 'ordbook_signer_signatures_total',
    help: 'Packages signed, by kind, repeated requests included.',
    labelNames: ['kind'],
    registers,
  });
  const refusals = new Counter({
    name: 'ordbook_signer_refusals_total',
    help: 'Packages refused, by kind. rule: the signing policy forbids it; spent: a coin is gone; for_now: a limit is reached or a part is unreachable.',
    labelNames: ['kind', 'why'],
    registers,
  });
  const labelNames = ['counts', 'hours'] as const;
  const most = new Gauge({
    name: 'ordbook_signer_limit',
    help: 'What a limit allows.',
    labelNames,
    registers,
  });
  for (const { limit } of ledger.used()) most.set(labelsOf(limit), limit.most);
  new Gauge({
    name: 'ordbook_signer_limit_used',
    help: 'How much of a limit is used.',
    labelNames,
    registers,
    collect() {
      for (const { limit, used } of ledger.used()) this.set(labelsOf(limit), used);
    },
  });
  return {
    signed({ kind, txid, usage, offer }) {
      signatures.inc({ kind });
      log.info({ kind, txid, ...(offer ? { offer } : {}), usage }, 'signed');
    },
    refused({ kind, txid, offer }, error) {
      const why = error instanceof SignerRefusal ? error.why : error instanceof Refusal ? 'for_now' : null;
      if (why === null) return;
      refusals.inc({ kind, why });
      log.warn({ kind, txid, ...(offer ? { offer } : {}), why, refusal: operatorSentence(error) }, 'refused');
    },
    metrics: () => registry.metrics(),
  };
}

function labelsOf({ counts, windowMs }: Limit) {
  return { counts, hours: windowMs / HOUR_MS };
}
