import { Refusal } from '@ordbook/protocol/refusals';
import type { Entry, Past } from './limits.ts';

/**
 * What a signer has signed, so far back as its limits look. A restart finds all that `append` has resolved for. It is used by one
 * ledger, which makes one call at a time.
 */
export interface Journal {
  /** All of it, oldest first. */
  past(): Past;
  /** Resolves once the entry survives a crash and a power loss. Throws `Refusal('unavailable')` when it cannot be written. */
  append(entry: Entry): Promise<void>;
  /** Forgets all other entries. Throws as `append`; nothing is forgotten then. */
  keep(entries: readonly Entry[]): Promise<void>;
  close(): Promise<void>;
}

/** A journal that ends with this process. */
export function memoryJournal(): Journal {
  let entries: Entry[] = [];
  return {
    past: () => ({ entries, usedUpAt: null }),
    async append(entry) {
      entries.push(entry);
    },
    async keep(kept) {
      entries = [...kept];
    },
    close: async () => undefined,
  };
}

/** What a signer answers that could sign, and does not for now. `detail` says why, to the operator. */
export function notNow(detail: string): Refusal {
  return new Refusal('unavailable', 'the signer does not sign now; try again later', { detail });
}
