import { base64, hex } from '@scure/base';
import type { Transaction as Psbt } from '@scure/btc-signer';
import { STANDARD_FLAGS } from '../script/flags.ts';
import { isP2sh, witnessProgramOf } from '../script/templates.ts';
import { verifyInput } from '../script/verify.ts';
import { byteWriter, writeBytes, writeVariableBytes, written } from '../transaction/byte-writer.ts';
import { parseTransaction } from '../transaction/parse.ts';
import { serializeTransaction } from '../transaction/serialize.ts';
import { sumSats, type Transaction, type TransactionOutput } from '../transaction/transaction.ts';
import { txidOf } from '../transaction/txid.ts';
import { refuse } from './call.ts';
import { coinAt, method, type NodeState, type RpcMethod, transactionOf } from './method.ts';
import { btc } from './parameters.ts';
import { finalizeInput, LENIENT, psbtLibrary } from './psbt-library.ts';
import { asmOf, SIGHASH_NAMES } from './script-text.ts';
import { UNSIGNED_PARAMETERS, unsignedTransaction } from './tools.ts';
import { scriptJson, transactionJson } from './transaction-json.ts';

/** `psbt`, 0xff, and the key of the unsigned transaction (BIP174). */
const PSBT_START = Uint8Array.of(0x70, 0x73, 0x62, 0x74, 0xff, 0x01, 0x00);

/** Partially signed transactions of version 0 (BIP174), the one that Core 31 has. */
export const PSBT_METHODS: Readonly<Record<string, RpcMethod>> = {
  createpsbt: method(`${UNSIGNED_PARAMETERS} psbt_version?:number`, (_, ...args) => {
    const [psbtVersion = 0] = args.splice(5);
    if (psbtVersion !== 0)
      refuse('INVALID_PARAMETER', `devnode makes PSBTs of version 0, not ${String(psbtVersion)}`);
    const tx = unsignedTransaction(...args);
    if (tx.inputs.length === 0)
      refuse('INVALID_PARAMETER', 'devnode makes no PSBT without inputs; name at least one');
    return emptyPsbt(tx);
  }),
  utxoupdatepsbt: method('psbt:string descriptors?:array', async (node, text) => {
    const { psbt, tx, spent } = await psbtArgument(text);
    for (const [n, input] of tx.inputs.entries()) {
      const coin = spent[n] ? undefined : coinAt(node, input);
      if (coin) psbt.updateInput(n, coinFields(node, input.txid, coin), true);
    }
    return base64.encode(psbt.toPSBT(0));
  }),
  decodepsbt: method('psbt:string', async (_, text) => psbtJson(await psbtArgument(text))),
  finalizepsbt: method('psbt:string extract?:boolean', async (_, text, extract = true) => {
    const { psbt, complete } = finalize(await psbtArgument(text));
    if (complete && extract) return { hex: hex.encode(psbt.extract()), complete };
    return { psbt: base64.encode(psbt.toPSBT(0)), complete };
  }),
};

/** A PSBT in base64 that has nothing but a transaction. */
export function emptyPsbt(tx: Transaction): string {
  const writer = byteWriter();
  writeBytes(writer, PSBT_START);
  writeVariableBytes(writer, serializeTransaction(tx));
  // The end of the global map, and an empty map for each input and output.
  writeBytes(writer, new Uint8Array(1 + tx.inputs.length + tx.outputs.length));
  return base64.encode(written(writer));
}

/** A PSBT, and what its inputs bring: transactions before, and the outputs spent, as far as it has them. */
export type Reading = {
  readonly psbt: Psbt;
  readonly tx: Transaction;
  readonly previous: readonly (Transaction | undefined)[];
  readonly spent: readonly (TransactionOutput | undefined)[];
};

/** Reads a PSBT in base64. Rejects with an RpcError -22. */
export async function psbtArgument(value: unknown): Promise<Reading> {
  const { Transaction: Library } = await psbtLibrary();
  try {
    const psbt = Library.fromPSBT(bytesOf(String(value)), LENIENT);
    if (psbt.opts.PSBTVersion !== 0) throw new Error('Unsupported version number');
    return await readingOf(psbt);
  } catch (error) {
    refuse('DESERIALIZATION_ERROR', `TX decode failed ${(error as Error).message}`);
  }
}

