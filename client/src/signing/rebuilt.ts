/**
 * What is signed is built here, from the tables of `@ordbook/protocol` and from what the user knows. The
 * service's PSBT is only compared with it, and never reaches the wallet.
 */

import { type Layout, layoutTxid, type Pay, pay } from '@ordbook/protocol/layout/layout';
import { spentTwice } from '@ordbook/protocol/layout/rules';
import type { Party } from '@ordbook/protocol/locks/spending';
import { outpointText } from '@ordbook/protocol/outpoint';
import { psbtStep } from '@ordbook/protocol/psbt/step';
import { hex } from '@scure/base';
import { ownScripts } from '../wallet/network.ts';
import type { InputToSign, SigningRequest, WalletIdentity } from '../wallet/wallet.ts';
import { type Psbt, type PsbtInput, type PsbtOutput, readPsbt } from './psbt.ts';
import { demand, UnsafePsbt } from './unsafe-psbt.ts';

/** A step that was built here, as the API takes it back. */
export interface OwnStep {
  /** Position among the steps of its request. */
  readonly stepIndex: number;
  readonly signerAddress: string;
  readonly inputsToSign: {
    address: string;
    publicKey?: string;
    disableTweakSigner?: boolean;
    signingIndexes: number[];
    sigHash?: number;
  }[];
  readonly psbtBase64: string;
}

/** A step that was built here, its transaction, and who we are in it. */
export interface BuiltStep {
  /** Names the transaction, such as `the transfer of <inscriptionId>`. */
  readonly what: string;
  readonly step: OwnStep;
  /** The transaction, from which the PSBT was made. */
  readonly table: Layout;
  /** Whose part of it this wallet signs. */
  readonly party: Party;
}

/** The transaction that we are willing to sign, and who we are in it. */
export interface Willing {
  /** Names the transaction in refusals, such as `the transfer`. */
  readonly what: string;
  readonly table: Layout;
  readonly party: Party;
  readonly stepIndex: number;
  /** A seller signs with the ordinals address, a buyer with the payment address. */
  readonly wallet: WalletIdentity;
  /** Its txid, as the service announced it. */
  readonly txid?: string | null;
}

/**
 * Our own step, to be signed instead of the service's, `given`. Throws `UnsafePsbt` with the first difference
 * unless the service's step is the same transaction, signed in the same way.
 */
export function rebuiltStep(given: SigningRequest, willing: Willing): BuiltStep {
  const { what, table, party, stepIndex, wallet, txid = layoutTxid(table) } = willing;
  const twice = spentTwice(table);
  demand(twice === null, () => `${what} spends ${twice} twice`);
  checkOwnCoins(what, table, party, wallet);
  const psbt = readPsbt(given.psbtBase64);
  compareTransactions(what, psbt, table);
  demand(layoutTxid(table) === txid, () => {
    return `${what} is ${layoutTxid(table)}, but the service announced ${txid}`;
  });
  const address = party === 'buyer' ? wallet.paymentAddress : wallet.ordinalsAddress;
  const own = psbtStep(table, party, stepIndex, address);
  const [asked, wanted] = [given.inputsToSign, own.inputsToSign].map((entries) => described(entries, table));
  demand(asked === wanted, () => `${what} asks for the signatures ${asked}, not ${wanted}`);
  checkFields(what, psbt, readPsbt(own.psbtBase64));
  demand(psbt.txid === layoutTxid(table), () => {
    return `${what} is ${psbt.txid}, but the same inputs and outputs give ${layoutTxid(table)}`;
  });
  const inputsToSign = own.inputsToSign.map((entry) => ({
    ...entry,
    signingIndexes: [...entry.signingIndexes],
  }));
  return { what, step: { ...own, inputsToSign }, table, party };
}

/** Throws when a coin of ours is spent that we do not sign here: an earlier signature would be used. */
function checkOwnCoins(what: string, { inputs }: Layout, party: Party, wallet: WalletIdentity): void {
  const signed = inputs.filter(({ signs }) => signs[party] !== undefined);
  const ours = [...ownScripts(wallet), ...signed.map(({ lock }) => lock.script)];
  const other = inputs.find(({ lock, signs }) => signs[party] === undefined && ours.includes(lock.script));
  demand(other === undefined, () => {
    return `${what} also spends ${outpointText(other!.coin)}, a coin of ours, as the ${other!.name}`;
  });
}

