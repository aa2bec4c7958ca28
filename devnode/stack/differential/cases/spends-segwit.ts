import { concatBytes, pubECDSA } from '@scure/btc-signer/utils.js';
import { spend } from '../lab.ts';
import {
  bytes,
  key,
  type Lock,
  p2shP2wpkh,
  p2wpkh,
  p2wsh,
  push,
  script,
  type Unlock,
  unlockWpkh,
} from '../locks.ts';
import { SIGHASH } from '../sighash.ts';
import { type Case, offer } from '../verdicts.ts';

const { ALL, NONE, SINGLE, ANYONECANPAY } = SIGHASH;
const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** A case that spends one coin of a lock into one output. */
export function spending(title: string, expects: string, lock: Lock, unlock?: Unlock): Case {
  return {
    title,
    expects,
    run: async (lab) => offer(lab, spend(await lab.coin(lock), unlock ? { unlock } : {})),
  };
}

const wpkh = (title: string, expects: string, signing: Parameters<typeof unlockWpkh>[1]) =>
  spending(`P2WPKH, ${title}`, expects, p2wpkh('a'), unlockWpkh('a', signing));

const keys = ['a', 'b', 'c'].map((name) => pubECDSA(key(name)));
const twoOfThree = script(0x52, ...keys, 0x53, 0xae);
const anyKey = pubECDSA(key('a'));
const TRUE = Uint8Array.of(1);
const EMPTY = new Uint8Array();

