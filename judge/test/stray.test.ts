import { describe, expect, test } from 'vitest';
import { type Attack, judge } from '../src/index.ts';
import { foreignScript, psbtOf, scriptOf, txidOf } from './drafts.ts';

const OWN = scriptOf('p2tr', 1);
const LEGACY = scriptOf('p2pkh', 3);
const mine = [OWN, LEGACY];
const OTHER = foreignScript(1);
const coin = (n: number, valueSats: number, sighash: number, script = OWN) => ({
  txid: txidOf(n),
  valueSats,
  script,
  sighash,
});
const pays = (valueSats: number, script = OWN) => ({ valueSats, script });
const on = (n: number, offset = 0) => [{ txid: txidOf(n), vout: 0, offset, name: 'A' }];

/** The output in which the sat `offset` of coin `n` ends, first in, first out; null: the network fee. */
function landed({ inputs, outputs }: Attack, n: number, offset = 0) {
  const at = inputs.findIndex((input) => input.by !== 'attacker' && input.txid === txidOf(n));
  let left = offset;
  for (const input of inputs.slice(0, at))
    left += input.by === 'attacker' ? input.leastSats : (input.valueSats ?? 0);
  for (const output of outputs) {
    if (left < output.valueSats) return output.script;
    left -= output.valueSats;
  }
  return null;
}

describe('the attack on an inscription with SINGLE|ANYONECANPAY', () => {
  test('keeps it out of the output that pays you, however much that is', () => {
    const psbt = psbtOf([coin(1, 10_000, 0x83)], [pays(500_000)]);
    const [found] = judge([{ psbt }], { mine, inscriptions: on(1, 9_999) }).inscriptions;
    expect(found).toMatchObject({ fate: 'may leave', forAtLeastSats: 500_000 });
    expect(landed(found!.attack!, 1, 9_999)).toBeNull();
  });

  test('cannot move a legacy coin from its place: the first digest counts the outputs in front', () => {
    const psbt = psbtOf([coin(1, 10_000, 0x83, LEGACY)], [pays(5_000)]);
    const fate = (offset: number) =>
      judge([{ psbt }], { mine, inscriptions: on(1, offset) }).inscriptions[0]!;
    expect(fate(4_999).fate).toBe('stays');
    expect(fate(5_000).fate).toBe('may leave');
    const behind = psbtOf(
      [coin(8, 600, 1, OTHER), coin(9, 600, 1, OTHER), coin(1, 10_000, 0x83, LEGACY)],
      [pays(1_200, OTHER), pays(10_000, OTHER), pays(500_000)],
    );
    const { inscriptions, worst } = judge([{ psbt: behind }], { mine, inscriptions: on(1) });
    expect(inscriptions[0]!.attack!.inputs).toMatchObject([{}, {}, { by: 'you' }, {}]);
    expect(inscriptions[0]!.attack!.outputs[2]).toEqual(pays(500_000));
    expect(landed(inscriptions[0]!.attack!, 1)).toBeNull();
    expect(worst.lossSats).toBe(0);
  });

  test('pays a legacy coin in its place where sats are lost', () => {
    const inputs = [coin(8, 600, 1, OTHER), coin(1, 10_000, 0x83, LEGACY)];
    const { worst } = judge([{ psbt: psbtOf(inputs, [pays(600, OTHER), pays(4_000)]) }], { mine });
    expect(worst.lossSats).toBe(6_000);
    expect(worst.attacks[0]).toMatchObject({
      inputs: [{ by: 'attacker' }, { by: 'you' }],
      outputs: [{ script: null }, pays(4_000)],
    });
  });
});

test('signatures that share no output are summed exactly, however many there are', () => {
  const psbts = Array.from({ length: 33 }, (_, n) => n + 1).flatMap((n) => [
    psbtOf([coin(n, 10_000, 0x81)], [pays(9_000 + n)]),
    psbtOf([coin(100 + n, 10_000, 0x83)], [pays(8_000 + n)]),
  ]);
  const { worst } = judge(
    psbts.map((psbt) => ({ psbt })),
    { mine },
  );
  const lossSats = 33 * 3_000 - 33 * 34;
  expect(worst).toMatchObject({ lossSats, isBounded: true, isExact: true });
});

