import { hex } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import { sha256 } from '@scure/btc-signer/utils.js';
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

test('one that is bought in front of all else arrives up to the value that is shown, whatever its coin holds', () => {
  for (const payer of [OWN, MONEY]) {
    const psbt = psbtOf(
      [{ ...coin(7, 10_000), script: OTHER }, coin(1, 90_000, undefined, payer)],
      [pays(10_000, OWN), pays(80_000, OTHER)],
    );
    const inscriptions = [at(7, 'first'), at(7, 'last', 9_999), at(7, 'deeper', 10_000)];
    const { inscriptions: found, signatures } = judge([{ psbt }], { mine, inscriptions });
    expect(found.map(({ fate }) => fate)).toEqual(['arrives', 'arrives', 'not assured']);
    expect(signatures[0]!.leavesOpen.join()).toMatch(
      payer === MONEY ? /where the sats behind them land/ : /^Whether and when it is sent\.$/,
    );
  }
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

  test('of a coin that two trades share are divided so that both happen, and exactly', () => {
    const both = psbtOf([coin(1, 10_000, 0x81), coin(2, 8_000, 0x81)], [pays(5_000, MONEY)]);
    const one = psbtOf([coin(1, 10_000, 0x81)], [pays(4_000, MONEY)]);
    const again = psbtOf([coin(1, 10_000, 0x81)], [pays(3_000, MONEY)]);
    const other = psbtOf([coin(1, 10_000, 0x83)], [pays(9_000, MONEY)]);
    for (const requests of [
      [both, one, again, other],
      [again, one, both, other],
    ]) {
      const { worst } = judge(
        requests.map((psbt) => ({ psbt })),
        { mine },
      );
      expect([worst.lossSats, worst.isExact]).toEqual([13_000, true]);
    }
  });

  test('past the outputs and in the place of one behind are in no transaction together', () => {
    const asked = (one: number, other: number, outputs: ReturnType<typeof pays>[]) => ({
      psbt: psbtOf(
        [{ ...coin(9, 600), script: OTHER }, coin(1, 10_000, one, MONEY), coin(2, 10_000, other, MONEY)],
        outputs,
      ),
    });
    const values = [1, 2].map((n) => ({ txid: txidOf(n), vout: 0, valueSats: 10_000 }));
    const past = asked(3, 1, [pays(20_000, OWN)]);
    const behind = asked(1, 3, [pays(20_000, OWN), pays(1, OTHER), pays(100, OWN)]);
    expect(judge([past, behind], { mine, values }).worst.lossSats).toBe(0);
  });

  test('of a coin with two prices share the output that fits, and leave the other to the next coin', () => {
    const whole = psbtOf([coin(3, 20_000, 0x81)], [pays(6_000, MONEY), pays(7_000, MONEY)]);
    const prices = [6_000, 7_000].map((sats) => psbtOf([coin(1, 10_000, 0x83)], [pays(sats, MONEY)]));
    const next = psbtOf([coin(2, 10_000, 0x83)], [pays(6_000, MONEY)]);
    const psbts = [whole, ...prices, next];
    const { worst } = judge(
      psbts.map((psbt) => ({ psbt })),
      { mine },
    );
    expect([worst.lossSats, worst.isExact]).toEqual([27_000, true]);
    expect(worst.attacks).toHaveLength(1);
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

describe('what was given before', () => {
  const given = (psbt: string, earlier: string, more = {}) =>
    judge([{ psbt }], { mine: [...mine, scriptOf('p2pkh', 3)], earlier: [{ psbt: earlier }], ...more });

  test('does not count for the viewer where it may be in a block: a sale that paid gives nothing again', () => {
    const sale = psbtOf(
      [coin(1, 10_000), { ...coin(2, 600_000), script: OTHER }],
      [pays(10_000, OTHER), pays(510_000, OWN), pays(89_000, OTHER)],
    );
    const proceeds = { txid: readAnyPsbt(sale).txid!, vout: 1, valueSats: 510_000, script: OWN };
    const theft = psbtOf([proceeds], [pays(509_000, OTHER)]);
    expect(given(theft, sale).worst.lossSats).toBe(510_000);
    const payment = psbtOf([{ ...coin(2, 600_000), script: OTHER }], [pays(510_000, OWN)]);
    const paid = { txid: readAnyPsbt(payment).txid!, valueSats: 510_000, script: OWN };
    const requests = [{ psbt: payment, sign: [] }, { psbt: psbtOf([paid], [pays(509_000, OTHER)]) }];
    expect(judge(requests, { mine }).worst.lossSats).toBe(510_000);
  });

  test('is read as consensus reads it: for ECDSA an unknown sighash has the meaning of some of its bits', () => {
    const none = psbtOf([coin(1, 100_000, 0x42, MONEY)], [pays(99_000, OWN)]);
    expect(given(psbtOf([coin(2, 1_000)], [pays(900, OWN)]), none).worst.lossSats).toBe(100_100);
  });

  test('leaves the loss unbounded where its value is a claim, or it is valid for every coin of its key', () => {
    const legacy = scriptOf('p2pkh', 3);
    const now = psbtOf([coin(2, 1_000)], [pays(900, OWN)]);
    const claim = given(now, psbtOf([coin(1, 1_000, 1, legacy)], [pays(900, OWN)]));
    expect(claim.warnings.map(({ code }) => code)).toEqual(['value-unproven']);
    const bug = psbtOf([{ ...coin(4, 500), script: OTHER }, coin(1, 1_000, 3, legacy)], [pays(900, OTHER)]);
    const values = [{ txid: txidOf(1), vout: 0, valueSats: 1_000 }];
    expect(given(now, bug, { values }).warnings.map(({ code }) => code)).toEqual(['single-bug']);
  });
});

describe('an inscription', () => {
  test('is where the values lead that its signature is over, whatever another PSBT shows', () => {
    const outputs = [pays(5_000, OWN), pays(9_000, OTHER), pays(40_000, OWN), pays(60_000, OTHER)];
    const inputs = [coin(1, 5_000), coin(2, 10_000), { ...coin(3, 100_000), script: OTHER }];
    const lie = psbtOf([coin(1, 50_000)], [pays(50_000, OWN)]);
    const requests = [{ psbt: psbtOf(inputs, outputs) }, { psbt: lie }];
    expect(judge(requests, { mine, inscriptions: [at(2, 'A')] }).inscriptions[0]!.fate).toBe('may leave');
  });

  test('is followed where others may complete a transaction as its PSBT shows it', () => {
    const transfer = psbtOf([coin(1, 10_000, 3)], [pays(10_000, OWN)]);
    const moved = { txid: readAnyPsbt(transfer).txid!, valueSats: 10_000, script: OWN, sighash: 2 };
    const requests = [{ psbt: transfer }, { psbt: psbtOf([moved], [pays(9_000, OWN)]) }];
    expect(judge(requests, { mine, inscriptions: [at(1, 'A')] }).inscriptions[0]!.fate).toBe('may leave');
  });

  test('may go on from a legacy coin, whose transaction has no name before it is signed', () => {
    const legacy = scriptOf('p2pkh', 3);
    const transfer = psbtOf([coin(1, 10_000, 1, legacy)], [pays(9_900, OWN)]);
    const onward = psbtOf([coin(5, 9_900)], [pays(9_000, OTHER)]);
    const knowledge = { mine: [...mine, legacy], earlier: [{ psbt: transfer }], inscriptions: [at(1, 'A')] };
    expect(judge([{ psbt: onward }], knowledge).inscriptions[0]!.fate).toBe('may leave');
  });
});

describe('a script is not read', () => {
  const code = (script: string) => {
    const bytes = hex.decode(script);
    const coinScript = `0020${hex.encode(sha256(bytes))}`;
    const transaction = Transaction.fromPSBT(
      Buffer.from(psbtOf([coin(1, 10_000, 3, coinScript)], [pays(6_000, OWN)]), 'base64'),
      { disableScriptCheck: true, allowUnknownInputs: true },
    );
    transaction.updateInput(0, { witnessScript: bytes }, true);
    const psbt = hex.encode(transaction.toPSBT(0));
    return judge([{ psbt, sign: [{ input: 0 }] }], { mine }).warnings.map((one) => one.code);
  };
  const [a, b] = [`21${'02'.repeat(33)}`, `21${'03'.repeat(33)}`];

  test('where another key of it suffices, or a check of it does not count', () => {
    expect(code(`51${a}${b}52ae`)).toContain('unknown-script');
    expect(code(`${a}ac7551`)).toContain('unknown-script');
    expect(code(`52${a}${b}52ae`)).not.toContain('unknown-script');
    expect(code(`${a}ad${b}ac`)).not.toContain('unknown-script');
  });
});
