/** A sealed event in the relay; `trading/event/sealed-event.ts` opens it. */
export interface RelayEntry {
  /** The number of its event; null: its id is not one that the service writes. */
  readonly seq: number | null;
  /** Names the key that sealed it. */
  readonly keyId: string;
  readonly sealed: Buffer;
}

/**
 * A capped stream outside the database that brings numbered events from the leader to every replica. It
 * promises nothing: entries may be missing, forged, old or gone at any time. A reader checks each, and reads
 * the database where one does not fit.
 */
export interface EventRelay {
  /**
   * Appends entries whose numbers ascend, and drops the oldest above the cap. False: the relay has one of the
   * numbers, or a later one, or is no stream; some of the entries may be in it. Throws an Error when it is
   * unreachable or full. Retry-safe: a number is written once.
   */
  append(entries: readonly RelayEntry[]): Promise<boolean>;
  /** The last entry; null: it is empty. Throws an Error when it is unreachable. */
  newest(): Promise<RelayEntry | null>;
  /** Removes every entry. Throws an Error when it is unreachable. Retry-safe. */
  clear(): Promise<void>;
  /**
   * Entries with a number above `seq`, in order; none: there were none within `waitMs`. Throws an Error when
   * the relay is unreachable, or is no stream. One call at a time.
   */
  after(seq: number, waitMs: number): Promise<readonly RelayEntry[]>;
  /** Ends its connections; a call in progress throws. */
  close(): void;
}
