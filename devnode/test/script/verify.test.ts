import * as btc from '@scure/btc-signer';
import type { P2Ret } from '@scure/btc-signer/payment.js';
import { pointFromScalar } from 'tiny-secp256k1';
import { describe, expect, test } from 'vitest';
import { MANDATORY_FLAGS, STANDARD_FLAGS } from '../../src/script/flags.ts';
import { hash160 } from '../../src/script/hashes.ts';
import { OP } from '../../src/script/opcodes.ts';
import { pushOf } from '../../src/script/script-bytes.ts';
import { SCRIPT_ERROR_TEXTS } from '../../src/script/script-error.ts';
import { verifyInput, verifyTransaction } from '../../src/script/verify.ts';
import { parseTransaction } from '../../src/transaction/parse.ts';
import { serializeTransaction } from '../../src/transaction/serialize.ts';
import type { Transaction, TransactionInput, TransactionOutput } from '../../src/transaction/transaction.ts';
import { txidOf } from '../../src/transaction/txid.ts';
import { oneLeaf } from './support/credit-and-spend.ts';

const secret = (fill: number) => new Uint8Array(32).fill(fill);
const [alice, bob] = [secret(1), secret(2)];
const key = (owner: Uint8Array) => pointFromScalar(owner, true)!;
const xOnly = (owner: Uint8Array) => btc.utils.pubSchnorr(owner);
const EVERY_TYPE = [
  btc.SigHash.ALL,
  btc.SigHash.NONE,
  btc.SigHash.SINGLE,
  btc.SigHash.ALL_ANYONECANPAY,
  btc.SigHash.NONE_ANYONECANPAY,
  btc.SigHash.SINGLE_ANYONECANPAY,
];
const DESTINATION = btc.p2wpkh(key(bob)).script;

const multisig = btc.p2ms(2, [key(alice), key(bob)]);
const leaf = btc.p2tr_ns(2, [xOnly(alice), xOnly(bob)])[0]!;
const FORMS: Record<string, P2Ret> = {
  P2PKH: btc.p2pkh(key(alice)),
  P2PK: btc.p2pk(key(alice)),
  'bare multisig': multisig,
  'P2SH multisig': btc.p2sh(multisig),
  P2WPKH: btc.p2wpkh(key(alice)),
  'P2SH-P2WPKH': btc.p2sh(btc.p2wpkh(key(alice))),
  'P2WSH multisig': btc.p2wsh(multisig),
  'P2SH-P2WSH multisig': btc.p2sh(btc.p2wsh(multisig)),
  'P2TR key path': btc.p2tr(xOnly(alice)),
  'P2TR leaf multisig': btc.p2tr(undefined, { script: leaf.script }),
};

interface Signed {
  readonly tx: Transaction;
  readonly spent: TransactionOutput[];
}

const signedBefore = new Map<string, Signed>();

/** Two inputs of one form and two outputs, signed by all who can. */
function signed(form: string, sighash?: number): Signed {
  const name = `${form} ${sighash}`;
  const spend = signedBefore.get(name) ?? sign(form, sighash);
  signedBefore.set(name, spend);
  return spend;
}

function sign(form: string, sighash?: number): Signed {
  const payment = FORMS[form]!;
  const legacy = form.startsWith('P2PK') || form === 'bare multisig' || form === 'P2SH multisig';
  const tx = new btc.Transaction({
    version: 2,
    allowLegacyWitnessUtxo: true,
    allowUnknownOutputs: true,
    allowUnknownInputs: true,
    disableScriptCheck: true,
  });
  const allowed = sighash === undefined ? undefined : [sighash];
  const spent = [
    { valueSats: 10_000, script: payment.script },
    { valueSats: 20_000, script: payment.script },
  ];
  for (const [index, { valueSats, script }] of spent.entries()) {
    const amount = { amount: BigInt(valueSats), script };
    const outpoint = legacy
      ? previousOf({ valueSats, script })
      : { txid: secret(7 + index), index: 0, witnessUtxo: amount };
    tx.addInput({ ...payment, ...outpoint, ...(sighash === undefined ? {} : { sighashType: sighash }) });
  }
  for (const amount of [9_000n, 19_000n]) tx.addOutput({ script: DESTINATION, amount });
  tx.sign(alice, allowed);
  if (form.includes('multisig')) tx.sign(bob, allowed);
  tx.finalize();
  return { tx: parseTransaction(tx.extract()), spent };
}

