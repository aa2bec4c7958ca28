import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canonicalTarget,
  criteriaHash,
  criteriaJson,
  meets,
  parseCriteria,
  scopeKey,
  scopeLabel,
  type Target,
} from '../../src/collection-offer/criteria.ts';

const text = fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' });
const target: fc.Arbitrary<Target> = fc.oneof(
  fc.constant<Target>({ kind: 'all' }),
  fc
    .array(fc.record({ type: text, values: fc.array(text, { minLength: 1, maxLength: 16 }) }), {
      minLength: 1,
      maxLength: 8,
    })
    .map((traits): Target => ({ kind: 'traits', traits })),
);

describe('criteria', () => {
  it('have one text, whatever the order of groups and values', () => {
    fc.assert(
      fc.property(target, (one) => {
        const shuffled: Target =
          one.kind === 'all'
            ? one
            : {
                kind: 'traits',
                traits: one.traits
                  .toReversed()
                  .map(({ type, values }) => ({
                    values: [...values, ...values].slice(0, 16).reverse(),
                    type,
                  }))
                  .map(({ type, values }, i) => ({
                    type,
                    values: [...new Set([...values, ...one.traits.at(-1 - i)!.values])],
                  })),
              };
        const of = (t: Target) => criteriaJson({ collection: 'embers', height: 7, target: t });
        expect(of(shuffled)).toBe(of(one));
      }),
    );
  });

  it('are read back from their text, and only from exactly that text', () => {
    fc.assert(
      fc.property(target, fc.nat(), (one, height) => {
        const json = criteriaJson({ collection: 'embers', height, target: one });
        expect(parseCriteria(json)).toEqual({ collection: 'embers', height, target: canonicalTarget(one) });
        expect(() => parseCriteria(` ${json}`)).toThrow('not canonical criteria');
      }),
    );
    for (const bad of ['', '{}', 'null', '[]', '{"collection":1,"height":1,"kind":"all","version":1}'])
      expect(() => parseCriteria(bad)).toThrow('not canonical criteria');
    const json = criteriaJson({ collection: 'embers', height: 7, target: { kind: 'all' } });
    for (const [place, letter] of [...json].entries())
      for (const other of ['1', 'x', '"']) {
        const changed = json.slice(0, place) + other + json.slice(place + 1);
        // another collection or height makes other criteria; every other change makes none
        const isOther = /^\{"collection":"[a-z1]{6}","height":\d,"kind":"all","version":1\}$/.test(changed);
        if (other !== letter && !isOther) expect(() => parseCriteria(changed), changed).toThrow(RangeError);
      }
  });

  it('are written with sorted keys, groups and values, and no spaces', () => {
    const traits = [
      { type: 'Hat', values: ['é', 'z', 'z'] },
      { type: 'Background', values: ['Red', 'Blue'] },
    ];
    expect(criteriaJson({ collection: 'embers', height: 7, target: { kind: 'traits', traits } })).toBe(
      '{"collection":"embers","height":7,"kind":"traits","traits":[{"type":"Background","values":["Blue","Red"]},{"type":"Hat","values":["z","é"]}],"version":1}',
    );
  });

  it('bound the groups, the values and the length of a text', () => {
    const of = (traits: { type: string; values: string[] }[]) => () =>
      canonicalTarget({ kind: 'traits', traits });
    const group = (type: string, values = ['x']) => ({ type, values });
    expect(of([])).toThrow('0 groups');
    expect(of(Array.from({ length: 9 }, (_, i) => group(`t${i}`)))).toThrow('9 groups');
    expect(of([group('t', [])])).toThrow('0 values');
    expect(
      of([
        group(
          't',
          Array.from({ length: 17 }, (_, i) => `v${i}`),
        ),
      ]),
    ).toThrow('17 values');
    expect(of([group('')])).toThrow('1 to 520');
    expect(of([group('t', ['x'.repeat(521)])])).toThrow('1 to 520');
    expect(of([group('t', ['\ud800'])])).toThrow('Unicode');
  });

  it('differ in their hash when they differ at all', () => {
    const texts = [
      criteriaJson({ collection: 'embers', height: 7, target: { kind: 'all' } }),
      criteriaJson({ collection: 'embers', height: 8, target: { kind: 'all' } }),
      criteriaJson({ collection: 'ember', height: 7, target: { kind: 'all' } }),
      criteriaJson({
        collection: 'embers',
        height: 7,
        target: { kind: 'traits', traits: [{ type: 'a', values: ['b'] }] },
      }),
    ];
    expect(new Set(texts.map(criteriaHash)).size).toBe(4);
  });

  it('share a scope key whatever the height', () => {
    expect(scopeKey('embers', { kind: 'traits', traits: [{ type: 'a', values: ['c', 'b'] }] })).toBe(
      scopeKey('embers', { kind: 'traits', traits: [{ type: 'a', values: ['b', 'c'] }] }),
    );
  });
});

describe('a trait target', () => {
  const wanted: Target = {
    kind: 'traits',
    traits: [
      { type: 'Hat', values: ['Crown', 'Cap'] },
      { type: 'Eyes', values: ['Red'] },
    ],
  };

  it('is not one that says all and names traits: nobody bids on everything by mistake', () => {
    const mixed = { ...wanted, kind: 'all' } as unknown as Target;
    expect(() => canonicalTarget(mixed)).toThrow('target.kind is "all"');
  });

  it('asks for every group, and for any value within a group', () => {
    const has = (...traits: [string, string][]) =>
      meets(
        wanted,
        traits.map(([type, value]) => ({ type, value })),
      );
    expect(has(['Hat', 'Cap'], ['Eyes', 'Red'])).toBe(true);
    expect(has(['Hat', 'Cap'], ['Hat', 'None'], ['Eyes', 'Red'])).toBe(true);
    expect(has(['Hat', 'Cap'])).toBe(false);
    expect(has(['Hat', 'cap'], ['Eyes', 'Red'])).toBe(false);
    expect(meets({ kind: 'all' }, [])).toBe(true);
  });

  it('reads as a label', () => {
    expect(scopeLabel(wanted)).toBe('Hat: Crown or Cap, Eyes: Red');
    expect(scopeLabel({ kind: 'all' })).toBe('All inscriptions');
  });
});
