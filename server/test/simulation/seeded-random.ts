import { Buffer } from 'node:buffer';
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** A random number in [0, 1) that depends on nothing but these. */
export function chance(...parts: readonly (number | string)[]): number {
  let mixed = 0x9e3779b9;
  for (const char of parts.join('/'))
    mixed = Math.imul(mixed ^ char.charCodeAt(0), 0x85ebca6b) ^ (mixed >>> 13);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296;
}

/** A sequence of choices; the same for the same parts. */
export function choices(...parts: readonly (number | string)[]) {
  let count = 0;
  const next = () => chance(...parts, count++);
  const below = (bound: number) => Math.floor(next() * bound);
  return {
    next,
    below,
    /** undefined when there is nothing to pick from. */
    pick: <One>(from: readonly One[]): One | undefined => from[below(from.length)],
  };
}

export type Choices = ReturnType<typeof choices>;

/**
 * Runs `work` with every source of randomness of the process drawn from `seed`: ids, nonces, secrets, jitter.
 * One call at a time.
 */
export async function withSeededRandom<T>(seed: number | string, work: () => Promise<T>): Promise<T> {
  const kept = { uuid: crypto.randomUUID, bytes: crypto.randomBytes, random: Math.random };
  const web = globalThis.crypto.getRandomValues;
  let count = 0;
  const next = () => chance('random', seed, count++);
  const fill = (into: Uint8Array) => {
    for (const at of into.keys()) into[at] = Math.floor(next() * 256);
    return into;
  };
  const bytes = (size: number) => Buffer.from(fill(new Uint8Array(size)));
  Object.assign(crypto, {
    randomBytes: bytes,
    randomUUID: () =>
      bytes(16)
        .toString('hex')
        .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5'),
  });
  Math.random = next;
  globalThis.crypto.getRandomValues = ((into: Uint8Array) =>
    fill(new Uint8Array(into.buffer, into.byteOffset, into.byteLength)) && into) as typeof web;
  syncBuiltinESMExports();
  try {
    return await work();
  } finally {
    Object.assign(crypto, { randomUUID: kept.uuid, randomBytes: kept.bytes });
    Math.random = kept.random;
    globalThis.crypto.getRandomValues = web;
    syncBuiltinESMExports();
  }
}
