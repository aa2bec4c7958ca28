/**
 * What a seller's wallet verifies before it signs a take-back. Pure: depends only on the response of the
 * service and what the seller wants.
 *
 * - Input 0 is a passthrough of ours, and no other input is a coin of ours.
 * - Output 0 moves all of its sats, and no others, to our ordinals address.
 * - Only one signature is requested: on input 0, by our key, DEFAULT, so that it is valid for this
 *   transaction only.
 */
import { bip86Script } from '@ordbook/protocol/bitcoin/keys';
import { type Layout, layout, pay, row, spend } from '@ordbook/protocol/layout/layout';
import { seenLock } from '@ordbook/protocol/locks/seen';
import { hex } from '@scure/base';
import { equalBytes } from '@scure/btc-signer/utils.js';
import type { Answer } from '../operation.ts';
import { checkAsked, type WalletIdentity } from '../signing/asked.ts';
import { checkLocation, type Location } from '../signing/location.ts';
import { coinOf, type Psbt, type PsbtInput, readPsbt } from '../signing/psbt.ts';
import { type BuiltStep, paysSeen, rebuild, rebuiltStep } from '../signing/rebuilt.ts';
import { outputFilledBy, sumOf } from '../signing/sat-flow.ts';
import { taprootScript } from '../signing/taproot.ts';
import { demand } from '../signing/unsafe-psbt.ts';
import { scriptOf } from '../wallet/network.ts';
import type { OwnPassthrough } from '../wallet/wallet.ts';
import { passthroughRoot } from './check-passthrough.ts';

export type TakeBackPreflight = Answer<'/collection/{slug}/listings/{listingId}/take-back/preflight'>;

export interface TakeBackTerms {
  readonly wallet: WalletIdentity;
  readonly listingId: string;
  /** If given, this must be the inscription that comes back. */
  readonly inscriptionId?: string;
  /**
   * Outpoint of the inscription, from your own index: output 0 of the listing's transfer. Without it the
   * service is trusted.
   */
  readonly location?: Location;
  /** x-only hex. If given, the passthrough must use this market key. */
  readonly marketPublicKey?: string;
}

/** What a take-back does, as verified. */
export interface CheckedTakeBack {
  readonly inscriptionId: string;
  /** The passthrough that the wallet may sign by key path. */
  readonly passthrough: OwnPassthrough;
  /** Sats that come back to our ordinals address. */
  readonly valueSats: number;
  /** What to sign, built here. */
  readonly step: BuiltStep;
}

/** Throws `UnsafePsbt` with the first thing that is wrong. */
export function checkTakeBack(preflight: TakeBackPreflight, terms: TakeBackTerms): CheckedTakeBack {
  const { wallet, location } = terms;
  const { listingId, inscriptionId, steps, expectedTxid } = preflight;
  demand(listingId === terms.listingId && inscriptionId === (terms.inscriptionId ?? inscriptionId), () => {
    return `the service built a take-back of ${inscriptionId} from listing ${listingId}`;
  });
  const [step] = steps;
  demand(
    step !== undefined && steps.length === 1,
    () => `the service returned ${steps.length} steps instead of one`,
  );
  const psbt = readPsbt(step.psbtBase64);
  demand(
    psbt.txid === expectedTxid,
    () => `the take-back is ${psbt.txid}, but the service announced ${expectedTxid}`,
  );
  checkAsked('the take-back', step, {
    address: wallet.ordinalsAddress,
    indexes: [0],
    sigHashes: [0, null],
    leafKey: null,
  });
  const own = wallet.ordinalsPublicKey.slice(-64);
  for (const { publicKey } of step.inputsToSign)
    demand(publicKey === undefined || publicKey.slice(-64) === own, () => {
      return `the take-back asks for a signature by ${publicKey}, not by ${own}`;
    });
  checkTimeless(psbt);
  const input = psbt.inputs[0]!;
  checkLocation('the take-back', input, location);
  const merkleRoot = checkOwnPassthrough(input, own, terms.marketPublicKey);
  checkOthers(psbt, wallet);
  const back = psbt.outputs[0];
  const home = scriptOf(wallet.ordinalsAddress, wallet.network);
  demand(outputFilledBy(psbt, 0) === 0, () => {
    return `the take-back spends ${input.valueSats} sats but returns ${back?.valueSats}`;
  });
  demand(equalBytes(back!.script, home), () => {
    return `the take-back pays ${hex.encode(back!.script)}, not ${wallet.ordinalsAddress}`;
  });
  const { txid, vout, valueSats } = input;
  const feeSats = sumOf(psbt.inputs) - sumOf(psbt.outputs);
  demand(feeSats === preflight.networkFeeSats, () => {
    return `the take-back has a network fee of ${feeSats} sats, but the service announced ${preflight.networkFeeSats}`;
  });
  const table = rebuild('the take-back', () => rebuiltTakeBack(psbt, own, merkleRoot));
  const { ordinalsAddress: address } = wallet;
  const signed = rebuiltStep(step, { what: 'the take-back', table, party: 'seller', stepIndex: 0, address });
  return { inscriptionId, passthrough: { txid, vout, merkleRoot }, valueSats, step: signed };
}

