import type { SignerState } from '../monitoring/health.ts';

/** What an audit found, with the fix. */
export interface AuditFinding {
  readonly code: string;
  readonly subject: string;
  readonly txid: string | null;
  readonly outpoint: string | null;
  readonly message: string;
  readonly fix: string;
}

/** The audits of this process: others have their own. */
export interface AuditState {
  readonly isRunning: boolean;
  /** What it goes through now; null: it does not run. */
  readonly progress: string | null;
  /** Hours between two audits of the leader; 0: none is scheduled. */
  readonly everyHours: number;
  /** The last that ended; null: none has, since the process started. */
  readonly last: {
    readonly startedAt: Date;
    readonly endedAt: Date;
    readonly height: number;
    /** Rows examined, by what they are. */
    readonly rows: Readonly<Record<string, number>>;
    readonly findings: readonly AuditFinding[];
  } | null;
  /** Why the last attempt could not finish; null: it did. */
  readonly failed: { readonly at: Date; readonly reason: string } | null;
}

export interface Audits {
  state(): AuditState;
  /** Starts one and does not wait for it. False: one is running. */
  start(): boolean;
}

/** A setting as the operator may see it. */
export interface ShownSetting {
  readonly name: string;
  readonly group: string;
  /** null: it may hold a secret. */
  readonly value: string | null;
  readonly isDefault: boolean;
  readonly meaning: string;
}

/** How the process was started. */
export interface Started {
  readonly settings: readonly ShownSetting[];
  /** Folder of the embedded database; null: the database is a server. */
  readonly dataDir: string | null;
}

/** What a process knows of itself, and no table has. */
export interface LiveParts {
  /** The signers as they were last seen. */
  signers(): readonly SignerState[];
  readonly audits: Audits;
}