function previousOf(output: TransactionOutput) {
  const input = {
    txid: '09'.repeat(32),
    vout: output.valueSats,
    scriptSig: new Uint8Array(0),
    sequence: 0,
    witness: [],
  };
  const previous = { version: 2, inputs: [input], outputs: [output], lockTime: 0 };
  return { txid: txidOf(previous), index: 0, nonWitnessUtxo: serializeTransaction(previous) };
}

function withInput(tx: Transaction, index: number, change: Partial<TransactionInput>): Transaction {
  return { ...tx, inputs: tx.inputs.map((input, i) => (i === index ? { ...input, ...change } : input)) };
}

const names = Object.keys(FORMS);

describe('verifyTransaction', () => {
  test.each(names)('%s spends signed by btc-signer are valid with every sighash type', (form) => {
    for (const sighash of [undefined, ...EVERY_TYPE]) {
      const { tx, spent } = signed(form, sighash);
      expect(verifyTransaction(tx, spent, STANDARD_FLAGS)).toBeNull();
      expect(verifyTransaction(tx, spent, MANDATORY_FLAGS)).toBeNull();
    }
  });

  test.each(names)('a changed output, amount or outpoint invalidates a %s spend as its type says', (form) => {
    const payMore = (tx: Transaction, index: number) => ({
      ...tx,
      outputs: tx.outputs.map((output, i) =>
        i === index ? { ...output, valueSats: output.valueSats + 1 } : output,
      ),
    });
    const holds = ({ spent }: Signed, tx: Transaction) => verifyInput(tx, 0, spent, STANDARD_FLAGS) === null;
    for (const sighash of EVERY_TYPE) {
      const spend = signed(form, sighash);
      const low = sighash & 0x1f;
      expect(holds(spend, payMore(spend.tx, 0))).toBe(low === btc.SigHash.NONE);
      expect(holds(spend, payMore(spend.tx, 1))).toBe(low !== btc.SigHash.ALL);
      const otherInput = withInput(spend.tx, 1, { vout: 5 });
      expect(holds(spend, otherInput)).toBe((sighash & 0x80) !== 0);
      expect(holds(spend, withInput(spend.tx, 0, { vout: 5 }))).toBe(false);
    }
  });

  test('segwit signatures commit to the amount they spend, legacy ones do not', () => {
    for (const form of names) {
      const { tx, spent } = signed(form);
      const error = verifyTransaction(tx, [{ ...spent[0]!, valueSats: 10_001 }, spent[1]!], STANDARD_FLAGS);
      const legacy = tx.inputs[0]!.witness.length === 0;
      expect(error === null).toBe(legacy);
    }
  });

  test('taproot signatures commit to the other inputs’ amounts and scripts', () => {
    const { tx, spent } = signed('P2TR key path');
    const otherAmount = [spent[0]!, { ...spent[1]!, valueSats: 1 }];
    expect(verifyInput(tx, 0, otherAmount, MANDATORY_FLAGS)?.name).toBe('SCHNORR_SIG');
    const otherScript = [spent[0]!, { ...spent[1]!, script: DESTINATION }];
    expect(verifyInput(tx, 0, otherScript, MANDATORY_FLAGS)?.name).toBe('SCHNORR_SIG');
  });

  test('the failing input is named', () => {
    const { tx, spent } = signed('P2WPKH');
    const [first, second] = tx.inputs;
    const swapped = { ...tx, inputs: [first!, { ...second!, witness: first!.witness }] };
    expect(verifyTransaction(swapped, spent, STANDARD_FLAGS)).toEqual({
      inputIndex: 1,
      name: 'SIG_NULLFAIL',
      message: SCRIPT_ERROR_TEXTS.SIG_NULLFAIL,
    });
    expect(verifyTransaction(swapped, spent, MANDATORY_FLAGS)).toEqual({
      inputIndex: 1,
      name: 'EVAL_FALSE',
      message: 'Script evaluated without error but finished with a false/empty top stack element',
    });
  });

  test('a caller who forgets a spent output is told so', () => {
    const { tx, spent } = signed('P2WPKH');
    expect(() => verifyTransaction(tx, spent.slice(1), MANDATORY_FLAGS)).toThrow('2 inputs need as many');
    expect(() => verifyInput(tx, 2, spent, MANDATORY_FLAGS)).toThrow('no input 2');
  });
});