/** The same of a PSBT in memory. */
export async function readingOf(psbt: Psbt): Promise<Reading> {
  const { RawTx } = await psbtLibrary();
  const previous = inputsOf(psbt).map(
    ({ nonWitnessUtxo }) => nonWitnessUtxo && parseTransaction(RawTx.encode(nonWitnessUtxo)),
  );
  const spent = inputsOf(psbt).map((input, n) => spentBy(input, previous[n]));
  return { psbt, tx: parseTransaction(psbt.unsignedTx), previous, spent };
}

function bytesOf(text: string): Uint8Array {
  try {
    return base64.decode(text);
  } catch {
    throw new Error('invalid base64');
  }
}

const inputsOf = (psbt: Psbt) => Array.from({ length: psbt.inputsLength }, (_, i) => psbt.getInput(i));
type PsbtInput = ReturnType<Psbt['getInput']>;
type PsbtOutput = ReturnType<Psbt['getOutput']>;

/** The output that an input spends; undefined where the PSBT has none, or one of another transaction. */
function spentBy(input: PsbtInput, previous: Transaction | undefined): TransactionOutput | undefined {
  if (previous)
    return txidOf(previous) === hex.encode(input.txid!) ? previous.outputs[input.index!] : undefined;
  const { witnessUtxo } = input;
  return witnessUtxo && { script: witnessUtxo.script, valueSats: Number(witnessUtxo.amount) };
}

export const isFinal = ({ finalScriptSig, finalScriptWitness }: PsbtInput): boolean =>
  finalScriptSig !== undefined || finalScriptWitness !== undefined;

/**
 * The fields of an input that tell what it spends: the output, before taproot also the transaction before.
 */
export function coinFields(node: NodeState, txid: string, { script, valueSats }: TransactionOutput) {
  const version = witnessProgramOf(script)?.version;
  const previous = version === 1 ? undefined : transactionOf(node, txid);
  return {
    ...(previous && { nonWitnessUtxo: serializeTransaction(previous, { witness: false }) }),
    ...((version !== undefined || isP2sh(script)) && { witnessUtxo: { script, amount: BigInt(valueSats) } }),
  };
}

/** Finalizes every input whose signatures suffice by the rules of scripts, and no other. */
export function finalize({ psbt, tx, spent }: Reading): { psbt: Psbt; complete: boolean } {
  const outputs = spent.map((output) => output ?? { valueSats: 0, script: new Uint8Array() });
  let best = psbt;
  for (const [n, output] of spent.entries()) {
    if (!output || isFinal(best.getInput(n))) continue;
    const tried = best.clone();
    try {
      finalizeInput(tried, n);
    } catch {
      continue;
    }
    const { finalScriptSig: scriptSig = new Uint8Array(), finalScriptWitness: witness = [] } =
      tried.getInput(n);
    const inputs = tx.inputs.map((input, i) => (i === n ? { ...input, scriptSig, witness } : input));
    if (verifyInput({ ...tx, inputs }, n, outputs, STANDARD_FLAGS) === null) best = tried;
  }
  return { psbt: best, complete: inputsOf(best).every(isFinal) };
}

function psbtJson({ psbt, tx, previous, spent }: Reading): Record<string, unknown> {
  const paid = spent.every((output) => output !== undefined) && sumSats(spent) - sumSats(tx.outputs);
  return {
    tx: transactionJson(tx, { show: 'nothing' }, false),
    global_xpubs: [],
    psbt_version: 0,
    proprietary: [],
    unknown: {},
    inputs: inputsOf(psbt).map((input, n) => inputJson(input, previous[n])),
    outputs: tx.outputs.map((_, n) => mapJson(psbt.getOutput(n))),
    ...(paid !== false && { fee: btc(paid) }),
  };
}

