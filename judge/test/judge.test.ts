import { describe, expect, test } from 'vitest';
import { judge, readAnyPsbt } from '../src/index.ts';
import { foreignScript, psbtOf, scriptOf, txidOf } from './drafts.ts';

const OWN = scriptOf('p2tr', 1);
const MONEY = scriptOf('p2wpkh', 2);
const OTHER = foreignScript(1);
const mine = [OWN, MONEY];
const coin = (n: number, valueSats: number, sighash?: number, script = OWN) => ({
  txid: txidOf(n),
  valueSats,
  script,
  ...(sighash === undefined ? {} : { sighash }),
});
const pays = (valueSats: number, script: string) => ({ valueSats, script });
const at = (n: number, name: string, offset = 0) => ({ txid: txidOf(n), vout: 0, offset, name });

describe('one signature', () => {
  test('over the whole transaction loses what the transaction takes', () => {
    const psbt = psbtOf([coin(1, 10_000)], [pays(4_000, OTHER), pays(5_500, OWN)]);
    const { worst, warnings } = judge([{ psbt }], { mine });
    expect(worst).toMatchObject({ lossSats: 4_500, isBounded: true, isExact: true });
    expect(warnings).toEqual([]);
  });

  test('SINGLE|ANYONECANPAY loses the coin but for the output of its index', () => {
    const psbt = psbtOf([coin(1, 10_000, 0x83)], [pays(4_000, MONEY), pays(6_000, OWN)]);
    const { worst } = judge([{ psbt }], { mine });
    expect(worst.lossSats).toBe(6_000);
    expect(worst.attacks).toMatchObject([
      { inputs: [{ by: 'you' }], outputs: [pays(4_000, MONEY), { valueSats: 6_000, script: null }] },
    ]);
  });

  test('NONE loses the whole coin, and says how', () => {
    const psbt = psbtOf([coin(1, 10_000, 2)], [pays(9_900, OWN)]);
    const { worst, warnings } = judge([{ psbt }], { mine });
    expect(worst.lossSats).toBe(10_000);
    expect(warnings.map(({ code, severity }) => [severity, code])).toEqual([['stop', 'outputs-open']]);
  });

  test('a sale at a price costs no sats, and the inscription may leave for it', () => {
    const psbt = psbtOf([coin(1, 10_000, 0x83)], [pays(50_000, MONEY)]);
    const verdict = judge([{ psbt }], {
      mine,
      inscriptions: [at(1, 'A')],
      expected: { losesAtMostSats: 0, gives: ['A'] },
    });
    expect(verdict.worst.lossSats).toBe(0);
    expect(verdict.inscriptions).toMatchObject([{ fate: 'may leave', forAtLeastSats: 50_000 }]);
    expect(verdict.warnings.map(({ code }) => code)).toEqual(['outputs-open']);
  });
});

describe('inscriptions go first in, first out', () => {
  test('one that lands in an output of the viewer stays', () => {
    const psbt = psbtOf([coin(1, 10_000)], [pays(9_900, OWN)]);
    expect(judge([{ psbt }], { mine, inscriptions: [at(1, 'A', 9_899)] }).inscriptions[0]!.fate).toBe(
      'stays',
    );
    expect(judge([{ psbt }], { mine, inscriptions: [at(1, 'A', 9_900)] }).inscriptions[0]!.fate).toBe(
      'may leave',
    );
  });

  test('with ALL|ANYONECANPAY a coin in front moves it to the fee', () => {
    const psbt = psbtOf([coin(1, 10_000, 0x81)], [pays(10_000, OWN)]);
    const { inscriptions } = judge([{ psbt }], { mine, inscriptions: [at(1, 'A')] });
    expect(inscriptions[0]).toMatchObject({
      fate: 'may leave',
      attack: {
        inputs: [{ by: 'attacker', leastSats: 10_000 }, { by: 'you' }],
        outputs: [pays(10_000, OWN)],
      },
    });
  });

  test('with SINGLE the first output holds what the first input brings', () => {
    const psbt = psbtOf([coin(1, 10_000, 3)], [pays(9_000, OWN), pays(900, OTHER)]);
    expect(judge([{ psbt }], { mine, inscriptions: [at(1, 'A', 8_999)] }).inscriptions[0]!.fate).toBe(
      'stays',
    );
    expect(judge([{ psbt }], { mine, inscriptions: [at(1, 'A', 9_000)] }).inscriptions[0]!.fate).toBe(
      'may leave',
    );
  });

  test('one that is bought arrives where every value in front of it is certain', () => {
    const outputs = [pays(600, OTHER), pays(10_000, OWN)];
    const bought = [at(7, 'B')];
    const from = (script: string) =>
      psbtOf(
        [
          { ...coin(8, 600), script: OTHER },
          { ...coin(7, 10_000), script: OTHER },
          coin(1, 90_000, undefined, script),
        ],
        outputs,
      );
    expect(judge([{ psbt: from(OWN) }], { mine, inscriptions: bought }).inscriptions[0]!.fate).toBe(
      'arrives',
    );
    const doubted = judge([{ psbt: from(MONEY) }], {
      mine,
      inscriptions: bought,
      expected: { receives: ['B'] },
    });
    expect(doubted.inscriptions[0]!.fate).toBe('not assured');
    expect(doubted.warnings[0]!.code).toBe('inscription-not-assured');
    const values = [{ txid: txidOf(8), vout: 0, valueSats: 600 }];
    expect(judge([{ psbt: from(MONEY) }], { mine, values, inscriptions: bought }).inscriptions[0]!.fate).toBe(
      'arrives',
    );
  });
});

