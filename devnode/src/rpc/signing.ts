import { hex } from '@scure/base';
import { pointFromScalar, signSchnorr } from 'tiny-secp256k1';
import { outpointKey } from '../chain/coins.ts';
import { STANDARD_FLAGS } from '../script/flags.ts';
import { hash160 } from '../script/hashes.ts';
import { sameBytes } from '../script/script-bytes.ts';
import { sighashTaproot } from '../script/sighash-taproot.ts';
import { spendOf } from '../script/spend.ts';
import { isP2sh, isP2tr, isP2wsh } from '../script/templates.ts';
import { verifyInput } from '../script/verify.ts';
import { serializeTransaction } from '../transaction/serialize.ts';
import type { Transaction, TransactionInput, TransactionOutput } from '../transaction/transaction.ts';
import { refuse } from './call.ts';
import { coinAt, method, type RpcMethod } from './method.ts';
import { amountArgument, hashArgument, isHex, transactionArgument } from './parameters.ts';
import { finalizeInput, LENIENT, psbtLibrary, secretOfWif } from './psbt-library.ts';
import { SIGHASH_NAMES } from './script-text.ts';

/** Signatures with keys that come with the call; devnode keeps none. */
export const SIGNING_METHODS: Readonly<Record<string, RpcMethod>> = {
  signrawtransactionwithkey: method(
    'hexstring:string privkeys:array prevtxs?:array sighashtype?:string',
    async (node, hexstring, privkeys, prevtxs = [], sighashtype = 'DEFAULT') => {
      const tx = transactionArgument(hexstring, 'TX decode failed. Make sure the tx has at least one input.');
      const keys = await Promise.all((privkeys as unknown[]).map(keyArgument));
      const coins = new Map((prevtxs as unknown[]).map(coinArgument));
      const spent = tx.inputs.map((input) => coins.get(outpointKey(input)) ?? coinAt(node, input));
      return signed(tx, keys, spent, sighashArgument(sighashtype));
    },
  ),
};

/** An output to spend, with the scripts that it needs and that the chain does not have. */
export type Spendable = TransactionOutput & {
  readonly redeemScript?: Uint8Array;
  readonly witnessScript?: Uint8Array;
};

async function keyArgument(text: unknown): Promise<Uint8Array> {
  const key = await secretOfWif(String(text));
  if (key) return key;
  // Never the key itself: errors end up in logs.
  refuse('INVALID_ADDRESS_OR_KEY', 'Invalid private key');
}

/** An item of `prevtxs`, by its outpoint. */
export function coinArgument(item: unknown): [string, Spendable] {
  const { txid, vout, scriptPubKey, amount, redeemScript, witnessScript } = (item ?? {}) as Record<
    string,
    unknown
  >;
  if (typeof vout !== 'number') refuse('TYPE_ERROR', 'Missing vout');
  const bytes = (name: string, value: unknown): Uint8Array => {
    if (typeof value === 'string' && isHex(value)) return hex.decode(value);
    refuse('INVALID_PARAMETER', `${name} must be hexadecimal string (not '${String(value)}')`);
  };
  const coin = {
    script: bytes('scriptPubKey', scriptPubKey),
    valueSats: amount === undefined ? Number.NaN : amountArgument(amount),
    ...(redeemScript !== undefined && { redeemScript: bytes('redeemScript', redeemScript) }),
    ...(witnessScript !== undefined && { witnessScript: bytes('witnessScript', witnessScript) }),
  };
  if (
    (isP2sh(coin.script) || isP2wsh(coin.script)) &&
    redeemScript === undefined &&
    witnessScript === undefined
  )
    refuse('INVALID_PARAMETER', 'Missing redeemScript/witnessScript');
  return [outpointKey({ txid: hashArgument(txid, 'txid'), vout }), coin];
}

/** The type of a name; 0 for DEFAULT. */
export function sighashArgument(name: unknown): number {
  if (name === 'DEFAULT') return 0;
  const [type] = [...SIGHASH_NAMES].find(([, known]) => known === name) ?? [];
  if (type === undefined) refuse('INVALID_PARAMETER', `'${String(name)}' is not a valid sighash parameter.`);
  return type;
}

