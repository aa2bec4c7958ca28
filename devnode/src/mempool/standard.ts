import type { Coin } from '../chain/coins.ts';
import { isPushOnly, operationAt } from '../script/script-bytes.ts';
import { countSigops } from '../script/sigops.ts';
import { ANNEX_TAG, leafVersionOf, TAPSCRIPT_LEAF_VERSION } from '../script/taproot.ts';
import { bareMultisigOf, isP2a, isP2sh, outputTypeOf, witnessProgramOf } from '../script/templates.ts';
import type { Transaction, TransactionInput } from '../transaction/transaction.ts';
import { weightOf } from '../transaction/txid.ts';
import { dustOutputs } from './dust.ts';
import type { PolicySettings } from './settings.ts';

const MAX_VERSION = 3;
const MAX_WEIGHT = 400_000;
/** A 15-of-15 P2SH multisig with compressed keys, and a little more. */
const MAX_SCRIPT_SIG_BYTES = 1650;
const MAX_DUST_OUTPUTS = 1;
const MAX_P2SH_SIGOPS = 15;
/** BIP54; Bitcoin Core 30 and later do not relay more. */
const MAX_LEGACY_SIGOPS = 2_500;
const MAX_BARE_MULTISIG_KEYS = 3;
const MAX_P2WSH_SCRIPT_BYTES = 3600;
const MAX_P2WSH_ELEMENTS = 100;
const MAX_STACK_ELEMENT_BYTES = 80;

/** Why a transaction's form is not relayed, by Core's reason (IsStandardTx); undefined when it is. */
export function nonstandardReason(tx: Transaction, policy: PolicySettings): string | undefined {
  if (tx.version < 1 || tx.version > MAX_VERSION) return 'version';
  if (weightOf(tx) > MAX_WEIGHT) return 'tx-size';
  for (const input of tx.inputs) {
    if (input.scriptSig.length > MAX_SCRIPT_SIG_BYTES) return 'scriptsig-size';
    if (!isPushOnly(input.scriptSig)) return 'scriptsig-not-pushonly';
  }
  const core = policy.follows === 'core';
  let dataCarriers = 0;
  let dataCarrierBytes = 0;
  for (const output of tx.outputs) {
    const type = outputTypeOf(output.script);
    if (!isStandardOutput(output.script, type, policy)) return 'scriptpubkey';
    if (type === 'nulldata') {
      dataCarriers += 1;
      dataCarrierBytes += output.script.length;
      if (core && dataCarrierBytes > policy.dataCarrierBytes) return 'datacarrier';
    }
    if (type === 'multisig' && !policy.permitBareMultisig) return 'bare-multisig';
  }
  if (dustOutputs(tx, policy.dustRelayFee).length > MAX_DUST_OUTPUTS) return 'dust';
  return !core && dataCarriers > 1 ? 'multi-op-return' : undefined;
}

function isStandardOutput(
  script: Uint8Array,
  type: ReturnType<typeof outputTypeOf>,
  policy: PolicySettings,
): boolean {
  if (type === 'nonstandard') return false;
  if (type === 'multisig') return bareMultisigOf(script)!.keys <= MAX_BARE_MULTISIG_KEYS;
  // Core counts the data carriers of a transaction together and gives a reason of its own.
  return type !== 'nulldata' || policy.follows === 'core' || script.length <= policy.dataCarrierBytes;
}

/** True when every spent output is of a form nodes relay spends of (Core's ValidateInputsStandardness). */
export function areInputsStandard(tx: Transaction, coins: readonly Coin[], policy: PolicySettings): boolean {
  if (policy.follows === 'core' && executedSigops(tx, coins) > MAX_LEGACY_SIGOPS) return false;
  return coins.every((coin, index) => {
    const type = outputTypeOf(coin.script);
    if (type === 'nonstandard' || type === 'witness_unknown') return false;
    if (type !== 'scripthash') return true;
    const redeemScript = redeemScriptOf(tx.inputs[index]!.scriptSig);
    return redeemScript !== undefined && countSigops(redeemScript, true) <= MAX_P2SH_SIGOPS;
  });
}

/** Signature operations outside witnesses, counted where they run (BIP54). */
function executedSigops(tx: Transaction, coins: readonly Coin[]): number {
  let count = 0;
  for (const [index, { scriptSig }] of tx.inputs.entries()) {
    const { script } = coins[index]!;
    const redeemScript = isP2sh(script) ? (redeemScriptOf(scriptSig) ?? new Uint8Array()) : script;
    count += countSigops(scriptSig, true) + countSigops(redeemScript, true);
  }
  return count;
}

/** Returns true when every witness has a size and a form that nodes relay (Core's IsWitnessStandard). */
export function isWitnessStandard(tx: Transaction, coins: readonly Coin[]): boolean {
  return tx.inputs.every(
    (input, index) => input.witness.length === 0 || isInputWitnessStandard(input, coins[index]!.script),
  );
}

function isInputWitnessStandard(input: TransactionInput, coinScript: Uint8Array): boolean {
  if (isP2a(coinScript)) return false;
  const wrapped = isP2sh(coinScript);
  const script = wrapped ? redeemScriptOf(input.scriptSig) : coinScript;
  const program = script && witnessProgramOf(script);
  if (!program) return false;
  if (program.version === 0 && program.program.length === 32) return isP2wshWitnessStandard(input.witness);
  if (program.version === 1 && program.program.length === 32 && !wrapped)
    return isTaprootWitnessStandard(input.witness);
  return true;
}

function isP2wshWitnessStandard(witness: readonly Uint8Array[]): boolean {
  const elements = witness.slice(0, -1);
  return (
    witness.at(-1)!.length <= MAX_P2WSH_SCRIPT_BYTES &&
    elements.length <= MAX_P2WSH_ELEMENTS &&
    elements.every((element) => element.length <= MAX_STACK_ELEMENT_BYTES)
  );
}

function isTaprootWitnessStandard(witness: readonly Uint8Array[]): boolean {
  if (witness.length >= 2 && witness.at(-1)![0] === ANNEX_TAG) return false;
  if (witness.length < 2) return true;
  const control = witness.at(-1)!;
  if (control.length === 0) return false;
  if (leafVersionOf(control) !== TAPSCRIPT_LEAF_VERSION) return true;
  return witness.slice(0, -2).every((element) => element.length <= MAX_STACK_ELEMENT_BYTES);
}

/** What a P2SH spend runs: the last push of its scriptSig; undefined when there is none. */
function redeemScriptOf(scriptSig: Uint8Array): Uint8Array | undefined {
  if (!isPushOnly(scriptSig)) return undefined;
  let last: Uint8Array | undefined;
  for (let at = 0; at < scriptSig.length; ) {
    const operation = operationAt(scriptSig, at)!;
    last = operation.data;
    at = operation.next;
  }
  return last;
}
