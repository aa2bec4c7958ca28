import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rounds } from '../../../stack/rounds.ts';
import { MANDATORY_FLAGS, STANDARD_FLAGS } from '../../src/script/flags.ts';
import { OP } from '../../src/script/opcodes.ts';
import { SCRIPT_ERROR_TEXTS } from '../../src/script/script-error.ts';
import { verifyInput } from '../../src/script/verify.ts';
import { creditAndSpend } from './support/credit-and-spend.ts';
import { runAs } from './support/run-as.ts';
import { ALL_FLAGS } from './support/vectors.ts';

const RUNS = rounds(3000);
const opcodes = Object.values(OP);
/** Mostly opcodes that do something, so that scripts get past their first operation. */
const scripts = fc
  .array(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...opcodes) }, fc.nat(255)), { maxLength: 120 })
  .map((bytes) => Uint8Array.from(bytes));
const anyBytes = fc.uint8Array({ maxLength: 120 });
const stacks = fc.array(fc.oneof(fc.uint8Array({ maxLength: 5 }), anyBytes), { maxLength: 8 });
const flagSets = fc.constantFrom(0, MANDATORY_FLAGS, STANDARD_FLAGS, ALL_FLAGS);
const verdicts = new Set<string>(['OK', ...Object.keys(SCRIPT_ERROR_TEXTS)]);

describe('arbitrary scripts', () => {
  test.each(['legacy', 'v0', 'tapscript'] as const)(
    'as %s end with a verdict, the same each time',
    (version) => {
      fc.assert(
        fc.property(scripts, stacks, flagSets, (script, stack, flags) => {
          const verdict = runAs(version, script, flags, { stack });
          expect(verdicts.has(verdict)).toBe(true);
          expect(runAs(version, script, flags, { stack })).toBe(verdict);
        }),
        { numRuns: RUNS },
      );
    },
  );

  test('as scriptSig, scriptPubKey and witness together end with a verdict', () => {
    fc.assert(
      fc.property(anyBytes, scripts, stacks, flagSets, (scriptSig, scriptPubKey, witness, flags) => {
        const { tx, spent } = creditAndSpend({ witness, valueSats: 0, scriptSig, scriptPubKey });
        expect(verdicts.has(verifyInput(tx, 0, [spent], flags)?.name ?? 'OK')).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });

  test('what policy accepts, consensus accepts', () => {
    fc.assert(
      fc.property(fc.constantFrom('legacy', 'v0', 'tapscript'), scripts, stacks, (version, script, stack) => {
        if (runAs(version, script, STANDARD_FLAGS, { stack }) === 'OK')
          expect(runAs(version, script, MANDATORY_FLAGS, { stack })).toBe('OK');
      }),
      { numRuns: RUNS },
    );
  });

  test('a tapscript as large as a block ends within seconds of processor time', () => {
    const began = process.cpuUsage();
    const megabytes = 3_900_000;
    const script = new Uint8Array(megabytes).fill(OP.DUP);
    for (let i = 0; i < megabytes; i += 2) script[i] = i % 4 === 0 ? OP.OP_1 : OP['2DROP'];
    runAs('tapscript', script, MANDATORY_FLAGS);
    runAs('tapscript', new Uint8Array(megabytes).fill(OP.NOP), MANDATORY_FLAGS);
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(10_000);
  });
});