/** Signs what it can; any other input keeps what it has. Complete: valid by the mempool's rules. */
export async function signed(
  tx: Transaction,
  keys: readonly Uint8Array[],
  spent: readonly (Spendable | undefined)[],
  sighash: number,
): Promise<Record<string, unknown>> {
  const outputs = spent.map((output) => output ?? { valueSats: 0, script: new Uint8Array() });
  const proofs = await Promise.all(
    tx.inputs.map(async (input, n) => {
      const output = spent[n];
      if (!output) return input;
      const proof = isP2tr(output.script)
        ? signTaproot(tx, n, outputs, keys, sighash)
        : await signEarlier(tx, n, output, keys, sighash || 1);
      return proof ? { ...input, ...proof } : input;
    }),
  );
  const result = { ...tx, inputs: proofs };
  const errors = proofs.flatMap((input, n) => {
    const error = spent[n] ? refusalOf(result, n, outputs) : 'Input not found or already spent';
    if (error === undefined) return [];
    const { txid, vout, witness, scriptSig, sequence } = input;
    const shown = { witness: witness.map((item) => hex.encode(item)), scriptSig: hex.encode(scriptSig) };
    return [{ txid, vout, ...shown, sequence, error }];
  });
  const complete = errors.length === 0;
  return { hex: hex.encode(serializeTransaction(result)), complete, ...(!complete && { errors }) };
}

/** Why an input is not valid, in Core's words; undefined when it is. */
function refusalOf(tx: Transaction, n: number, outputs: readonly TransactionOutput[]): string | undefined {
  if (Number.isNaN(outputs[n]!.valueSats)) return 'Missing amount';
  const failure = verifyInput(tx, n, outputs, STANDARD_FLAGS);
  if (failure?.name === 'INVALID_STACK_OPERATION')
    return 'Unable to sign input, invalid stack size (possibly missing key)';
  if (failure?.name === 'SIG_NULLFAIL')
    return 'CHECK(MULTI)SIG failing with non-zero signature (possibly need more signatures)';
  return failure?.message;
}

/** Equal calls make equal signatures, and nothing depends on the secrecy of these keys. */
const NO_RANDOMNESS = new Uint8Array(32);

type Proof = Pick<TransactionInput, 'scriptSig' | 'witness'>;

/** By the key path, with the very key in the output: as in Core, keys alone do not tell of a tweak. */
function signTaproot(
  tx: Transaction,
  n: number,
  outputs: readonly TransactionOutput[],
  keys: readonly Uint8Array[],
  sighash: number,
): Proof | undefined {
  const outputKey = outputs[n]!.script.subarray(2);
  const key = keys.find((each) => sameBytes(pointFromScalar(each, true)!.subarray(1), outputKey));
  const signature = key && keyPathSignature(tx, n, outputs, key, sighash);
  return signature && { scriptSig: new Uint8Array(), witness: [signature] };
}

/**
 * The signature of a key path, with its type behind it unless that is 0; undefined for a type that cannot be.
 */
export function keyPathSignature(
  tx: Transaction,
  n: number,
  outputs: readonly TransactionOutput[],
  secret: Uint8Array,
  sighash: number,
): Uint8Array | undefined {
  const hash = sighashTaproot(spendOf(tx, outputs), n, sighash, { annex: null, leaf: null });
  if (!hash) return undefined;
  const signature = signSchnorr(hash, secret, NO_RANDOMNESS);
  return sighash === 0 ? signature : Uint8Array.of(...signature, sighash);
}

/** By the rules before taproot: single keys, multisig, and either in P2SH, P2WSH or both. */
async function signEarlier(
  tx: Transaction,
  n: number,
  output: Spendable,
  keys: readonly Uint8Array[],
  sighash: number,
): Promise<Proof | undefined> {
  if (Number.isNaN(output.valueSats)) return undefined;
  const { Transaction: Library } = await psbtLibrary();
  const redeemScript = output.redeemScript ?? impliedScript(output.script, keys);
  const draft = new Library({ ...LENIENT, version: tx.version, lockTime: tx.lockTime });
  for (const [i, { txid, vout, sequence }] of tx.inputs.entries()) {
    const spends = i === n && {
      witnessUtxo: { script: output.script, amount: BigInt(output.valueSats) },
      sighashType: sighash,
      ...(redeemScript && { redeemScript }),
      ...(output.witnessScript && { witnessScript: output.witnessScript }),
    };
    draft.addInput({ txid, index: vout, sequence, ...spends });
  }
  for (const { script, valueSats } of tx.outputs) draft.addOutput({ script, amount: BigInt(valueSats) });
  for (const key of keys) {
    try {
      draft.signIdx(key, n, [sighash]);
    } catch {
      // a key of another input
    }
  }
  try {
    finalizeInput(draft, n);
  } catch {
    return undefined;
  }
  const { finalScriptSig: scriptSig = new Uint8Array(), finalScriptWitness: witness = [] } =
    draft.getInput(n);
  return { scriptSig, witness };
}

/** The P2WPKH script in a P2SH output, which follows from its key. */
const impliedScript = (script: Uint8Array, keys: readonly Uint8Array[]): Uint8Array | undefined =>
  isP2sh(script)
    ? keys
        .map((key) => Uint8Array.of(0, 20, ...hash160(pointFromScalar(key, true)!)))
        .find((inner) => sameBytes(hash160(inner), script.subarray(2, 22)))
    : undefined;
