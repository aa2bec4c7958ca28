import { operatorScript } from '@ordbook/protocol/bitcoin/keys';
import { parseKeySet } from '@ordbook/protocol/key-set';
import type { OperatorPins } from './options.ts';

/** The pinned keys of a signer set, and the script of the operator's coins. */
export interface KeySetPins {
  /** The publisher's key, x-only hex, from a place that the service cannot change. */
  readonly publisher: string;
  /** The least number to accept: that of the newest set you know. Default 1. */
  readonly atLeast?: number;
}

/**
 * The pins of an operator's key set, for `SafetyOptions.pins` together with `requirePins`. `keySet`: the
 * parsed JSON of `/.well-known/ordbook-keys.json`, or of the place where the operator publishes it. Throws a
 * RangeError when the set is malformed, older than `atLeast`, or not signed by `publisher`.
 */
export function pinsOf(keySet: unknown, { publisher, atLeast = 1 }: KeySetPins): Required<OperatorPins> {
  const set = parseKeySet(keySet);
  if (set.publisher !== publisher)
    throw new RangeError(`the key set is signed by ${set.publisher}, not by ${publisher}`);
  if (set.number < atLeast)
    throw new RangeError(`the key set has the number ${set.number}; ${atLeast} is known already`);
  const { market, anchor, policy, gate } = set;
  // an empty text equals no key, so an operator without collection offers can make none
  return {
    market,
    operatorScript: operatorScript({ anchor }),
    policy: policy ?? '',
    gate: gate ?? '',
  };
}