function inputJson(input: PsbtInput, previous: Transaction | undefined): Record<string, unknown> {
  const { witnessUtxo, partialSig, sighashType, finalScriptSig, finalScriptWitness } = input;
  const { tapKeySig, tapScriptSig, tapLeafScript, tapMerkleRoot } = input;
  return {
    ...(witnessUtxo && {
      witness_utxo: { amount: btc(Number(witnessUtxo.amount)), scriptPubKey: scriptJson(witnessUtxo.script) },
    }),
    ...(previous && { non_witness_utxo: transactionJson(previous, { show: 'nothing' }, false) }),
    ...(partialSig && {
      partial_signatures: Object.fromEntries(
        partialSig.map(([key, signature]) => [hex.encode(key), hex.encode(signature)]),
      ),
    }),
    ...(sighashType !== undefined && { sighash: SIGHASH_NAMES.get(sighashType) ?? 'DEFAULT' }),
    ...mapJson(input),
    ...(finalScriptSig && {
      final_scriptSig: { asm: asmOf(finalScriptSig, true), hex: hex.encode(finalScriptSig) },
    }),
    ...(finalScriptWitness && { final_scriptwitness: finalScriptWitness.map((item) => hex.encode(item)) }),
    ...(tapKeySig && { taproot_key_path_sig: hex.encode(tapKeySig) }),
    ...(tapScriptSig && {
      taproot_script_path_sigs: tapScriptSig.map(([{ pubKey, leafHash }, signature]) => ({
        pubkey: hex.encode(pubKey),
        leaf_hash: hex.encode(leafHash),
        sig: hex.encode(signature),
      })),
    }),
    ...(tapLeafScript && {
      taproot_scripts: tapLeafScript.map(([{ version, internalKey, merklePath }, script]) => ({
        script: hex.encode(script.subarray(0, -1)),
        leaf_ver: script.at(-1),
        control_blocks: [
          hex.encode(Uint8Array.of(version, ...internalKey, ...merklePath.flatMap((hash) => [...hash]))),
        ],
      })),
    }),
    ...(tapMerkleRoot && { taproot_merkle_root: hex.encode(tapMerkleRoot) }),
  };
}

/** What maps of inputs and of outputs have in common. */
function mapJson(map: PsbtInput | PsbtOutput): Record<string, unknown> {
  const { redeemScript, witnessScript, bip32Derivation, tapInternalKey, tapBip32Derivation, unknown } = map;
  return {
    ...(redeemScript && { redeem_script: innerScriptJson(redeemScript) }),
    ...(witnessScript && { witness_script: innerScriptJson(witnessScript) }),
    ...(bip32Derivation && {
      bip32_derivs: bip32Derivation.map(([key, origin]) => ({
        pubkey: hex.encode(key),
        ...originJson(origin),
      })),
    }),
    ...(tapInternalKey && { taproot_internal_key: hex.encode(tapInternalKey) }),
    ...(tapBip32Derivation && {
      taproot_bip32_derivs: tapBip32Derivation.map(([key, { der, hashes }]) => ({
        pubkey: hex.encode(key),
        ...originJson(der),
        leaf_hashes: hashes.map((hash) => hex.encode(hash)),
      })),
    }),
    ...(unknown && {
      unknown: Object.fromEntries(
        unknown.map(([{ type, key }, value]) => [
          hex.encode(Uint8Array.of(Number(type), ...key)),
          hex.encode(value),
        ]),
      ),
    }),
  };
}

function innerScriptJson(script: Uint8Array): Record<string, unknown> {
  const { asm, hex: text, type } = scriptJson(script);
  return { asm, hex: text, type };
}

const HARDENED = 0x80000000;

const originJson = ({ fingerprint, path }: { fingerprint: number; path: readonly number[] }) => ({
  master_fingerprint: fingerprint.toString(16).padStart(8, '0'),
  path: ['m', ...path.map((step) => (step >= HARDENED ? `${step - HARDENED}h` : `${step}`))].join('/'),
});