test('payments that meet nowhere are summed exactly, however many there are', () => {
  const payments = Array.from({ length: 100 }, (_, n) => ({
    psbt: psbtOf([coin(n + 1, 10_000, 0)], [pays(9_000 + n)]),
  }));
  expect(judge(payments, { mine }).worst).toMatchObject({ lossSats: 95_050, isExact: true });
});

test('many prices of one coin are compared exactly: the lowest counts', () => {
  const sales = Array.from({ length: 32 }, (_, n) => ({
    psbt: psbtOf([coin(1, 10_000, 0x81)], [pays(9_000 + n), pays(600, OTHER)]),
  }));
  expect(judge(sales, { mine }).worst).toMatchObject({ lossSats: 1_000, isExact: true });
});

test('a taproot signature SINGLE without its output is invalid, and so no warning', () => {
  const psbt = psbtOf([coin(2, 600, 0, OTHER), coin(1, 10_000, 0x83)], [pays(10_000)]);
  const { worst, warnings, signatures } = judge([{ psbt }], { mine });
  expect([worst.lossSats, worst.isBounded, warnings]).toEqual([0, true, []]);
  expect(signatures[0]!.binds).toContain(
    'Nothing: with taproot, SINGLE|ANYONECANPAY without an output 1 is invalid.',
  );
});

describe('the attack on an inscription whose outputs another signature demands too', () => {
  test('pays them once for both coins', () => {
    const whole = (n: number) => ({ psbt: psbtOf([coin(n, 50_000, 0x81)], [pays(60_000)]) });
    const [found] = judge([whole(1)], { mine, inscriptions: on(1), earlier: [whole(2)] }).inscriptions;
    expect(found).toMatchObject({ fate: 'may leave', forAtLeastSats: 10_000 });
    expect(found!.attack!.inputs).toMatchObject([{ by: 'attacker' }, { by: 'you' }, { by: 'you' }]);
    expect(landed(found!.attack!, 1)).toBeNull();
  });

  test('counts the larger of two pairs that fit one output', () => {
    const pair = (n: number, sats: number) => ({ psbt: psbtOf([coin(n, sats, 0x83)], [pays(60_000)]) });
    const whole = { psbt: psbtOf([coin(1, 50_000, 0x81)], [pays(60_000)]) };
    const earlier = [pair(2, 10_000), pair(3, 8_000)];
    const [found] = judge([whole], { mine, inscriptions: on(1), earlier }).inscriptions;
    expect(found).toMatchObject({ fate: 'may leave', forAtLeastSats: 50_000 });
  });

  test('counts a signature once that was given twice', () => {
    const psbt = psbtOf([coin(1, 50_000, 0x81)], [pays(60_000)]);
    const [found] = judge([{ psbt }, { psbt }], { mine, inscriptions: on(1) }).inscriptions;
    expect(found).toMatchObject({ fate: 'may leave', forAtLeastSats: 60_000 });
  });

  test('does not count a pair in the first place, whose output catches it', () => {
    const single = { psbt: psbtOf([coin(1, 50_000, 0x83)], [pays(60_000)]) };
    const whole = { psbt: psbtOf([coin(2, 50_000, 0x81)], [pays(60_000)]) };
    const [found] = judge([single], { mine, inscriptions: on(1), earlier: [whole] }).inscriptions;
    expect(found).toMatchObject({ fate: 'may leave', forAtLeastSats: 60_000 });
    expect(landed(found!.attack!, 1)).toBeNull();
  });
});

test('a hundred coins that share their outputs take little longer to judge than a hundred signed whole', () => {
  const leastMs = (sighash: number) => {
    const inputs = Array.from({ length: 100 }, (_, n) => {
      return { txid: n.toString(16).padStart(64, '0'), valueSats: 10_000, script: OWN, sighash };
    });
    const psbt = psbtOf(
      inputs,
      inputs.map(() => pays(9_900)),
    );
    const inscriptions = inputs.map(({ txid }) => ({ txid, vout: 0, name: txid }));
    const times = Array.from({ length: 6 }, () => {
      const { user } = process.cpuUsage();
      judge([{ psbt }], { mine, inscriptions });
      return process.cpuUsage().user - user;
    });
    return Math.min(...times);
  };
  expect(leastMs(0x81) / leastMs(1)).toBeLessThan(5);
});
