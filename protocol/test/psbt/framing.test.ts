import { describe, expect, test } from 'vitest';
import { MAX_FIELDS, MAX_KEY_BYTES, MAX_VALUE_BYTES, psbtMaps } from '../../src/psbt/framing.ts';
import { compactSize } from '../psbt-fields.ts';

const COUNT = { inputs: 2, outputs: 1 };
/** What stands before the frame; its length must not matter. */
const BEFORE = [1, 2, 3];

const field = (key: readonly number[], value: readonly number[]) => [
  ...compactSize(key.length),
  ...key,
  ...compactSize(value.length),
  ...value,
];
const bytesOf = (length: number) => Array<number>(length).fill(7);
/** A frame of one global map, two inputs and an output, each with the fields given. */
const frame = (global: number[], first: number[] = [], second: number[] = [], output: number[] = []) =>
  [global, first, second, output].flatMap((fields) => [...fields, 0]);

function read(bytes: readonly number[], count = COUNT) {
  return psbtMaps(Uint8Array.of(...BEFORE, ...bytes), BEFORE.length, count, (sentence) => {
    throw new Error(sentence);
  });
}

describe('the frame of a PSBT', () => {
  test('has types that end inside their keys', () => {
    // The key is fd alone; the type fd 00 01 would take what follows it.
    const torn = [1, 0xfd, 0, 1, 0xf0, 0];
    expect(() => read(frame([], torn))).toThrow('input 0 has a key that ends inside its type');
  });

  test('gives the fields of each map, type and key data apart', () => {
    const bytes = frame(
      field([1, 9], [1]),
      [...field([2, 5, 6], [7, 8]), ...field([3], [])],
      [],
      field([4], [4]),
    );
    expect(read(bytes)).toEqual({
      global: [{ type: 1, keyData: Uint8Array.of(9), value: Uint8Array.of(1) }],
      outputs: [[{ type: 4, keyData: Uint8Array.of(), value: Uint8Array.of(4) }]],
      inputs: [
        [
          { type: 2, keyData: Uint8Array.of(5, 6), value: Uint8Array.of(7, 8) },
          { type: 3, keyData: Uint8Array.of(), value: Uint8Array.of() },
        ],
        [],
      ],
    });
  });

  test('may have types above one byte', () => {
    expect(read(frame([], field([0xfd, 0x00, 0x01, 9], []))).inputs[0]).toEqual([
      { type: 256, keyData: Uint8Array.of(9), value: Uint8Array.of() },
    ]);
  });

  test('that is cut anywhere is refused', () => {
    const whole = frame(field([1, 9], bytesOf(300)), field([2, 5], [7, 8]), field([0xfd, 0, 1], [1]));
    expect(read(whole).inputs).toHaveLength(2);
    for (let length = 0; length < whole.length; length += 1)
      expect(() => read(whole.slice(0, length)), `${length}`).toThrow(/it ends inside|ends inside its type/);
  });

  test('has a map for each input and output, and nothing behind them', () => {
    expect(() => read([...frame([]), 0])).toThrow('1 bytes follow its last map');
    expect(() => read(frame([]), { inputs: 2, outputs: 2 })).toThrow('it ends inside output 1');
    expect(() => read(frame([]), { inputs: 4, outputs: 0 })).toThrow('it ends inside input 3');
  });

  const places: [string, (fields: number[]) => number[]][] = [
    ['the global map', (fields) => frame(fields)],
    ['input 1', (fields) => frame([], [], fields)],
    ['output 0', (fields) => frame([], [], [], fields)],
  ];
  describe.each(places)('bounds %s:', (name, at) => {
    test('a map of more fields is refused', () => {
      const many = (count: number) => Array.from({ length: count }, (_, i) => field([0xf0, i], [])).flat();
      expect(() => read(at(many(MAX_FIELDS)))).not.toThrow();
      expect(() => read(at(many(MAX_FIELDS + 1)))).toThrow(`${name} has more than 32 fields`);
    });

    test('a longer key is refused', () => {
      const keyed = (length: number) => at(field([0xf0, ...bytesOf(length - 1)], []));
      expect(() => read(keyed(MAX_KEY_BYTES))).not.toThrow();
      expect(() => read(keyed(MAX_KEY_BYTES + 1))).toThrow(
        `${name} has a key of 257 bytes; at most 256 are allowed`,
      );
    });

    test('a longer value is refused', () => {
      const valued = (length: number) => at(field([0xf0], bytesOf(length)));
      expect(() => read(valued(MAX_VALUE_BYTES))).not.toThrow();
      expect(() => read(valued(MAX_VALUE_BYTES + 1))).toThrow(
        `${name} has a field of 1025 bytes; at most 1024 are allowed`,
      );
    });

    test('a key that is there twice is refused', () => {
      const twice = [...field([0xf0, 1], [1]), ...field([0xf0, 1], [2])];
      expect(() => read(at(twice))).toThrow(`${name} has the key f001 twice`);
      expect(() => read(at([...field([0xf0, 1], [1]), ...field([0xf0, 2], [2])]))).not.toThrow();
    });
  });

  test('has the unsigned transaction once: not again in the global map', () => {
    expect(() => read(frame(field([0], [1])))).toThrow('the global map has the key 00 twice');
  });

  test('may have a longer value in an input only as its previous transaction', () => {
    const long = bytesOf(70_000);
    expect(read(frame([], field([0], long))).inputs[0]![0]!.value).toHaveLength(70_000);
    expect(() => read(frame([], field([0, 1], long)))).toThrow('input 0 has a field of 70000 bytes');
    expect(() => read(frame([], [], [], field([0], long)))).toThrow('output 0 has a field of 70000 bytes');
  });

  test.each([
    ['a length of three bytes that fits in one', [0xfd, 0xfc, 0x00], 'not in its shortest form'],
    ['a length of five bytes that fits in three', [0xfe, 0xff, 0xff, 0, 0], 'not in its shortest form'],
    ['a length of nine bytes', [0xff, 1, 0, 0, 0, 0, 0, 0, 0], 'an impossible length'],
    ['a length beyond its end', [0xfe, 0xff, 0xff, 0xff, 0xff], 'at most 1024'],
  ])('with %s is refused', (_, length, sentence) => {
    expect(() => read(frame([], [1, 0xf0, ...length, ...bytesOf(300)]))).toThrow(sentence);
  });
});
