import { describe, expect, test } from 'vitest';
import { MANDATORY_FLAGS, STANDARD_FLAGS } from '../../src/script/flags.ts';
import type { ScriptErrorName } from '../../src/script/script-error.ts';
import type { ScriptVersion } from '../../src/script/signature.ts';
import { asm } from './support/asm.ts';
import { runAs } from './support/run-as.ts';

type Verdict = ScriptErrorName | 'OK';
const VERSIONS: ScriptVersion[] = ['legacy', 'v0', 'tapscript'];

const repeat = (word: string, times: number) => `${word} `.repeat(times);
const push = (length: number) =>
  `PUSHDATA2 0x${(length & 0xff).toString(16).padStart(2, '0')}${(length >> 8).toString(16).padStart(2, '0')} 0x${'aa'.repeat(length)}`;

describe('one interpreter for all script versions', () => {
  test.each<[string, string]>([
    ['2DUP', '1 2 2DUP 2 EQUALVERIFY 1 EQUALVERIFY 2 EQUALVERIFY'],
    ['3DUP', '1 2 3 3DUP 3 EQUALVERIFY 2DROP 3 EQUALVERIFY DROP'],
    ['2OVER', '1 2 3 4 2OVER 2 EQUALVERIFY 1 EQUALVERIFY 2DROP DROP'],
    ['2ROT', '1 2 3 4 5 6 2ROT 2 EQUALVERIFY DROP 6 EQUALVERIFY 2DROP'],
    ['2SWAP', '1 2 3 4 2SWAP 2 EQUALVERIFY DROP 4 EQUALVERIFY'],
    ['IFDUP', '0 IFDUP DEPTH 1 EQUALVERIFY DROP 1 IFDUP 1 EQUALVERIFY'],
    ['NIP OVER TUCK', '1 2 NIP 3 OVER 2 EQUALVERIFY TUCK 3 EQUALVERIFY 2DROP 1'],
    ['PICK ROLL', '7 8 9 2 PICK 7 EQUALVERIFY 2 ROLL 7 EQUALVERIFY 9 EQUALVERIFY'],
    ['ROT SWAP', '1 2 3 ROT 1 EQUALVERIFY SWAP 2 EQUALVERIFY'],
    ['SIZE', "'abc' SIZE 3 EQUALVERIFY"],
    ['alternative stack', '5 TOALTSTACK 6 FROMALTSTACK 5 EQUALVERIFY'],
    ['addition and subtraction', '3 4 ADD 1ADD 1SUB 2 SUB 5 EQUAL'],
    ['signs', '5 NEGATE ABS 5 EQUALVERIFY 0 NOT 0 0NOTEQUAL NOT BOOLAND'],
    ['five-byte results', '0x04 0xffffff7f DUP ADD 0x05 0xfeffffff00 EQUAL'],
    [
      'comparisons',
      '1 2 LESSTHAN 2 1 GREATERTHAN BOOLAND 2 2 LESSTHANOREQUAL BOOLAND 2 2 GREATERTHANOREQUAL BOOLAND',
    ],
    ['equality of numbers', '2 2 NUMEQUALVERIFY 2 3 NUMNOTEQUAL 2 2 NUMEQUAL BOOLAND'],
    ['minimum and maximum', '-1 3 MIN -1 EQUALVERIFY -1 3 MAX 3 EQUAL'],
    ['within, the upper bound left out', '3 3 4 WITHIN 4 3 4 WITHIN NOT BOOLAND 0 1 BOOLOR BOOLAND'],
    [
      'conditions',
      '0 IF VERIF_SKIPPED ELSE 1 NOTIF RETURN ELSE 1 ENDIF ENDIF'.replace('VERIF_SKIPPED', 'RETURN'),
    ],
    ['SHA256', `'abc' SHA256 0x20 0xba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad EQUAL`],
    ['SHA1', `'abc' SHA1 0x14 0xa9993e364706816aba3e25717850c26c9cd0d89d EQUAL`],
    ['RIPEMD160', `'abc' RIPEMD160 0x14 0x8eb208f7e05d987a9b044a8e98c6b087f15a0bfc EQUAL`],
    ['HASH160', `'abc' DUP SHA256 RIPEMD160 SWAP HASH160 EQUAL`],
    ['HASH256', `'abc' DUP SHA256 SHA256 SWAP HASH256 EQUAL`],
  ])('%s', (_name, script) => {
    for (const version of VERSIONS) expect(runAs(version, asm(script), STANDARD_FLAGS)).toBe('OK');
  });

  test.each<[string, string, ScriptErrorName]>([
    ['a false result', '0', 'EVAL_FALSE'],
    ['OP_VERIFY of false', '0 VERIFY 1', 'VERIFY'],
    ['OP_EQUALVERIFY of different elements', '1 2 EQUALVERIFY 1', 'EQUALVERIFY'],
    ['OP_NUMEQUALVERIFY of different numbers', '1 2 NUMEQUALVERIFY 1', 'NUMEQUALVERIFY'],
    ['OP_RETURN', 'RETURN', 'OP_RETURN'],
    ['too few elements', '1 ADD', 'INVALID_STACK_OPERATION'],
    ['an index out of the stack', '1 1 PICK', 'INVALID_STACK_OPERATION'],
    ['a negative index', '1 -1 ROLL', 'INVALID_STACK_OPERATION'],
    ['an empty alternative stack', 'FROMALTSTACK', 'INVALID_ALTSTACK_OPERATION'],
    ['an open condition', '1 1 IF', 'UNBALANCED_CONDITIONAL'],
    ['OP_ELSE alone', '1 ELSE', 'UNBALANCED_CONDITIONAL'],
    ['OP_ENDIF alone', '1 ENDIF', 'UNBALANCED_CONDITIONAL'],
    ['OP_VERIF where it is not executed', '0 IF VERIF ENDIF 1', 'BAD_OPCODE'],
    ['the last opcode', '1 0xff', 'BAD_OPCODE'],
    ['an element above 520 bytes', `${push(521)} DROP 1`, 'PUSH_SIZE'],
    ['more than 1000 elements', repeat('1', 1001), 'STACK_SIZE'],
    ['an operand of five bytes', '0x05 0x0000000001 1ADD DROP 1', 'SCRIPTNUM'],
    ['a push longer than needed', '0x4c 0x01 0x20 DROP 1', 'MINIMALDATA'],
    ['a small number pushed as data', '0x01 0x05', 'MINIMALDATA'],
    ['a number with needless bytes', '0x02 0x0500 1ADD', 'SCRIPTNUM'],
    ['an upgradable NOP', '1 NOP1', 'DISCOURAGE_UPGRADABLE_NOPS'],
  ])('%s fails by policy', (_rule, script, name) => {
    for (const version of VERSIONS) expect(runAs(version, asm(script), STANDARD_FLAGS)).toBe(name);
  });

  test.each<[string, string]>([
    ['pushes may be longer than needed', '0x4c 0x01 0x20 DROP 1'],
    ['numbers may have needless bytes', '0x02 0x0500 1ADD'],
    ['upgradable NOPs do nothing', '1 NOP1 NOP10'],
    ['an element may have 520 bytes', `${push(520)} DROP 1`],
  ])('in blocks %s', (_rule, script) => {
    for (const version of VERSIONS) expect(runAs(version, asm(script), MANDATORY_FLAGS)).toBe('OK');
  });

  test.each<[string, string, Verdict, Verdict, Verdict]>([
    [
      'operations are limited to 201 outside tapscript',
      `1 ${repeat('NOP', 202)}`,
      'OP_COUNT',
      'OP_COUNT',
      'OK',
    ],
    ['operations may be 201', `1 ${repeat('NOP', 201)}`, 'OK', 'OK', 'OK'],
    [
      'operations count where they are not executed',
      `0 IF ${repeat('NOP', 200)} ENDIF 1`,
      'OP_COUNT',
      'OP_COUNT',
      'OK',
    ],
    [
      'scripts are limited to 10,000 bytes outside tapscript',
      `1 ${repeat(`${push(500)} DROP`, 20)}`,
      'SCRIPT_SIZE',
      'SCRIPT_SIZE',
      'OK',
    ],
    [
      'disabled opcodes fail unexecuted, or succeed in tapscript',
      '0 IF CAT ENDIF 1',
      'DISABLED_OPCODE',
      'DISABLED_OPCODE',
      'OK',
    ],
    ['OP_SUCCESS comes before everything', 'RETURN 0xfe', 'OP_RETURN', 'OP_RETURN', 'OK'],
    ['a script cut short after OP_SUCCESS still succeeds', '0xfe 0x4c', 'BAD_OPCODE', 'BAD_OPCODE', 'OK'],
    [
      'a script cut short before any OP_SUCCESS fails',
      '1 0x4c 0x05 0xfe',
      'BAD_OPCODE',
      'BAD_OPCODE',
      'BAD_OPCODE',
    ],
    [
      'OP_CHECKSIGADD exists in tapscript only',
      `0 1 0x20 0x${'11'.repeat(32)} CHECKSIGADD`,
      'BAD_OPCODE',
      'BAD_OPCODE',
      'OK',
    ],
    [
      'OP_CHECKMULTISIG does not exist in tapscript',
      '0 0 0 CHECKMULTISIG',
      'OK',
      'OK',
      'TAPSCRIPT_CHECKMULTISIG',
    ],
    [
      'OP_IF takes only the two minimal booleans in tapscript',
      '2 IF 1 ENDIF',
      'OK',
      'OK',
      'TAPSCRIPT_MINIMALIF',
    ],
    ['witness scripts leave exactly one element', '1 1', 'OK', 'CLEANSTACK', 'CLEANSTACK'],
    ['an empty key fails in tapscript', '0 0 CHECKSIG NOT', 'OK', 'OK', 'TAPSCRIPT_EMPTY_PUBKEY'],
    [
      'an unknown kind of key counts as signed in tapscript',
      `1 0x21 0x${'02'.repeat(33)} CHECKSIG`,
      'SIG_DER',
      'SIG_DER',
      'OK',
    ],
    [
      'a failing signature must be empty in tapscript',
      `1 0x20 0x${'11'.repeat(32)} CHECKSIG`,
      'SIG_DER',
      'SIG_DER',
      'SCHNORR_SIG_SIZE',
    ],
  ])('in blocks %s', (_rule, script, legacy, v0, tapscript) => {
    const verdicts = VERSIONS.map((version) => runAs(version, asm(script), MANDATORY_FLAGS));
    expect(verdicts).toEqual([legacy, v0, tapscript]);
  });

  test.each<[string, string, Verdict, Verdict, Verdict]>([
    [
      'OP_IF takes only the two minimal booleans in witness scripts',
      '2 IF 1 ENDIF',
      'OK',
      'MINIMALIF',
      'TAPSCRIPT_MINIMALIF',
    ],
    ['one element is left everywhere', '1 1', 'CLEANSTACK', 'CLEANSTACK', 'CLEANSTACK'],
    ['OP_SUCCESS is not relayed', '1 0xfe', 'BAD_OPCODE', 'BAD_OPCODE', 'DISCOURAGE_OP_SUCCESS'],
    ['OP_CODESEPARATOR is not relayed in legacy scripts', '1 CODESEPARATOR', 'OP_CODESEPARATOR', 'OK', 'OK'],
  ])('in the mempool %s', (_rule, script, legacy, v0, tapscript) => {
    const verdicts = VERSIONS.map((version) => runAs(version, asm(script), STANDARD_FLAGS));
    expect(verdicts).toEqual([legacy, v0, tapscript]);
  });

  test('in the mempool a key has a known form, and in segwit v0 is compressed', () => {
    const verdicts = (key: string) =>
      VERSIONS.map((version) =>
        runAs(version, asm(`${key} CHECKSIG NOT`), STANDARD_FLAGS, { stack: [new Uint8Array(0)] }),
      );
    const unknown = 'DISCOURAGE_UPGRADABLE_PUBKEYTYPE';
    expect(verdicts(`0x21 0x${'05'.repeat(33)}`)).toEqual(['PUBKEYTYPE', 'PUBKEYTYPE', unknown]);
    expect(verdicts(`0x41 0x04${'05'.repeat(64)}`)).toEqual(['OK', 'WITNESS_PUBKEYTYPE', unknown]);
    expect(verdicts(`0x21 0x02${'05'.repeat(32)}`)).toEqual(['OK', 'OK', unknown]);
  });

  test('a witness element has at most 520 bytes', () => {
    const stack = [new Uint8Array(521).fill(1)];
    expect(runAs('v0', asm('DROP 1'), MANDATORY_FLAGS, { stack })).toBe('PUSH_SIZE');
    expect(runAs('tapscript', asm('DROP 1'), MANDATORY_FLAGS, { stack })).toBe('PUSH_SIZE');
  });

  test('a tapscript starts with at most 1000 elements', () => {
    const drops = asm(`${repeat('2DROP', 500)} 1`);
    const stack = Array.from({ length: 1001 }, () => Uint8Array.of(1));
    expect(runAs('tapscript', drops, MANDATORY_FLAGS, { stack: stack.slice(1) })).toBe('OK');
    expect(runAs('tapscript', drops, MANDATORY_FLAGS, { stack })).toBe('STACK_SIZE');
  });

  test('each signature check costs 50 of a budget of witness bytes plus 50', () => {
    // An unknown kind of key passes without a signature that could fail, but is charged.
    const script = (checks: number) => asm(`${repeat('2DUP CHECKSIGVERIFY', checks)} CHECKSIG`);
    const stack = [Uint8Array.of(1), Uint8Array.of(2)];
    const withAnnex = (length: number) => ({
      stack,
      annex: Uint8Array.of(0x50, ...new Uint8Array(length - 1)),
    });
    // 50, the witness's count, two elements of 1 + 1, the script of 1 + 3 and the control block of 1 + 33:
    // 93.
    expect(runAs('tapscript', script(0), MANDATORY_FLAGS, { stack })).toBe('OK');
    expect(runAs('tapscript', script(1), MANDATORY_FLAGS, { stack })).toBe('TAPSCRIPT_VALIDATION_WEIGHT');
    expect(runAs('tapscript', script(1), MANDATORY_FLAGS, withAnnex(5))).toBe('TAPSCRIPT_VALIDATION_WEIGHT');
    expect(runAs('tapscript', script(1), MANDATORY_FLAGS, withAnnex(6))).toBe('OK');
  });

  test('nested conditions of any depth run in tapscript', () => {
    const deep = 20_000;
    const script = asm(`1 0 IF ${'IF '.repeat(deep)}${'ENDIF '.repeat(deep)}ENDIF`);
    expect(runAs('tapscript', script, MANDATORY_FLAGS)).toBe('OK');
  });
});

