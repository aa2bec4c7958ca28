import { concatBytes, hash160 } from '@scure/btc-signer/utils.js';
import { bytes, type Lock, P2A, p2tr, push, rawLock, script, unlockKeyPath } from '../locks.ts';
import { SIGHASH } from '../sighash.ts';
import type { Case } from '../verdicts.ts';
import { spending } from './spends-segwit.ts';

const { ALL, NONE, SINGLE, ANYONECANPAY } = SIGHASH;
const EMPTY = new Uint8Array();

const keyPath = (title: string, expects: string, options: Parameters<typeof unlockKeyPath>[1]) =>
  spending(`taproot key path, ${title}`, expects, p2tr('a'), unlockKeyPath('a', options));

const flipped = (signature: Uint8Array) => signature.map((byte, at) => (at === 40 ? byte ^ 1 : byte));

export const KEY_PATH_SPENDS: Case[] = [
  keyPath('DEFAULT', 'accepted', {}),
  keyPath('ALL', 'accepted', { type: ALL }),
  keyPath('NONE', 'accepted', { type: NONE }),
  keyPath('SINGLE', 'accepted', { type: SINGLE }),
  keyPath('ALL and ANYONECANPAY', 'accepted', { type: ALL | ANYONECANPAY }),
  keyPath('NONE and ANYONECANPAY', 'accepted', { type: NONE | ANYONECANPAY }),
  keyPath('SINGLE and ANYONECANPAY', 'accepted', { type: SINGLE | ANYONECANPAY }),
  keyPath('an undefined hash type is refused', 'script (Invalid Schnorr signature hash type)', { type: 4 }),
  keyPath('ANYONECANPAY alone is refused', 'script (Invalid Schnorr signature hash type)', {
    type: ANYONECANPAY,
  }),
  keyPath('DEFAULT written out is refused', 'script (Invalid Schnorr signature hash type)', {
    change: (signature) => concatBytes(signature, Uint8Array.of(0)),
  }),
  keyPath('a signature for another hash type is refused', 'script (Invalid Schnorr signature)', {
    change: (signature) => concatBytes(signature, Uint8Array.of(ALL)),
  }),
  keyPath('63 bytes of signature are refused', 'script (Invalid Schnorr signature size)', {
    change: (signature) => signature.subarray(1),
  }),
  keyPath('a flipped bit is refused', 'script (Invalid Schnorr signature)', { change: flipped }),
  keyPath('an empty signature is refused', 'script (Invalid Schnorr signature size)', {
    change: () => EMPTY,
  }),
  keyPath('an annex is refused by relay only', 'block only: bad-witness-nonstandard', {
    annex: bytes('50aabb'),
  }),
  spending(
    'taproot key path, an annex that was not signed is refused',
    'bad-witness-nonstandard',
    p2tr('a'),
    (tx, index) => ({
      witness: [...unlockKeyPath('a')(tx, index).witness!, bytes('50')],
    }),
  ),
  spending(
    'taproot key path, a foreign key is refused',
    'script (Invalid Schnorr signature)',
    p2tr('a'),
    unlockKeyPath('b'),
  ),
  spending(
    'taproot key path, no witness is refused',
    'script (Witness program was passed an empty witness)',
    p2tr('a'),
    () => ({}),
  ),
  spending(
    'taproot key path, a scriptSig is refused',
    'script (Witness requires empty scriptSig)',
    p2tr('a'),
    (tx, index) => ({
      ...unlockKeyPath('a')(tx, index),
      scriptSig: Uint8Array.of(0x51),
    }),
  ),
];

const futureVersion: Lock = rawLock(script(0x52, new Uint8Array(32).fill(3)), [Uint8Array.of(1)]);

export const OTHER_PROGRAMS: Case[] = [
  spending(
    'witness version 2 is refused by relay only',
    'block only: bad-txns-nonstandard-inputs',
    futureVersion,
  ),
  spending(
    'witness version 16 is refused by relay only',
    'block only: bad-txns-nonstandard-inputs',
    rawLock(script(0x60, bytes('0102')), []),
  ),
  spending(
    'a version 1 program of 33 bytes is refused by relay only',
    'block only: bad-txns-nonstandard-inputs',
    rawLock(script(0x51, new Uint8Array(33).fill(3)), []),
  ),
  spending(
    'a version 0 program of 21 bytes is refused',
    'bad-txns-nonstandard-inputs',
    rawLock(script(0, new Uint8Array(21).fill(3)), []),
  ),
  spending('pay to anchor', 'accepted', P2A),
  spending(
    'pay to anchor, with a witness, is refused by relay only',
    'block only: bad-witness-nonstandard',
    P2A,
    () => ({
      witness: [Uint8Array.of(1)],
    }),
  ),
  spending(
    'taproot inside P2SH is refused by relay only',
    'block only: script (Witness version reserved for soft-fork upgrades)',
    inP2sh(p2tr('a').script),
  ),
  spending(
    'a bare true is refused by relay only',
    'block only: bad-txns-nonstandard-inputs',
    rawLock(script(0x51)),
  ),
];

function inP2sh(redeem: Uint8Array): Lock {
  const wrapped = script(0xa9, hash160(redeem), 0x87);
  return { script: wrapped, unlock: () => ({ scriptSig: push(redeem) }) };
}
