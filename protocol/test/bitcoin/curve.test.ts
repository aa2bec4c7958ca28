import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as js from '../../src/bitcoin/curve-js.ts';
import * as wasm from '../../src/bitcoin/curve-wasm.ts';

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
/** Random bytes, and those at the edges of the field and of the order. */
const EDGES = ['00'.repeat(32), '01'.padStart(64, '0'), 'ff'.repeat(32)].concat(
  ['4140', '4141', '4142'].map((end) => `fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd036${end}`),
  ['2e', '2f', '30'].map((end) => `fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc${end}`),
);
const scalar = fc.oneof(
  bytes(32),
  fc.constantFrom(...EDGES.map((hex) => Uint8Array.from(Buffer.from(hex, 'hex')))),
);
const secret = scalar.filter((one) => js.isXOnlyPoint(wasmKey(one)));
function wasmKey(one: Uint8Array): Uint8Array {
  try {
    return wasm.xOnlyPointFromScalar(one);
  } catch {
    return new Uint8Array();
  }
}
/** A result as text; an error is one like another. */
function outcome(work: () => unknown): string {
  try {
    const made = work();
    return JSON.stringify(made, (_, value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
    );
  } catch {
    return 'an error';
  }
}

describe('the curve of browsers and that of libsecp256k1 agree', () => {
  test('on which bytes are points', () => {
    fc.assert(
      fc.property(scalar, fc.constantFrom(0, 2, 3, 4), (x, header) => {
        const compressed = Uint8Array.of(header, ...x);
        expect(js.isXOnlyPoint(x)).toBe(wasm.isXOnlyPoint(x));
        expect(js.isPointCompressed(compressed)).toBe(wasm.isPointCompressed(compressed));
      }),
    );
    for (const length of [0, 31, 33, 65]) {
      const other = new Uint8Array(length).fill(2);
      expect([js.isXOnlyPoint(other), js.isPointCompressed(other)]).toEqual([
        wasm.isXOnlyPoint(other),
        wasm.isPointCompressed(other),
      ]);
    }
  });

  test('on keys, tweaks and signatures', () => {
    fc.assert(
      fc.property(secret, scalar, bytes(32), (key, tweak, hash) => {
        const point = wasm.xOnlyPointFromScalar(key);
        expect(js.xOnlyPointFromScalar(key)).toEqual(point);
        expect(outcome(() => js.xOnlyPointAddTweak(point, tweak))).toBe(
          outcome(() => wasm.xOnlyPointAddTweak(point, tweak)),
        );
        const auxiliary = new Uint8Array(32);
        expect(js.signSchnorr(hash, key)).toEqual(Uint8Array.from(wasm.signSchnorr(hash, key, auxiliary)));
      }),
      { numRuns: 50 },
    );
  });

  test('on which signatures verify, changed ones and those with a high S included', () => {
    fc.assert(
      fc.property(secret, bytes(32), fc.nat(63), fc.nat(255), (key, hash, at, value) => {
        const point = wasm.xOnlyPointFromScalar(key);
        const signature = wasm.signSchnorr(hash, key, new Uint8Array(32));
        expect(js.verifySchnorr(hash, point, signature)).toBe(true);
        signature[at] = value;
        const [one, other] = [js, wasm].map((curve) =>
          outcome(() => curve.verifySchnorr(hash, point, signature)),
        );
        expect(one === 'true').toBe(other === 'true');
        const full = Uint8Array.of(2, ...point);
        for (const isStrict of [true, false]) {
          const ours = outcome(() => js.verify(hash, full, signature, isStrict));
          const theirs = outcome(() => wasm.verify(hash, full, signature, isStrict));
          expect(ours === 'true').toBe(theirs === 'true');
        }
      }),
      { numRuns: 50 },
    );
  });
});