describe('several signatures', () => {
  test('that demand the same outputs are paid once for all', () => {
    const psbt = (n: number) => psbtOf([coin(n, 10_000, 0x81)], [pays(9_000, MONEY)]);
    const { worst } = judge([{ psbt: psbt(2) }], { mine, earlier: [{ psbt: psbt(1) }] });
    expect(worst.lossSats).toBe(11_000);
    expect(worst.attacks).toHaveLength(1);
  });

  test('count with the sighash that an earlier request named, not the one of its PSBT', () => {
    const psbt = psbtOf([coin(1, 10_000)], [pays(9_000, MONEY)]);
    const earlier = [{ psbt, sign: [{ input: 0, sighash: 0x82 }] }];
    const other = psbtOf([coin(2, 500)], [pays(500, OWN)]);
    expect(judge([{ psbt: other }], { mine, earlier }).worst.lossSats).toBe(10_000);
  });

  test('of sales are paid each', () => {
    const psbt = (n: number) => psbtOf([coin(n, 10_000, 0x83)], [pays(9_000, MONEY)]);
    expect(judge([{ psbt: psbt(1) }, { psbt: psbt(2) }], { mine }).worst.lossSats).toBe(2_000);
  });

  test('of a sale and of whole outputs share the output that both demand', () => {
    const sale = psbtOf([coin(1, 10_000, 0x83)], [pays(10_000, MONEY)]);
    const whole = psbtOf([coin(2, 10_000, 0x81)], [pays(10_000, MONEY)]);
    const { worst } = judge([{ psbt: sale }, { psbt: whole }], { mine });
    expect(worst.lossSats).toBe(10_000);
    expect(worst.attacks[0]!.inputs).toMatchObject([{ request: 0 }, { request: 1 }]);
  });

  test('over the same coin happen once', () => {
    const psbt = (lost: number) => psbtOf([coin(1, 10_000)], [pays(10_000 - lost, OWN)]);
    expect(judge([{ psbt: psbt(700) }, { psbt: psbt(900) }], { mine }).worst.lossSats).toBe(900);
  });

  test('over a coin that another makes count only beside it', () => {
    const transfer = psbtOf([coin(1, 10_000)], [pays(10_000, MONEY)]);
    const madeAt = readAnyPsbt(transfer).txid!;
    const sale = psbtOf(
      [{ txid: madeAt, valueSats: 10_000, script: MONEY, sighash: 0x82 }],
      [pays(1, OTHER)],
    );
    expect(judge([{ psbt: transfer }, { psbt: sale }], { mine }).worst.lossSats).toBe(10_000);
    expect(judge([{ psbt: transfer }, { psbt: sale }], { mine }).worst.attacks).toHaveLength(2);
  });
});

describe('doubts make the loss unbounded', () => {
  const codes = (psbt: string, more = {}) => {
    const { worst, warnings } = judge([{ psbt }], { mine, ...more });
    return [worst.isBounded, ...warnings.map(({ code }) => code)];
  };

  test('two coins of segwit version 0 whose values nothing proves', () => {
    const psbt = psbtOf([coin(1, 10_000, 1, MONEY), coin(2, 10_000, 1, MONEY)], [pays(19_900, OWN)]);
    expect(codes(psbt)).toEqual([false, 'fee-can-lie']);
    const values = [1, 2].map((n) => ({ txid: txidOf(n), vout: 0, valueSats: 10_000 }));
    expect(codes(psbt, { values })).toEqual([true]);
  });

  test('a legacy coin without its previous transaction, and SINGLE beyond the outputs of one', () => {
    const legacy = scriptOf('p2pkh', 3);
    const psbt = psbtOf([coin(1, 500, 1, OTHER), coin(2, 10_000, 3, legacy)], [pays(400, OWN)]);
    expect(codes(psbt, { mine: [...mine, legacy] })).toEqual([
      false,
      'value-unproven',
      'single-bug',
      'outputs-open',
    ]);
  });

  test('a script that is not shown, and a sighash that Bitcoin does not have', () => {
    const hidden = foreignScript(2);
    const psbt = psbtOf([coin(1, 10_000, 1, hidden)], [pays(9_000, OWN)]);
    expect(codes(psbt, { mine: [...mine, hidden] })).toEqual([false, 'unknown-script']);
    expect(codes(psbtOf([coin(1, 10_000, 0x80)], [pays(9_000, OWN)]))).toEqual([false, 'unknown-sighash']);
  });
});
