import { describe, expect, test } from 'vitest';
import { walk } from '../../src/audit/sat-walk.ts';

const coin = (name: string, vout = 0) => ({ txid: name.repeat(64), vout, witness: [] });
const pays = (...sats: number[]) => sats.map((valueSats) => ({ valueSats, script: '51' }));
const values = new Map([
  [`${'a'.repeat(64)}:0`, 1_000],
  [`${'b'.repeat(64)}:0`, 500],
]);
const merge = { txid: 'c'.repeat(64), inputs: [coin('a'), coin('b')], outputs: pays(1_200, 200) };

describe('a sat', () => {
  test('keeps its order among all sats of the inputs', () => {
    expect(walk({ ...coin('b'), offset: 100 }, [merge], values)).toMatchObject({ vout: 0, offset: 1_100 });
    expect(walk({ ...coin('b'), offset: 200 }, [merge], values)).toMatchObject({ vout: 1, offset: 0 });
  });

  test('beyond the outputs is a fee', () => {
    expect(walk({ ...coin('b'), offset: 400 }, [merge], values)).toBeNull();
  });

  test('stays where it is when no transaction spends its coin', () => {
    expect(walk({ ...coin('d'), offset: 7 }, [merge], values)).toMatchObject({ ...coin('d'), offset: 7 });
  });

  test('goes on through each transaction in turn', () => {
    const next = { txid: 'e'.repeat(64), inputs: [coin('c', 1)], outputs: pays(150, 50) };
    expect(walk({ ...coin('b'), offset: 380 }, [merge, next], values)).toMatchObject({
      txid: next.txid,
      vout: 1,
      offset: 30,
    });
  });

  test('is lost to the walk behind a coin of unknown value', () => {
    const after = { txid: 'f'.repeat(64), inputs: [coin('9'), coin('a')], outputs: pays(2_000) };
    expect(walk({ ...coin('a'), offset: 0 }, [after], values)).toBeNull();
  });
});
