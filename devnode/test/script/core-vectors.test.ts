import { hex } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { SCRIPT_FLAGS, type ScriptFlags } from '../../src/script/flags.ts';
import { sighashLegacy } from '../../src/script/sighash-legacy.ts';
import { verifyInput, verifyTransaction } from '../../src/script/verify.ts';
import { checkTransaction } from '../../src/transaction/check.ts';
import { hashToHex } from '../../src/transaction/hash-hex.ts';
import { parseTransaction } from '../../src/transaction/parse.ts';
import { serializeTransaction } from '../../src/transaction/serialize.ts';
import type { Transaction, TransactionOutput } from '../../src/transaction/transaction.ts';
import { asm } from './support/asm.ts';
import { creditAndSpend, scriptPair } from './support/credit-and-spend.ts';
import {
  ALL_FLAGS,
  fillFlags,
  flagsOf,
  haveVectors,
  readVectors,
  trimFlags,
  withoutEach,
} from './support/vectors.ts';

/** Names that script_tests.json spells without their prefix. */
const SHORT_NAMES: Record<string, string> = { NULLFAIL: 'SIG_NULLFAIL' };

type ScriptCase = (string | (string | number)[])[];

describe.runIf(haveVectors('script_tests.json'))('script_tests.json', () => {
  test('every script has the verdict and the error name a node gives', () => {
    const wrong: string[] = [];
    const cases = readVectors<ScriptCase[]>('script_tests.json').filter((row) => row.length > 3);
    for (const row of cases) {
      const pair = scriptPair(row);
      const flags = fillFlags(flagsOf(pair.flags));
      const { tx, spent } = creditAndSpend(pair);
      const verdict = verifyInput(tx, 0, [spent], flags)?.name ?? 'OK';
      if (verdict !== (SHORT_NAMES[pair.expected] ?? pair.expected))
        wrong.push(`${JSON.stringify(row)} is ${verdict}`);
      const others =
        verdict === 'OK'
          ? withoutEach(flags)
          : Object.values(SCRIPT_FLAGS).map((flag) => fillFlags(flags | flag));
      for (const other of others)
        if ((verifyInput(tx, 0, [spent], other) === null) !== (verdict === 'OK'))
          wrong.push(`${JSON.stringify(row)} changes its verdict under flags ${other.toString(2)}`);
    }
    expect(wrong).toEqual([]);
    expect(cases.length).toBeGreaterThanOrEqual(1222);
  });
});

type TransactionCase = [[string, number, string, number?][], string, string];

interface Spending {
  readonly label: string;
  readonly tx: Transaction;
  readonly spent: TransactionOutput[];
  readonly flagNames: string;
}

function readSpendings(file: string): Spending[] {
  return readVectors<TransactionCase[]>(file)
    .filter((row) => Array.isArray(row[0]))
    .map(([prevouts, serialized, flagNames]) => {
      const tx = parseTransaction(hex.decode(serialized));
      const known = new Map(
        prevouts.map(([txid, vout, script, valueSats]) => [
          `${txid}:${vout >>> 0}`,
          { valueSats: valueSats ?? 0, script: asm(script) },
        ]),
      );
      const spent = tx.inputs.map(({ txid, vout }) => known.get(`${txid}:${vout}`)!);
      return { label: serialized.slice(0, 60), tx, spent, flagNames };
    });
}

const isValid = ({ tx, spent }: Spending, flags: ScriptFlags) => verifyTransaction(tx, spent, flags) === null;

describe.runIf(haveVectors('tx_valid.json'))('tx_valid.json', () => {
  test('every transaction is valid under all but the excluded flags, and under none of those', () => {
    const wrong: string[] = [];
    const spendings = readSpendings('tx_valid.json');
    for (const spending of spendings) {
      const excluded = flagsOf(spending.flagNames);
      const flags = ALL_FLAGS & ~excluded;
      const accepted = [trimFlags(flags), ...withoutEach(trimFlags(flags))];
      if (checkTransaction(spending.tx) !== null || !accepted.every((some) => isValid(spending, some)))
        wrong.push(`refused: ${spending.label}`);
      for (const fewer of withoutEach(excluded))
        if (isValid(spending, ALL_FLAGS & ~fewer)) wrong.push(`accepted with more flags: ${spending.label}`);
    }
    expect(wrong).toEqual([]);
    expect(spendings.length).toBeGreaterThanOrEqual(121);
  });
});

describe.runIf(haveVectors('tx_invalid.json'))('tx_invalid.json', () => {
  test('every transaction is refused under its flags, and valid without any one of them', () => {
    const wrong: string[] = [];
    const spendings = readSpendings('tx_invalid.json');
    for (const spending of spendings) {
      if (spending.flagNames === 'BADTX') {
        if (checkTransaction(spending.tx) === null) wrong.push(`accepted: ${spending.label}`);
        continue;
      }
      const flags = flagsOf(spending.flagNames);
      if ([fillFlags(flags), ALL_FLAGS].some((some) => isValid(spending, some)))
        wrong.push(`accepted: ${spending.label}`);
      if (!withoutEach(flags).every((fewer) => isValid(spending, fewer)))
        wrong.push(`refused with fewer flags: ${spending.label}`);
    }
    expect(wrong).toEqual([]);
    expect(spendings.length).toBeGreaterThanOrEqual(93);
  });
});

describe.runIf(haveVectors('sighash.json'))('sighash.json', () => {
  test('the legacy signature hash of every type agrees', () => {
    const rows = readVectors<[string, string, number, number, string][]>('sighash.json').slice(1);
    for (const [serialized, script, inputIndex, hashType, expected] of rows) {
      const tx = parseTransaction(hex.decode(serialized));
      expect(hex.encode(serializeTransaction(tx))).toBe(serialized);
      expect(hashToHex(sighashLegacy(tx, inputIndex, hex.decode(script), hashType))).toBe(expected);
    }
    expect(rows.length).toBe(500);
  });
});
