import { hex } from '@scure/base';
import { outpointKey } from '../chain/coins.ts';
import { refuse } from '../rpc/call.ts';
import { coinAt, type NodeState } from '../rpc/method.ts';
import { coinFields, finalize, isFinal, psbtArgument, type Reading, readingOf } from '../rpc/psbt.ts';
import { keyPathSignature, type Spendable, signed } from '../rpc/signing.ts';
import { keyPathSecret } from '../script/taproot.ts';
import { witnessProgramOf } from '../script/templates.ts';
import type { Transaction, TransactionOutput } from '../transaction/transaction.ts';
import { type OpenWallet, type Owned, ownerOf } from './wallet.ts';

/** The secret that signs for an output; undefined where the wallet has the public key alone. */
function secretOf({ descriptor, output }: Owned): Uint8Array | undefined {
  const secret = output.key?.secret;
  return secret && descriptor.kind === 'tr' ? keyPathSecret(secret) : secret;
}

/**
 * Signs the inputs of a raw transaction that are the wallet's. Returns what signrawtransactionwithkey does.
 */
export async function signTransaction(
  open: OpenWallet,
  tx: Transaction,
  prevouts: ReadonlyMap<string, Spendable>,
  sighash: number,
): Promise<{ hex: string; complete: boolean }> {
  const spent = tx.inputs.map((input): Spendable | undefined => {
    const coin = prevouts.get(outpointKey(input)) ?? coinAt(open.node, input);
    const redeemScript = coin && ownerOf(open, coin.script)?.output.redeemScript;
    return redeemScript ? { ...coin, redeemScript } : coin;
  });
  const owners = spent.flatMap((coin) => (coin && ownerOf(open, coin.script)) ?? []);
  const keys = owners.flatMap((owned) => secretOf(owned) ?? []);
  return (await signed(tx, keys, spent, sighash)) as { hex: string; complete: boolean };
}

export type Processing = {
  readonly sign: boolean;
  readonly finalize: boolean;
  /** Undefined: as each input says. */
  readonly sighash: number | undefined;
  readonly paths: boolean;
};

/**
 * What a wallet adds to a PSBT: coins, scripts, paths of keys and signatures. `hex` is there when it is
 * complete.
 */
export async function processPsbt(
  open: OpenWallet,
  text: unknown,
  { sign, finalize: finish, sighash, paths }: Processing,
): Promise<{ psbt: string; complete: boolean; hex?: string }> {
  const first = await psbtArgument(text);
  const { psbt, tx } = first;
  const spent = first.spent.map((output, n) => output ?? coinAt(open.node, tx.inputs[n]!));
  const owners = spent.map((output) => output && ownerOf(open, output.script));
  for (const [n, owned] of owners.entries())
    if (owned && !isFinal(psbt.getInput(n)))
      describeInput(open.node, first, n, { output: spent[n]!, owned, paths });
  for (const [n, { script }] of tx.outputs.entries()) {
    const owned = paths ? ownerOf(open, script) : undefined;
    if (owned) psbt.updateOutput(n, keyFields(owned), true);
  }
  if (sign)
    for (const [n, owned] of owners.entries()) {
      const secret = owned && !isFinal(psbt.getInput(n)) ? secretOf(owned) : undefined;
      if (secret) signInput(first, n, spent, secret, sighash);
    }
  const last = await readingOf(psbt);
  const { psbt: made, complete } = finish ? finalize(last) : { psbt, complete: false };
  return {
    psbt: Buffer.from(made.toPSBT(0)).toString('base64'),
    complete,
    ...(complete && { hex: hex.encode(made.extract()) }),
  };
}

/** The fields of a PSBT that tell whose key it is. */
function keyFields({ descriptor, output }: Owned) {
  const { key, redeemScript } = output;
  if (!key || descriptor.kind === 'rawtr') return {};
  const der = { fingerprint: key.origin.fingerprint, path: [...key.origin.path] };
  if (descriptor.kind !== 'tr')
    return {
      ...(redeemScript && { redeemScript }),
      bip32Derivation: [[key.publicKey, der]] as [Uint8Array, typeof der][],
    };
  const tapInternalKey = key.publicKey.subarray(1);
  return {
    tapInternalKey,
    tapBip32Derivation: [[tapInternalKey, { hashes: [], der }]] as [
      Uint8Array,
      { hashes: Uint8Array[]; der: typeof der },
    ][],
  };
}

type Described = { readonly output: TransactionOutput; readonly owned: Owned; readonly paths: boolean };

function describeInput(
  node: NodeState,
  { psbt, tx }: Reading,
  n: number,
  { output, owned, paths }: Described,
): void {
  const { redeemScript } = owned.output;
  psbt.updateInput(
    n,
    {
      ...(paths ? keyFields(owned) : redeemScript && { redeemScript }),
      ...coinFields(node, tx.inputs[n]!.txid, output),
    },
    true,
  );
}

function signInput(
  { psbt, tx }: Reading,
  n: number,
  spent: readonly (TransactionOutput | undefined)[],
  secret: Uint8Array,
  asked: number | undefined,
): void {
  const { sighashType } = psbt.getInput(n);
  if (asked !== undefined && sighashType !== undefined && asked !== sighashType)
    refuse('DESERIALIZATION_ERROR', 'Specified sighash value does not match value stored in PSBT');
  const output = spent[n]!;
  const taproot = witnessProgramOf(output.script)?.version === 1;
  const type = asked ?? sighashType ?? 0;
  if (type !== 0 && !(type === 1 && !taproot)) psbt.updateInput(n, { sighashType: type }, true);
  if (!taproot) {
    psbt.signIdx(secret, n, [type || 1]);
    return;
  }
  if (!spent.every((each) => each !== undefined)) return;
  const signature = keyPathSignature(tx, n, spent, secret, type);
  if (signature) psbt.updateInput(n, { tapKeySig: signature }, true);
}
