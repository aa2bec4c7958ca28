/**
 * Makes this process the same in every run: its clock stands still until `next`, and what is random follows from the
 * name of the step. Import it before everything that reads either.
 */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const STEP_MS = 10_000;
let nowMs = Date.UTC(2026, 0, 5, 9);
let step = 'start';
let used: Record<string, number> = {};

/** Begins a step: ten seconds later, with randomness of its own. */
export function next(name: string): void {
  nowMs += STEP_MS;
  step = name;
  used = {};
}

/** Each purpose has a stream of its own, so that a request's id and its nonce do not depend on their order. */
function bytes(purpose: string, size: number): Buffer {
  const count = (used[purpose] ?? 0) + 1;
  used[purpose] = count;
  return crypto.createHash('shake256', { outputLength: size }).update(`${step} ${purpose} ${count}`).digest();
}

function uuid(): ReturnType<typeof crypto.randomUUID> {
  const hex = bytes('uuid', 16).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

const steady = {
  randomBytes: (size: number) => bytes('bytes', size),
  randomUUID: uuid,
};
Object.assign(crypto, steady);
syncBuiltinESMExports();
Object.assign(globalThis.crypto, {
  randomUUID: uuid,
  getRandomValues<Array extends Uint8Array>(array: Array): Array {
    array.set(bytes('values', array.length));
    return array;
  },
});

const Clock = Date;
globalThis.Date = class extends Clock {
  constructor(...given: [] | [number | string | Date]) {
    super(...((given.length === 0 ? [nowMs] : given) as [number]));
  }
  static override now(): number {
    return nowMs;
  }
} as DateConstructor;
