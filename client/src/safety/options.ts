import { requireOptions } from '../arguments.ts';
import type { Limits } from '../signing/limits.ts';
import type { HeaderSource, InscriptionSource } from '../source/source.ts';
import { memoryStorage, type SafetyStorage } from './storage.ts';

/** Keys of an operator, x-only hex, and the script of its coins, hex. */
export interface OperatorPins {
  /** The market signer's key. */
  readonly market?: string;
  /** The gate signer's key. */
  readonly gate?: string;
  /** The policy signer's key. */
  readonly policy?: string;
  /** Script of the operator's coins. */
  readonly operatorScript?: string;
}

/** What protects a session from its service. Every default is the careful one. */
export interface SafetyOptions {
  /**
   * Where inscriptions are, from a server of yours: `ordSource` or `esploraSource`. It must agree with the
   * proofs of the service, and says what else is on a coin. On mainnet one of the two is needed.
   */
  readonly source?: InscriptionSource;
  /** Further servers that know the chain. Each must have the blocks of the proofs, and so must `source`. */
  readonly headers?: readonly HeaderSource[];
  /**
   * Parents or galleries of collections, by slug, as their creators publish them. What is bought of such a
   * collection must be shown to belong to one of them.
   */
  readonly collections?: Readonly<Record<string, readonly string[]>>;
  /** Keeps pinned keys and open signatures. Default: the memory of this process. */
  readonly storage?: SafetyStorage;
  /** The operator's keys, if you know them from elsewhere. Others are pinned when they are first seen. */
  readonly pins?: OperatorPins;
  /** True: refuse a key that is neither in `pins` nor in the storage. */
  readonly requirePins?: boolean;
  /** Limits of every trade; a request may set its own. */
  readonly limits?: Limits;
}

/** The options of a session, and a name for its service under which keys are pinned. */
export interface Safety extends Omit<SafetyOptions, 'storage'> {
  /** Keeps pinned keys and open signatures. */
  readonly storage: SafetyStorage;
  /** Origin of the service, under which keys are pinned. */
  readonly service: string;
}

const processMemory = memoryStorage();

/** `baseUrl`: of the service, whose origin names it. */
export function safetyOf(options: SafetyOptions, baseUrl: string): Safety {
  requireOptions(options, []);
  return { ...options, storage: options.storage ?? processMemory, service: new URL(baseUrl).origin };
}
