import { Refusal } from '@ordbook/protocol/refusals';
import type { Entry, Past } from './limits.ts';

/**
 * What a signer has signed, as far back as its limits reach. A restart finds every entry for which `append`
 * has resolved. Used by one ledger, which makes one call at a time.
 */
export interface Journal {
  /** All entries, oldest first. */
  past(): Past;
  /**
   * Resolves once the entry survives a crash and a power loss. Throws `Refusal('unavailable')` when it cannot
   * be written.
   */
  append(entry: Entry): Promise<void>;
  /** Removes all other entries. Throws what `append` throws, and then removes nothing. */
  keep(entries: readonly Entry[]): Promise<void>;
  close(): Promise<void>;
}

/** A journal that ends with this process. */
export function memoryJournal(): Journal {
  let entries: Entry[] = [];
  return {
    past: () => ({ entries, lostAt: null }),
    async append(entry) {
      entries.push(entry);
    },
    async keep(kept) {
      entries = [...kept];
    },
    close: async () => undefined,
  };
}

/** The refusal of a signer that does not sign for now. `detail` gives the operator the reason. */
export function notNow(detail: string): Refusal {
  return new Refusal('unavailable', 'the signer is not signing now; try again later', { detail });
}
