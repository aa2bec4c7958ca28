/** The parts of attacks: who the thief is, what belongs to the user, and lies that several flows share. */
import { hex } from '@scure/base';
import { p2tr, p2wpkh } from '@scure/btc-signer';
import { pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js';
import { networkParams, scriptOf } from '../../src/wallet/network.ts';
import type { Wallet } from '../../src/wallet/wallet.ts';
import { passthrough } from '../honest.ts';
import type { FlowKind } from './flows.ts';
import { type HeldPsbt, type Json, type Lie, lieFrom, paidIn, told } from './lie.ts';
import { type Exchange, type Recording, walletIn } from './replay.ts';

const THIEF_SECRET = hex.decode('66'.repeat(32));
export const THIEF_KEY = hex.encode(pubSchnorr(THIEF_SECRET));
export const THIEF = p2wpkh(pubECDSA(THIEF_SECRET), networkParams('regtest'));
export const THIEF_TAPROOT = p2tr(hex.decode(THIEF_KEY), undefined, networkParams('regtest'));

/** The place of an attack: an honest recording, taken apart. */
export interface Scene extends Lie {
  readonly recording: Recording;
  readonly wallet: Wallet;
  /** Output scripts of the user. */
  readonly ordinals: Uint8Array;
  readonly payment: Uint8Array;
  /** Other recordings of the same kind. */
  readonly others: readonly Recording[];
}

export interface Attack {
  /** Of the audit; null: thought of later. */
  readonly finding: number | null;
  readonly name: string;
  readonly on: readonly FlowKind[];
  /** What the refusal says. */
  readonly refusal: RegExp;
  /** Changes the scene. False: it has no place in this recording. */
  change(scene: Scene): unknown;
  /** True: the announced txids stay those of the honest transactions. */
  readonly isIncoherent?: true;
  /** True: it may also be without effect, that is, the wallet signs what it signs for an honest service. */
  readonly mayBeIgnored?: true;
  /** True: what would be signed gives the thief or the miner sats, or moves more coins of the user. */
  readonly steals?: true;
}

export function sceneOf(recording: Recording, recordings: readonly Recording[]): Scene {
  const wallet = walletIn(recording);
  return {
    ...lieFrom(recording.exchanges),
    recording,
    wallet,
    ordinals: scriptOf(wallet.ordinalsAddress, 'regtest'),
    payment: scriptOf(wallet.paymentAddress, 'regtest'),
    others: recordings.filter((other) => other.kind === recording.kind && other !== recording),
  };
}

/** The responses of an attack, or null when it has no place in this recording. */
export function attacked(attack: Attack, scene: Scene): Exchange[] | null {
  if (attack.change(scene) === false) return null;
  return told(scene, !attack.isIncoherent);
}

/** What the thief and the miner get from the changed PSBTs, and how much more the user puts in. Sats. */
export function gainOf(scene: Scene): number {
  const own = [scene.ordinals, scene.payment].map((script) => hex.encode(script));
  const thieves = [THIEF, THIEF_TAPROOT].map(({ script }) => hex.encode(script));
  const honest = lieFrom(scene.recording.exchanges).psbts;
  const sumOver = (psbts: readonly HeldPsbt[]) =>
    psbts.reduce((total, { psbt }) => {
      const [toThief, ofUser] = [paidIn(psbt, thieves), paidIn(psbt, own)];
      return total + toThief.toScripts + (ofUser.fromScripts - ofUser.toScripts);
    }, 0);
  return sumOver(scene.psbts) - sumOver(honest);
}

const OWN_COIN = 'c0'.repeat(32);

/** Another coin of the user, which the user did not name. */
export function otherCoin(script: Uint8Array, valueSats = 400_000) {
  return { txid: OWN_COIN, vout: 0, valueSats, script };
}

/** A passthrough of the user's own open listing. */
export function ownPassthrough({ wallet }: Scene, valueSats = 10_000) {
  return otherCoin(passthrough(wallet.ordinalsPublicKey.slice(-64)).script, valueSats);
}

/** The first output of a PSBT that pays `script`, from the end. */
export function lastTo({ psbt }: HeldPsbt, script: Uint8Array) {
  const { outputs } = psbt.global.unsignedTx;
  const index = outputs.findLastIndex((output) => hex.encode(output.script) === hex.encode(script));
  return index < 0 ? null : { index, output: outputs[index]! };
}

/** Every place of a JSON value: its parent, key and value. */
export function* placesIn(value: Json): Generator<{ parent: Json; key: string; value: Json }> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    yield { parent: value, key, value: inner };
    yield* placesIn(inner);
  }
}