describe('witness rules', () => {
  const verdictOf = (form: string, change: (input: TransactionInput) => Partial<TransactionInput>) => {
    const { tx, spent } = signed(form);
    return verifyInput(withInput(tx, 0, change(tx.inputs[0]!)), 0, spent, MANDATORY_FLAGS)?.name;
  };
  const none: Uint8Array[] = [];
  const flip = (bytes: Uint8Array, at: number) =>
    Uint8Array.from(bytes, (byte, i) => (i === at ? byte ^ 1 : byte));

  test.each<[string, string, (input: TransactionInput) => Partial<TransactionInput>, string]>([
    ['P2WPKH has exactly two elements', 'P2WPKH', () => ({ witness: none }), 'WITNESS_PROGRAM_MISMATCH'],
    ['P2WSH has a script', 'P2WSH multisig', () => ({ witness: none }), 'WITNESS_PROGRAM_WITNESS_EMPTY'],
    [
      'P2WSH has the script of its hash',
      'P2WSH multisig',
      ({ witness }) => ({ witness: [...witness.slice(0, -1), Uint8Array.of(0x51)] }),
      'WITNESS_PROGRAM_MISMATCH',
    ],
    ['P2TR has a witness', 'P2TR key path', () => ({ witness: none }), 'WITNESS_PROGRAM_WITNESS_EMPTY'],
    [
      'a native program has no scriptSig',
      'P2WPKH',
      () => ({ scriptSig: Uint8Array.of(0x51) }),
      'WITNESS_MALLEATED',
    ],
    [
      'a nested program has nothing but its redeem script in the scriptSig',
      'P2SH-P2WPKH',
      ({ scriptSig }) => ({ scriptSig: Uint8Array.of(0x51, ...scriptSig) }),
      'WITNESS_MALLEATED_P2SH',
    ],
    [
      'a P2SH scriptSig only pushes',
      'P2SH-P2WPKH',
      ({ scriptSig }) => ({ scriptSig: Uint8Array.of(0x61, ...scriptSig) }),
      'SIG_PUSHONLY',
    ],
    ['legacy inputs have no witness', 'P2PKH', () => ({ witness: [alice] }), 'WITNESS_UNEXPECTED'],
    [
      'a schnorr signature has 64 or 65 bytes',
      'P2TR key path',
      ({ witness }) => ({ witness: [witness[0]!.subarray(1)] }),
      'SCHNORR_SIG_SIZE',
    ],
    [
      'sighash DEFAULT is never spelled out',
      'P2TR key path',
      ({ witness }) => ({ witness: [Uint8Array.of(...witness[0]!, 0)] }),
      'SCHNORR_SIG_HASHTYPE',
    ],
    [
      'unknown sighash types fail in taproot',
      'P2TR key path',
      ({ witness }) => ({ witness: [Uint8Array.of(...witness[0]!, 4)] }),
      'SCHNORR_SIG_HASHTYPE',
    ],
    [
      'an annex is signed',
      'P2TR key path',
      ({ witness }) => ({ witness: [...witness, Uint8Array.of(0x50)] }),
      'SCHNORR_SIG',
    ],
    [
      'a control block has 33 bytes and whole nodes',
      'P2TR leaf multisig',
      ({ witness }) => ({ witness: [...witness.slice(0, -1), Uint8Array.of(...witness.at(-1)!, 0)] }),
      'TAPROOT_WRONG_CONTROL_SIZE',
    ],
    [
      'a control block proves its leaf, parity included',
      'P2TR leaf multisig',
      ({ witness }) => ({ witness: [...witness.slice(0, -1), flip(witness.at(-1)!, 0)] }),
      'WITNESS_PROGRAM_MISMATCH',
    ],
    [
      'an internal key that is no point proves nothing',
      'P2TR leaf multisig',
      ({ witness }) => ({
        witness: [...witness.slice(0, -1), Uint8Array.of(0xc0, ...new Uint8Array(32).fill(255))],
      }),
      'WITNESS_PROGRAM_MISMATCH',
    ],
    [
      'a wrong leaf signature fails at once',
      'P2TR leaf multisig',
      ({ witness }) => ({ witness: [flip(witness[0]!, 5), ...witness.slice(1)] }),
      'SCHNORR_SIG',
    ],
    [
      'the extra multisig element is empty',
      'P2WSH multisig',
      ({ witness }) => ({ witness: [Uint8Array.of(1), ...witness.slice(1)] }),
      'SIG_NULLDUMMY',
    ],
    [
      'multisig signatures come in the order of their keys',
      'P2WSH multisig',
      ({ witness }) => ({ witness: [witness[0]!, witness[2]!, witness[1]!, witness[3]!] }),
      'EVAL_FALSE',
    ],
  ])('%s', (_rule, form, change, name) => {
    expect(verdictOf(form, change)).toBe(name);
  });

  test('unknown witness versions and leaf versions are anyone’s in blocks, and not relayed', () => {
    const spendOf = (script: Uint8Array, input: Partial<TransactionInput> = {}) => {
      const { tx, spent } = signed('P2WPKH');
      const spending = withInput(tx, 0, { witness: [], scriptSig: new Uint8Array(0), ...input });
      return [MANDATORY_FLAGS, STANDARD_FLAGS].map(
        (flags) => verifyInput(spending, 0, [{ valueSats: 1, script }, spent[1]!], flags)?.name ?? 'OK',
      );
    };
    const unknown = ['OK', 'DISCOURAGE_UPGRADABLE_WITNESS_PROGRAM'];
    expect(spendOf(Uint8Array.of(0x52, 32, ...secret(1)))).toEqual(unknown);
    expect(spendOf(Uint8Array.of(0x51, 2, 1, 2))).toEqual(unknown);
    expect(spendOf(Uint8Array.of(0x51, 2, 0x4e, 0x73))).toEqual(['OK', 'OK']);
    expect(spendOf(Uint8Array.of(0, 2, 1, 2))).toEqual(Array(2).fill('WITNESS_PROGRAM_WRONG_LENGTH'));
    const taprootInside = Uint8Array.of(0x51, 32, ...xOnly(alice));
    const nested = Uint8Array.of(OP.HASH160, 20, ...hash160(taprootInside), OP.EQUAL);
    expect(spendOf(nested, { scriptSig: pushOf(taprootInside) })).toEqual(unknown);
    const { leaf: script, control, outputKey } = oneLeaf(Uint8Array.of(OP.RETURN), 0xc2);
    expect(spendOf(Uint8Array.of(0x51, 32, ...outputKey), { witness: [script, control] })).toEqual([
      'OK',
      'DISCOURAGE_UPGRADABLE_TAPROOT_VERSION',
    ]);
  });
});