function compareTransactions(what: string, psbt: Psbt, table: Layout): void {
  const { version, lockTime } = psbt.transaction;
  demand(version === table.version && lockTime === 0, () => {
    return `${what} has version ${version} and lock time ${lockTime}, not ${table.version} and 0`;
  });
  demand(psbt.inputs.length === table.inputs.length, () => {
    return `${what} spends ${psbt.inputs.length} coins, not ${table.inputs.length}`;
  });
  for (const [index, wanted] of table.inputs.entries()) {
    const { txid, vout, valueSats, script, fields } = psbt.inputs[index]!;
    const seen = `${txid}:${vout} with ${valueSats} sats of ${hex.encode(script)}`;
    const { coin, lock, name, sequence } = wanted;
    const expected = `${coin.txid}:${coin.vout} with ${coin.valueSats} sats of ${lock.script}`;
    demand(seen === expected, () => `input ${index} of ${what} is ${seen}, not the ${name} ${expected}`);
    demand((fields.sequence ?? 0xffffffff) === sequence, () => {
      return `input ${index} of ${what} has sequence ${fields.sequence}, not ${sequence}`;
    });
  }
  demand(psbt.outputs.length === table.outputs.length, () => {
    return `${what} has ${psbt.outputs.length} outputs, not ${table.outputs.length}`;
  });
  for (const [index, { name, valueSats, script }] of table.outputs.entries()) {
    const output = psbt.outputs[index]!;
    const seen = `${output.valueSats} sats to ${hex.encode(output.script)}`;
    demand(seen === `${valueSats} sats to ${script}`, () => {
      return `output ${index} of ${what} pays ${seen}, not ${valueSats} sats to ${script} (${name})`;
    });
  }
}

/** Throws unless the inputs that we sign say nothing about signing but what ours say. */
function checkFields(what: string, psbt: Psbt, own: Psbt): void {
  for (const [index, { fields }] of own.inputs.entries()) {
    const { sighashType: given } = psbt.inputs[index]!.fields;
    demand(given === undefined || given === (fields.sighashType ?? 0), () => {
      return `input ${index} of ${what} has sighash ${given} in the PSBT, not ${fields.sighashType ?? 0}`;
    });
  }
}

/** The same text for entries that ask for the same. */
function described(entries: readonly InputToSign[], { inputs }: Layout): string {
  const texts = entries.flatMap(
    ({ address, publicKey, disableTweakSigner = false, signingIndexes, sigHash }) =>
      signingIndexes.map((index) => {
        const type = inputs[index]?.lock.type;
        // ECDSA has no DEFAULT: wallets read 0 as ALL
        const own = type === 'p2tr' || type === 'leaf' ? 0 : 1;
        const by = disableTweakSigner ? `${address} with the key ${publicKey?.slice(-64)}` : address;
        return `${sigHash === undefined || sigHash === 0 ? own : sigHash} of input ${index} by ${by}`;
      }),
  );
  return texts.sort().join(', ');
}

/** The outputs from index `from` on, paid to the scripts that the PSBT shows. The caller adds them up. */
export function paysSeen({ outputs }: Psbt, from: number, to?: number): Pay[] {
  return outputs.slice(from, to).map(({ valueSats, script }, index) => {
    return pay(`payment ${index + 1}`, valueSats, hex.encode(script));
  });
}

/** A coin that the PSBT shows. Throws `UnsafePsbt` when it has none at this index. */
export function inputSeen(what: string, { inputs }: Psbt, index: number): PsbtInput {
  const input = inputs[index];
  demand(input !== undefined, () => `${what} has ${inputs.length} inputs, too few`);
  return input;
}

/** As `inputSeen`, of an output. */
export function outputSeen(what: string, { outputs }: Psbt, index: number): PsbtOutput {
  const output = outputs[index];
  demand(output !== undefined, () => `${what} has ${outputs.length} outputs, too few`);
  return output;
}

/** The steps of a response, if they are as many as they have to be. */
export function stepsOf<Step>(what: string, steps: readonly Step[], count: number): readonly Step[] {
  demand(steps.length === count, () => `${what} has ${steps.length} steps instead of ${count}`);
  return steps;
}

/**
 * The result of `build`. What it throws of a layout that breaks a rule of the protocol becomes an
 * `UnsafePsbt`: the service asked for something that we would never build.
 */
export function rebuild<T>(what: string, build: () => T): T {
  try {
    return build();
  } catch (error) {
    if (error instanceof UnsafePsbt) throw error;
    throw new UnsafePsbt(`${what} cannot be built: ${error instanceof Error ? error.message : error}`);
  }
}