/** The take-back from our side, with the operator's coin and change that it shows. */
function rebuiltTakeBack(psbt: Psbt, own: string, merkleRoot: string): Layout {
  const [held, paying, ...more] = psbt.inputs;
  demand(held !== undefined && paying !== undefined && more.length === 0 && psbt.outputs.length === 2, () => {
    return `the take-back has ${psbt.inputs.length} inputs and ${psbt.outputs.length} outputs, not two of each`;
  });
  const script = hex.encode(held.script);
  return layout('take-back', [
    row(
      spend(
        'passthrough',
        coinOf(held),
        { type: 'p2tr', script, internalKey: own, outputKey: script.slice(4), merkleRoot },
        { seller: 'DEFAULT' },
      ),
      pay('inscription', held.valueSats, bip86Script(own)),
    ),
    row(
      spend('anchor change', coinOf(paying), seenLock(hex.encode(paying.script)), {}),
      paysSeen(psbt, 1)[0]!,
    ),
  ]);
}

/** Throws `UnsafePsbt` when version, lock time or a sequence could keep the transaction out of a block. */
function checkTimeless({ transaction, inputs }: Psbt): void {
  const { version, lockTime } = transaction;
  demand(version === 2 && lockTime === 0, () => {
    return `the take-back has version ${version} and lock time ${lockTime}, not 2 and 0`;
  });
  for (const [index, { fields }] of inputs.entries())
    demand((fields.sequence ?? 0xffffffff) >= 0x80000000, () => {
      return `input ${index} of the take-back is time-locked: its sequence is ${fields.sequence}`;
    });
}

/**
 * The merkle root, hex. Throws `UnsafePsbt` unless the PSBT has what the wallet needs for the key path, and
 * no leaf.
 */
function checkOwnPassthrough(
  { vout, script, fields }: PsbtInput,
  own: string,
  market: string | undefined,
): string {
  const { tapInternalKey, tapMerkleRoot, tapLeafScript = [], sighashType = 0 } = fields;
  demand(tapLeafScript.length === 0 && sighashType === 0, () => {
    return `the take-back has ${tapLeafScript.length} leaves and sighash ${sighashType}, not the key path and DEFAULT`;
  });
  demand(tapInternalKey !== undefined && hex.encode(tapInternalKey) === own, () => {
    return `the take-back has the internal key ${tapInternalKey && hex.encode(tapInternalKey)}, not ours`;
  });
  demand(tapMerkleRoot?.length === 32, () => 'the take-back has no merkle root');
  const wanted = market === undefined ? tapMerkleRoot : passthroughRoot(own, market.slice(-64));
  demand(equalBytes(tapMerkleRoot, wanted), () => {
    return `the take-back does not spend a passthrough of the market key ${market}`;
  });
  demand(vout === 0 && equalBytes(script, taprootScript(hex.decode(own), tapMerkleRoot)), () => {
    return `the take-back spends output ${vout} to ${hex.encode(script)}, which is not our passthrough`;
  });
  return hex.encode(tapMerkleRoot);
}

/**
 * Throws `UnsafePsbt` when any other input spends one of our addresses or passthroughs: we must not pay the
 * fee.
 */
function checkOthers({ inputs: [first, ...others] }: Psbt, wallet: WalletIdentity): void {
  const addresses = [wallet.ordinalsAddress, wallet.paymentAddress];
  const ours = [first!.script, ...addresses.map((address) => scriptOf(address, wallet.network))];
  for (const { txid, vout, script } of others)
    demand(!ours.some((own) => equalBytes(own, script)), () => {
      return `the take-back also spends ${txid}:${vout}, a coin of ours`;
    });
}
