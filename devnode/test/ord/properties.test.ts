import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { envelopesIn } from '../../src/ord/envelope.ts';
import { inscriptionIdFromValue, inscriptionIdValue } from '../../src/ord/inscription-id.ts';
import { propertiesOf } from '../../src/ord/properties.ts';
import { ascii, envelope, leafWith, TAG } from './envelope-script.ts';

const propertiesIn = (cbor: Uint8Array) => {
  const leaf = leafWith(envelope({ fields: [[TAG.properties, cbor]] }));
  return propertiesOf(envelopesIn([{ witness: [leaf, new Uint8Array(33)] }])[0]!.payload);
};
const NONE = { gallery: [], attributes: { title: null, traits: new Map() } };

describe('properties', () => {
  it('keep titles and traits in their order, with integers of 64 bits', () => {
    const traits = [0xa2, 0x61, 0x62, 0x1b, 0x7f, ...Array(7).fill(0xff), 0x61, 0x61, 0xf6];
    const { attributes } = propertiesIn(Uint8Array.of(0xa1, 1, 0xa2, 0, 0x62, ...ascii('Hi'), 1, ...traits));
    expect(attributes.title).toBe('Hi');
    expect([...attributes.traits]).toEqual([
      ['b', 2n ** 63n - 1n],
      ['a', null],
    ]);
  });

  it('take packed gallery ids from the list of txids', () => {
    const txids = new Uint8Array(64).fill(1);
    const cbor = Uint8Array.of(0xa2, 0, 0x82, 0xa0, 0xa1, 2, 5, 2, 0x58, 64, ...txids);
    const ids = propertiesIn(cbor).gallery.map((item) => item.id);
    expect(ids).toEqual([`${'01'.repeat(32)}i0`, `${'01'.repeat(32)}i5`]);
  });

  it('with a gallery item that names nothing have no gallery', () => {
    expect(propertiesIn(Uint8Array.of(0xa1, 0, 0x81, 0xa0))).toEqual(NONE);
  });

  it('that are not well formed read as none, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        expect(propertiesIn(bytes)).toHaveProperty('gallery');
      }),
    );
    expect(propertiesIn(Uint8Array.of(0xa1, 1, 0xa1, 1, 0xa2, 0x61, 0x61, 1, 0x61, 0x61, 2))).toEqual(NONE);
  });
});

describe('an inscription id in a field', () => {
  it('is read back from its bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.nat(0xffff_ffff), (txid, index) => {
        const id = `${Buffer.from(txid).toString('hex')}i${index}`;
        expect(inscriptionIdFromValue(inscriptionIdValue(id))).toBe(id);
      }),
    );
  });

  it('may have an index of four bytes but no other trailing zero', () => {
    const txid = new Uint8Array(32).fill(2);
    expect(inscriptionIdFromValue(Uint8Array.of(...txid, 1, 0, 0, 0))).toBe(`${'02'.repeat(32)}i1`);
    expect(inscriptionIdFromValue(Uint8Array.of(...txid, 1, 0))).toBeUndefined();
    expect(inscriptionIdFromValue(txid.subarray(1))).toBeUndefined();
  });
});