export const SEGWIT_SPENDS: Case[] = [
  wpkh('ALL', 'accepted', { type: ALL }),
  wpkh('NONE', 'accepted', { type: NONE }),
  wpkh('SINGLE', 'accepted', { type: SINGLE }),
  wpkh('ALL and ANYONECANPAY', 'accepted', { type: ALL | ANYONECANPAY }),
  wpkh('NONE and ANYONECANPAY', 'accepted', { type: NONE | ANYONECANPAY }),
  wpkh('SINGLE and ANYONECANPAY', 'accepted', { type: SINGLE | ANYONECANPAY }),
  wpkh(
    'an undefined hash type is refused by relay only',
    'block only: script (Signature hash type missing or not understood)',
    { type: 4 },
  ),
  wpkh(
    'a signature for another hash type is refused',
    'script (Script evaluated without error but finished with a false/empty top stack element)',
    {
      change: (signature) => Uint8Array.of(...signature.subarray(0, -1), SINGLE),
    },
  ),
  wpkh(
    'a high S is refused by relay only',
    'block only: script (Non-canonical signature: S value is unnecessarily high)',
    { change: withHighS },
  ),
  wpkh('DER with a stray byte is refused', 'script (Non-canonical DER signature)', {
    change: (signature) => concatBytes(signature.subarray(0, -1), Uint8Array.of(0, ALL)),
  }),
  wpkh(
    'an empty signature is refused',
    'script (Script evaluated without error but finished with a false/empty top stack element)',
    { change: () => EMPTY },
  ),
  wpkh(
    'a flipped bit in the signature is refused',
    'script (Script evaluated without error but finished with a false/empty top stack element)',
    {
      change: (signature) => signature.map((byte, at) => (at === 20 ? byte ^ 1 : byte)),
    },
  ),
  spending(
    'P2WPKH, a foreign key is refused',
    'script (Script failed an OP_EQUALVERIFY operation)',
    p2wpkh('a'),
    unlockWpkh('b'),
  ),
  spending(
    'P2WPKH, no witness is refused',
    'script (Witness program hash mismatch)',
    p2wpkh('a'),
    () => ({}),
  ),
  spending(
    'P2WPKH, a third witness item is refused',
    'script (Witness program hash mismatch)',
    p2wpkh('a'),
    (tx, index) => ({
      witness: [EMPTY, ...unlockWpkh('a')(tx, index).witness!],
    }),
  ),
  spending(
    'P2WPKH, a scriptSig is refused',
    'script (Witness requires empty scriptSig)',
    p2wpkh('a'),
    (tx, index) => ({
      ...unlockWpkh('a')(tx, index),
      scriptSig: Uint8Array.of(0x51),
    }),
  ),
  spending('P2SH-P2WPKH', 'accepted', p2shP2wpkh('a')),
  spending(
    'P2SH-P2WPKH, no scriptSig is refused',
    'bad-txns-nonstandard-inputs',
    p2shP2wpkh('a'),
    unlockWpkh('a'),
  ),
  spending(
    'P2SH-P2WPKH, a foreign redeem script is refused',
    'script (Script evaluated without error but finished with a false/empty top stack element)',
    p2shP2wpkh('a'),
    (tx, index) => ({
      ...unlockWpkh('a')(tx, index),
      scriptSig: push(p2wpkh('b').script),
    }),
  ),
  spending(
    'P2SH-P2WPKH, a second push in the scriptSig is refused',
    'script (Witness requires only-redeemscript scriptSig)',
    p2shP2wpkh('a'),
    (tx, index) => ({
      ...unlockWpkh('a')(tx, index),
      scriptSig: concatBytes(Uint8Array.of(0x51), push(p2wpkh('a').script)),
    }),
  ),
  spending(
    'P2WSH, two of three',
    'accepted',
    p2wsh(twoOfThree, (sign) => [EMPTY, sign('a'), sign('c')]),
  ),
  spending(
    'P2WSH, two of three in the wrong order is refused',
    'script (Script evaluated without error but finished with a false/empty top stack element)',
    p2wsh(twoOfThree, (sign) => [EMPTY, sign('c'), sign('a')]),
  ),
  spending(
    'P2WSH, a multisig dummy that is not empty is refused',
    'script (Dummy CHECKMULTISIG argument must be zero)',
    p2wsh(twoOfThree, (sign) => [TRUE, sign('a'), sign('b')]),
  ),
  spending('P2WSH, a foreign script is refused', 'script (Witness program hash mismatch)', {
    ...p2wsh(twoOfThree, () => []),
    unlock: () => ({ witness: [script(0x51)] }),
  }),
  spending(
    'P2WSH, an uncompressed key is refused by relay only',
    'block only: script (Using non-compressed keys in segwit)',
    p2wsh(script(pubECDSA(key('a'), false), 0xac), (sign) => [sign('a')]),
  ),
  spending(
    'P2WSH, an IF argument that is not minimal is refused by relay only',
    'block only: script (OP_IF/NOTIF argument must be minimal)',
    p2wsh(script(0x63, anyKey, 0xac, 0x67, 0x6a, 0x68), (sign) => [sign('a'), Uint8Array.of(2)]),
  ),
  spending(
    'P2WSH, an item left on the stack is refused',
    'script (Stack size must be exactly one after execution)',
    p2wsh(script(anyKey, 0xac), (sign) => [TRUE, sign('a')]),
  ),
  spending(
    'P2WSH, OP_RETURN is refused',
    'script (OP_RETURN was encountered)',
    p2wsh(script(0x6a), () => []),
  ),
  spending(
    'P2WSH, a disabled opcode is refused',
    'script (Attempted to use a disabled opcode)',
    p2wsh(script(0x51, 0x51, 0x7e), () => []),
  ),
  spending(
    'P2WSH, 202 operations are refused',
    'script (Operation limit exceeded)',
    p2wsh(script(...new Array<number>(202).fill(0x61), 0x51), () => []),
  ),
  spending(
    'P2WSH, a push that is not minimal is refused by relay only',
    'block only: script (Data push larger than necessary)',
    p2wsh(concatBytes(bytes('4c0101'), script(0x75, anyKey, 0xac)), (sign) => [sign('a')]),
  ),
  spending(
    'P2WSH, an item above 80 bytes is refused by relay only',
    'block only: bad-witness-nonstandard',
    p2wsh(script(0x75, anyKey, 0xac), (sign) => [sign('a'), new Uint8Array(81)]),
  ),
  spending(
    'P2WSH, an item above 520 bytes is refused',
    'bad-witness-nonstandard',
    p2wsh(script(0x75, anyKey, 0xac), (sign) => [sign('a'), new Uint8Array(521)]),
  ),
  spending(
    'P2WSH, a script above 3600 bytes is refused by relay only',
    'block only: bad-witness-nonstandard',
    p2wsh(script(...new Array(8).fill([new Uint8Array(500), 0x75]).flat(), anyKey, 0xac), (sign) => [
      sign('a'),
    ]),
  ),
  spending(
    'P2WSH, a failed check that leaves a signature is refused by relay only',
    'block only: script (Signature must be zero for failed CHECK(MULTI)SIG operation)',
    p2wsh(script(anyKey, 0xac, 0x91), (sign) => [sign('b')]),
  ),
  spending(
    'P2WSH, a NOP for upgrades is refused by relay only',
    'block only: script (NOPx reserved for soft-fork upgrades)',
    p2wsh(script(0xb0, 0x51), () => []),
  ),
  spending(
    'P2WSH, a signature over what stands before the code separator is refused',
    'script (Script evaluated without error but finished with a false/empty top stack element)',
    p2wsh(script(0xab, anyKey, 0xac), (sign) => [sign('a')]),
  ),
];

function withHighS(signature: Uint8Array): Uint8Array {
  const rLength = signature[3]!;
  const r = signature.subarray(4, 4 + rLength);
  const s = BigInt(`0x${Buffer.from(signature.subarray(6 + rLength, -1)).toString('hex')}`);
  const high = bytes(`00${(CURVE_ORDER - s).toString(16).padStart(64, '0')}`);
  return concatBytes(
    Uint8Array.of(0x30, 4 + r.length + high.length, 2, r.length),
    r,
    Uint8Array.of(2, high.length),
    high,
    signature.subarray(-1),
  );
}
