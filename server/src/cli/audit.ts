import { operatorSentence } from '@ordbook/protocol/refusals';
import { type AuditReport, audit } from '../audit/audit.ts';
import type { Finding } from '../audit/finding.ts';
import { systemClock } from '../base/clock.ts';
import { openAdapters, openStore } from '../composition/build-service.ts';
import { checkSettings, NEEDED_TO_START } from '../composition/check-settings.ts';
import { readSettings, type Settings, tradingSettings } from '../composition/settings.ts';
import { sightings } from '../trading/custody/proof.ts';

export interface AuditCommandOptions {
  readonly json?: boolean;
  readonly since?: string;
}

/** Exit codes of `ordbook audit`. */
export const AUDIT_EXIT = { clean: 0, findings: 1, unfinished: 2 } as const;

/** Polls that the follower has to finish its steps before a suspicion is looked at again. */
const POLLS = 3;

/**
 * `ordbook audit`: prints the report to stdout, progress to stderr when that is a terminal. Resolves to the
 * exit code. Needs node, index and database, and no signer; writes nothing.
 */
export async function runAudit(options: AuditCommandOptions, env: NodeJS.ProcessEnv): Promise<number> {
  const progress = terminalProgress(process.stderr);
  try {
    const report = await auditedBy(readSettings(env), options, progress.show);
    progress.clear();
    process.stdout.write(options.json ? `${JSON.stringify(report)}\n` : reportText(report));
    return report.findings.length === 0 ? AUDIT_EXIT.clean : AUDIT_EXIT.findings;
  } catch (error) {
    progress.clear();
    process.stderr.write(`ordbook: the audit could not finish: ${operatorSentence(error)}\n`);
    return AUDIT_EXIT.unfinished;
  }
}

async function auditedBy(
  settings: Settings,
  { since = '0' }: AuditCommandOptions,
  progress: (what: string, rows: number) => void,
): Promise<AuditReport> {
  checkSettings(
    settings,
    NEEDED_TO_START.filter((name) => name !== 'CHAIN_RPC_URL' && name !== 'ORD_URL'),
  );
  if (!/^\d{1,9}$/.test(since)) throw new Error(`--since must be a height, but is ${since}`);
  if (!settings.DATABASE_URL && !settings.DATA_DIR)
    throw new Error('set DATABASE_URL, or DATA_DIR while the service is stopped');
  const { chain, ordinals } = openAdapters(settings);
  const { network, failureDepth } = tradingSettings(settings);
  const store = await openStore(settings);
  try {
    return await audit(
      {
        ...{ chain, ordinals, db: store.db, clock: systemClock, network, failureDepth },
        sighted: sightings(chain, network),
      },
      { since: Number(since), pauseMs: POLLS * settings.POLL_MS, progress },
    );
  } finally {
    await store.close();
  }
}

/** The report as people read it: each finding with its fix, then what was examined. */
export function reportText({ findings, rows, height }: AuditReport): string {
  const examined = Object.entries(rows)
    .map(([what, count]) => `${count} ${what}`)
    .join(', ');
  const verdict = findings.length === 0 ? 'no findings' : `${findings.length} findings`;
  return `${findings.map(findingText).join('')}${verdict} at height ${height}; examined ${examined}\n`;
}

function findingText({ code, subject, txid, outpoint, message, fix }: Finding): string {
  const where = [txid && `txid ${txid}`, outpoint && `coin ${outpoint}`].filter(Boolean).join(', ');
  return `${code}  ${subject}: ${message}\n${where ? `  ${where}\n` : ''}  → ${fix}\n`;
}

function terminalProgress(stream: NodeJS.WriteStream) {
  const clear = () => void (stream.isTTY && stream.write('\r\x1b[K'));
  return {
    clear,
    show: (what: string, rows: number) => {
      if (!stream.isTTY) return;
      clear();
      stream.write(`auditing ${what}: ${rows}`);
    },
  };
}
