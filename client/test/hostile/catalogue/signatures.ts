/** Attacks on what a signature is good for: sighashes, leaves, own passthroughs, versions, locks. */
import { hex } from '@scure/base';
import { passthrough, STRANGER_KEY } from '../../honest.ts';
import { type Attack, ownPassthrough, type Scene, THIEF } from '../attack.ts';
import { FLOW_KINDS } from '../flows.ts';
import { addInput, addOutput, type Json } from '../lie.ts';

const ALL_FLOWS = FLOW_KINDS.filter((kind) => kind !== 'sign-in');
const LEAF_STEPS = ['list', 'counter'] as const;

/** Asks for this sighash in every entry, and in the PSBTs as well. */
function askFor({ psbts }: Scene, sigHash: number | undefined, inPsbt?: number): void {
  for (const { holders, psbt } of psbts) {
    for (const entry of holders.flatMap(({ inputsToSign }) => inputsToSign)) {
      if (sigHash === undefined) delete entry.sigHash;
      else entry.sigHash = sigHash;
      for (const index of entry.signingIndexes)
        if (inPsbt !== undefined) psbt.inputs[index]!.sighashType = inPsbt;
    }
  }
}

const WEAKER = {
  NONE: 2,
  SINGLE: 3,
  'ALL|ANYONECANPAY': 0x81,
  'NONE|ANYONECANPAY': 0x82,
  'SINGLE|ANYONECANPAY': 0x83,
};

const SIGHASHES: readonly Attack[] = Object.entries(WEAKER).flatMap(([name, sigHash]): Attack[] => [
  {
    finding: 1,
    name: `every signature is asked for with ${name}`,
    on: ALL_FLOWS,
    refusal: /asks for the signatures|sigHash/,
    change: (scene) => askFor(scene, sigHash, sigHash),
  },
  {
    finding: 13,
    name: `${name} in the PSBT alone`,
    mayBeIgnored: true,
    on: ALL_FLOWS,
    refusal: /has sighash \d+ in the PSBT|and sighash \d+, not/,
    change: (scene) => askFor(scene, undefined, sigHash),
  },
]);

/** Our open listing's passthrough among the inputs, at every index. */
const OWN_LEGS: readonly Attack[] = [0, 1, 2, 3, 4].map((at) => ({
  finding: 5,
  name: `the passthrough of an own listing is input ${at}`,
  on: ALL_FLOWS,
  refusal: /./,
  change: (scene: Scene) => {
    const { psbt, holders } = scene.psbts.at(-1)!;
    if (psbt.inputs.length < at) return false;
    addInput(psbt, at, ownPassthrough(scene));
    for (const entry of holders.flatMap(({ inputsToSign }) => inputsToSign))
      entry.signingIndexes = entry.signingIndexes.map((index: number) => (index >= at ? index + 1 : index));
    return true;
  },
}));