describe('lock times', () => {
  const cltv = (lock: string, lockTime: number, sequence = 0) =>
    VERSIONS.map((version) =>
      runAs(version, asm(`${lock} CHECKLOCKTIMEVERIFY DROP 1`), MANDATORY_FLAGS, { lockTime, sequence }),
    );
  const csv = (lock: string, sequence: number, version = 2) =>
    VERSIONS.map((as) =>
      runAs(as, asm(`${lock} CHECKSEQUENCEVERIFY DROP 1`), MANDATORY_FLAGS, { sequence, version }),
    );
  const all = (verdict: Verdict) => VERSIONS.map(() => verdict);

  test('OP_CHECKLOCKTIMEVERIFY holds when the transaction is locked as long, in the same unit', () => {
    expect(cltv('100', 100)).toEqual(all('OK'));
    expect(cltv('100', 99)).toEqual(all('UNSATISFIED_LOCKTIME'));
    expect(cltv('500000000', 500000001)).toEqual(all('OK'));
    expect(cltv('499999999', 500000000)).toEqual(all('UNSATISFIED_LOCKTIME'));
    expect(cltv('4294967295', 4294967295)).toEqual(all('OK'));
    expect(cltv('-1', 100)).toEqual(all('NEGATIVE_LOCKTIME'));
    expect(cltv('100', 100, 0xffffffff)).toEqual(all('UNSATISFIED_LOCKTIME'));
  });

  test('OP_CHECKSEQUENCEVERIFY holds when the input is locked as long, in the same unit', () => {
    expect(csv('144', 144)).toEqual(all('OK'));
    expect(csv('144', 143)).toEqual(all('UNSATISFIED_LOCKTIME'));
    expect(csv('4194305', 0x400001)).toEqual(all('OK'));
    expect(csv('1', 0x400001)).toEqual(all('UNSATISFIED_LOCKTIME'));
    expect(csv('144', 144, 1)).toEqual(all('UNSATISFIED_LOCKTIME'));
    expect(csv('144', 144, 0xffffffff)).toEqual(all('OK'));
    expect(csv('144', 0x80000090)).toEqual(all('UNSATISFIED_LOCKTIME'));
    expect(csv('-1', 144)).toEqual(all('NEGATIVE_LOCKTIME'));
  });

  test('an operand with the disable bit leaves the sequence alone, wherever its other bits are', () => {
    expect(csv('2147483648', 0)).toEqual(all('OK'));
    expect(csv('0x05 0x0000000001', 0)).toEqual(all('OK'));
    expect(csv('0x05 0x0500000001', 4)).toEqual(all('UNSATISFIED_LOCKTIME'));
  });
});