const ON_EVERY_FLOW: readonly Attack[] = [
  {
    finding: 5,
    name: 'the passthrough of an own listing pays for an offer that the user accepts',
    on: ['accept'],
    refusal: /passthrough|coin of ours/,
    change: (scene) => addInput(scene.psbts[0]!.psbt, 1, ownPassthrough(scene)),
  },
  {
    finding: 5,
    name: 'the passthrough of an own listing pays beside the change',
    on: ['buy'],
    refusal: /third party|inputs|spends \d+ coins/,
    change: (scene) => {
      const { psbt } = scene.psbts[0]!;
      const change = psbt.global.unsignedTx.outputs.length - 1;
      while (psbt.inputs.length <= change) addInput(psbt, psbt.inputs.length, ownPassthrough(scene, 1_000));
    },
  },
  {
    finding: 5,
    name: 'settlement and recovery do not name their passthrough',
    on: ['counter'],
    refusal: /outputs|output \d+ of the settlement pays/,
    change: ({ psbts }) => {
      for (const { psbt } of psbts.slice(1)) {
        psbt.global.unsignedTx.outputs.pop();
        psbt.outputs.pop();
      }
    },
  },
  {
    finding: 5,
    name: 'the settlement names another passthrough',
    on: ['counter'],
    refusal: /output \d+ of the settlement pays/,
    change: ({ psbts }) => {
      psbts[1]!.psbt.global.unsignedTx.outputs.at(-1)!.script = hex.decode(`6a20${'ab'.repeat(32)}`);
    },
  },
  {
    finding: 16,
    name: 'a lock time of years',
    on: ALL_FLOWS,
    refusal: /lock time/,
    change: ({ psbts }) => {
      psbts.at(-1)!.psbt.global.unsignedTx.lockTime = 4_000_000_000;
    },
  },
  ...[0, 1, 2, 3, 4].map(
    (version): Attack => ({
      finding: 16,
      name: `version ${version}`,
      on: ALL_FLOWS,
      refusal: /version/,
      change: ({ psbts }) => {
        const { unsignedTx } = psbts.at(-1)!.psbt.global;
        if (unsignedTx.version === version) return false;
        unsignedTx.version = version;
        return true;
      },
    }),
  ),
  ...[0, 65_535, 0x0040ffff, 0xfffffffe, 0xffffffff].map(
    (sequence): Attack => ({
      finding: 16,
      name: `sequence ${sequence} of the first input`,
      on: ALL_FLOWS,
      refusal: /sequence/,
      change: ({ psbts }) => {
        psbts.at(-1)!.psbt.global.unsignedTx.inputs[0]!.sequence = sequence;
      },
    }),
  ),
  {
    finding: 16,
    name: 'a relative lock of a year on the admission coin',
    on: ['fill'],
    refusal: /sequence/,
    change: ({ psbts }) => {
      psbts[0]!.psbt.global.unsignedTx.inputs[2]!.sequence = 52_560;
    },
  },
  {
    finding: null,
    name: 'one more input is to be signed',
    on: ALL_FLOWS,
    refusal: /asks for the signatures/,
    change: ({ psbts }) => {
      const { holders, psbt } = psbts.at(-1)!;
      for (const { inputsToSign } of holders) inputsToSign[0].signingIndexes.push(psbt.inputs.length);
    },
  },
  {
    finding: null,
    name: 'one input is signed twice, by an entry of its own',
    on: ALL_FLOWS,
    refusal: /asks for the signatures/,
    change: ({ psbts }) => {
      for (const { inputsToSign } of psbts.at(-1)!.holders)
        inputsToSign.push(structuredClone(inputsToSign[0]));
    },
  },
  {
    finding: null,
    name: 'the other address is to sign',
    on: ALL_FLOWS,
    refusal: /asks for the signatures/,
    change: ({ psbts, wallet }) => {
      const { paymentAddress, ordinalsAddress } = wallet;
      if (paymentAddress === ordinalsAddress) return false;
      const signer = psbts.at(-1)!.holder.inputsToSign[0].address;
      for (const { inputsToSign } of psbts.at(-1)!.holders)
        inputsToSign[0].address = signer === paymentAddress ? ordinalsAddress : paymentAddress;
      return true;
    },
  },
  {
    finding: null,
    name: 'the key path of a passthrough instead of its leaf',
    on: LEAF_STEPS,
    refusal: /asks for the signatures/,
    change: ({ psbts }) => {
      for (const { inputsToSign } of psbts[1]!.holders)
        for (const entry of inputsToSign) delete entry.disableTweakSigner;
    },
  },
  {
    finding: null,
    name: 'an untweaked signature where there is no leaf',
    on: ['buy', 'offer', 'accept', 'counter-accept', 'collection-offer', 'fill', 'take-back'],
    refusal: /asks for the signatures/,
    change: ({ psbts }) => {
      for (const { inputsToSign } of psbts[0]!.holders)
        for (const entry of inputsToSign) entry.disableTweakSigner = true;
    },
  },
  {
    finding: 9,
    name: 'the market key of the passthrough is a thief\u2019s',
    on: LEAF_STEPS,
    refusal: /market|passthrough|leaf/i,
    change: ({ psbts, wallet, body }) => {
      const sellerKey = wallet.ordinalsPublicKey.slice(-64);
      const { script, tapLeafScript } = passthrough(sellerKey, STRANGER_KEY);
      const count = body.listings?.length ?? 1;
      for (const [index, { psbt }] of psbts.entries()) {
        const isTransfer = body.listings ? index % 2 === 0 && index < 2 * count : index === 0;
        if (isTransfer) {
          psbt.global.unsignedTx.outputs[0]!.script = script;
          continue;
        }
        for (const input of psbt.inputs) {
          if (!input.tapLeafScript) continue;
          input.tapLeafScript = tapLeafScript as Json;
          input.witnessUtxo!.script = script;
        }
      }
    },
  },
  {
    finding: null,
    name: 'the internal key of the passthrough is a thief\u2019s',
    on: LEAF_STEPS,
    refusal: /passthrough|key|leaf/i,
    change: ({ psbts, wallet }) => {
      const sellerKey = wallet.ordinalsPublicKey.slice(-64);
      const { script } = passthrough(sellerKey, undefined, STRANGER_KEY);
      psbts[0]!.psbt.global.unsignedTx.outputs[0]!.script = script;
    },
  },
  {
    finding: null,
    name: 'an output for a thief is added',
    on: ALL_FLOWS,
    refusal: /./,
    change: ({ psbts }) => {
      const { psbt } = psbts.at(-1)!;
      addOutput(psbt, psbt.outputs.length, 1_000, THIEF.script);
    },
  },
  {
    finding: null,
    name: 'the preflight of another flow of the same user, played again',
    on: ALL_FLOWS,
    refusal: /./,
    change: ({ exchanges, others }) => {
      const [other] = others;
      if (!other) return false;
      for (const [index, exchange] of exchanges.entries())
        exchanges[index] = { ...exchange, body: structuredClone(other.exchanges[index]!.body) };
      return true;
    },
  },
];

export const ON_SIGNATURES: readonly Attack[] = [...SIGHASHES, ...OWN_LEGS, ...ON_EVERY_FLOW];
