import { concatBytes, sha256 } from '@scure/btc-signer/utils.js';
import { addressOf, MINER, spend } from '../lab.ts';
import { bytes, key, script, tapleaf, xonly } from '../locks.ts';
import { SIGHASH } from '../sighash.ts';
import type { Case } from '../verdicts.ts';
import { spending } from './spends-segwit.ts';

const { ALL, SINGLE, ANYONECANPAY } = SIGHASH;
const EMPTY = new Uint8Array();
const A = xonly('a');
const B = xonly('b');
const CHECKSIG = 0xac;
const secret = key('secret of a hash lock');
const hashLock = script(0xa8, sha256(secret), 0x88, A, CHECKSIG);
const oneKey = script(A, CHECKSIG);
const multiA = script(A, CHECKSIG, B, 0xba, 0x52, 0x9c);

const leaf = (title: string, expects: string, ...lock: Parameters<typeof tapleaf>) =>
  spending(`tapscript, ${title}`, expects, tapleaf(...lock));

/** The leaf of a collection offer: terms, auth secret, buyer and market, gate, policy. */
function offerLeaf(): Uint8Array {
  const terms = sha256(key('terms'));
  const [market, gate, policy] = ['market', 'gate', 'policy'].map(xonly) as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ];
  return concatBytes(
    script(terms, 0x75, 0xa8, sha256(secret), 0x88),
    script(A, CHECKSIG, market, 0xba, 0x52, 0x9c, 0x69, gate, 0xad, policy, CHECKSIG),
  );
}

/** An inscription envelope: data in an IF that is never entered. */
function envelope(): Uint8Array {
  const text = (value: string) => new TextEncoder().encode(value);
  const data = script(0, 0x63, text('ord'), 0x51, text('text/plain'), 0, text('hello'), 0x68);
  return concatBytes(oneKey, data);
}

/** Checks one signature `count + 1` times; each check costs 50 of the weight the witness brings. */
function manyChecks(count: number): Uint8Array {
  const again = script(0x76, A, 0xad);
  return concatBytes(...new Array<Uint8Array>(count).fill(again), oneKey);
}

function changed(block: Uint8Array, position: number, bit: number): Uint8Array {
  return block.map((byte, at) => (at === position ? byte ^ bit : byte));
}

export const LEAF_SPENDS: Case[] = [
  leaf('one key', 'accepted', oneKey, (sign) => [sign('a')]),
  leaf('SINGLE and ANYONECANPAY', 'accepted', oneKey, (sign) => [sign('a', { type: SINGLE | ANYONECANPAY })]),
  leaf('ALL and ANYONECANPAY', 'accepted', oneKey, (sign) => [sign('a', { type: ALL | ANYONECANPAY })]),
  leaf('two of two (multi_a)', 'accepted', multiA, (sign) => [
    sign('b'),
    sign('a', { type: SINGLE | ANYONECANPAY }),
  ]),
  leaf(
    'one of two (multi_a) is refused',
    'script (Script evaluated without error but finished with a false/empty top stack element)',
    multiA,
    (sign) => [EMPTY, sign('a')],
  ),
  leaf('a foreign signature is refused', 'script (Invalid Schnorr signature)', oneKey, (sign) => [sign('b')]),
  leaf('a signature over another leaf is refused', 'script (Invalid Schnorr signature)', oneKey, (sign) => [
    sign('a', { leafHash: sha256(A) }),
  ]),
  leaf(
    'an undefined hash type is refused',
    'script (Invalid Schnorr signature hash type)',
    oneKey,
    (sign) => [sign('a', { type: 0x84 })],
  ),
  leaf(
    'an empty signature is refused',
    'script (Script evaluated without error but finished with a false/empty top stack element)',
    oneKey,
    () => [EMPTY],
  ),
  leaf('a hash lock', 'accepted', hashLock, (sign) => [sign('a'), secret]),
  leaf(
    'a wrong preimage is refused',
    'script (Script failed an OP_EQUALVERIFY operation)',
    hashLock,
    (sign) => [sign('a'), key('another secret')],
  ),
  leaf('a committed note before the key', 'accepted', script(sha256(A), 0x75, A, CHECKSIG), (sign) => [
    sign('a'),
  ]),
  leaf('the market, gate and policy keys of an offer', 'accepted', offerLeaf(), (sign) => [
    ...['policy', 'gate', 'market', 'a'].map((name) => sign(name)),
    secret,
  ]),
  leaf(
    'an offer without its gate key is refused',
    'script (Script failed an OP_CHECKSIGVERIFY operation)',
    offerLeaf(),
    (sign) => [sign('policy'), EMPTY, sign('market'), sign('a'), secret],
  ),
  leaf(
    'an opcode that always succeeds is refused by relay only',
    'block only: script (OP_SUCCESSx reserved for soft-fork upgrades)',
    script(0x50),
    () => [],
  ),
  leaf(
    'OP_CAT always succeeds, for blocks',
    'block only: script (OP_SUCCESSx reserved for soft-fork upgrades)',
    script(0x7e),
    () => [],
  ),
  leaf(
    'CHECKMULTISIG is refused',
    'script (OP_CHECKMULTISIG(VERIFY) is not available in tapscript)',
    script(0, 0x51, A, 0x51, 0xae),
    (sign) => [sign('a')],
  ),
  leaf(
    'a key of an unknown type is refused by relay only',
    'block only: script (Public key version reserved for soft-fork upgrades)',
    script(concatBytes(Uint8Array.of(2), A), CHECKSIG),
    (sign) => [sign('a')],
  ),
  leaf(
    'an empty key is refused',
    'script (Public key is neither compressed or uncompressed)',
    script(0, CHECKSIG),
    (sign) => [sign('a')],
  ),
  leaf(
    'a push that is not minimal is refused by relay only',
    'block only: script (Data push larger than necessary)',
    concatBytes(bytes('4c0101'), script(0x75), oneKey),
    (sign) => [sign('a')],
  ),
  leaf(
    'an IF argument that is not minimal is refused',
    'script (OP_IF/NOTIF argument must be minimal in tapscript)',
    script(0x63, 0x51, 0x67, 0x51, 0x68),
    () => [Uint8Array.of(2)],
  ),
  leaf(
    'an item above 80 bytes is refused by relay only',
    'block only: bad-witness-nonstandard',
    script(0x75, A, CHECKSIG),
    (sign) => [sign('a'), new Uint8Array(81)],
  ),
  leaf('an item above 520 bytes is refused', 'bad-witness-nonstandard', script(0x75, A, CHECKSIG), (sign) => [
    sign('a'),
    new Uint8Array(521),
  ]),
  leaf(
    'an item left on the stack is refused',
    'script (Stack size must be exactly one after execution)',
    oneKey,
    (sign) => [Uint8Array.of(1), sign('a')],
  ),
  leaf(
    'an empty stack at the end is refused',
    'script (Stack size must be exactly one after execution)',
    script(0x75),
    () => [Uint8Array.of(1)],
  ),
  leaf(
    'more than a thousand items are refused',
    'script (Stack size limit exceeded)',
    script(...new Array<number>(1001).fill(0x51)),
    () => [],
  ),
  leaf('OP_RETURN is refused', 'script (OP_RETURN was encountered)', script(0x6a), () => []),
  leaf(
    'OP_VERIFY of nothing is refused',
    'script (Script failed an OP_VERIFY operation)',
    script(0, 0x69, 0x51),
    () => [],
  ),
  leaf(
    'an opcode without meaning is refused',
    'script (Opcode missing or not understood)',
    script(0x51, 0x65),
    () => [],
  ),
  leaf(
    'more signature checks than the witness pays for are refused',
    'script (Too much signature validation relative to witness weight)',
    manyChecks(20),
    (sign) => [sign('a')],
  ),
  leaf('as many signature checks as the witness pays for', 'accepted', manyChecks(6), (sign) => [sign('a')]),
  leaf('a code separator is signed', 'accepted', script(0xab, A, CHECKSIG), (sign) => [
    sign('a', { codeSeparator: 0 }),
  ]),
  leaf(
    'a code separator that was not signed is refused',
    'script (Invalid Schnorr signature)',
    script(0xab, A, CHECKSIG),
    (sign) => [sign('a')],
  ),
  leaf(
    'a flipped parity is refused',
    'script (Witness program hash mismatch)',
    oneKey,
    (sign) => [sign('a')],
    {
      control: (control) => changed(control, 0, 1),
    },
  ),
  leaf(
    'another internal key is refused',
    'script (Witness program hash mismatch)',
    oneKey,
    (sign) => [sign('a')],
    {
      control: (control) => changed(control, 9, 1),
    },
  ),
  leaf(
    'a control block that is too short is refused',
    'script (Invalid Taproot control block size)',
    oneKey,
    (sign) => [sign('a')],
    {
      control: (control) => control.subarray(0, 32),
    },
  ),
  leaf(
    'a control block that is too long is refused',
    'script (Invalid Taproot control block size)',
    oneKey,
    (sign) => [sign('a')],
    {
      control: (control) => concatBytes(control, bytes('00')),
    },
  ),
  leaf(
    'an unknown leaf version is refused by relay only',
    'block only: script (Taproot version reserved for soft-fork upgrades)',
    script(0x6a),
    () => [],
    { version: 0xc2 },
  ),
  leaf(
    'a signed annex is refused by relay only',
    'block only: bad-witness-nonstandard',
    oneKey,
    (sign) => [sign('a')],
    {
      annex: bytes('5001'),
    },
  ),
];

/**
 * Knots refuses to relay any tapscript that executes OP_IF, so these go into a block that is only checked.
 * Inscription reveals are among them.
 */
const inBlock = (title: string, expects: string, ...lock: Parameters<typeof tapleaf>): Case => ({
  title: `tapscript in a block, ${title}`,
  expects,
  run: async (lab) => {
    const tx = lab.name('tx', spend(await lab.coin(tapleaf(...lock))));
    const block = await lab.ask('generateblock', [addressOf(MINER), [tx.hex], false]);
    return { verdict: (block as { message?: string }).message ?? 'valid' };
  },
});

export const BRANCHES: Case[] = [
  inBlock('an inscription envelope', 'valid', envelope(), (sign) => [sign('a')]),
  inBlock('a branch taken', 'valid', script(0x51, 0x63, A, CHECKSIG, 0x67, 0x6a, 0x68), (sign) => [
    sign('a'),
  ]),
  inBlock('a branch not taken', 'valid', script(0, 0x63, 0x6a, 0x67, A, CHECKSIG, 0x68), (sign) => [
    sign('a'),
  ]),
  inBlock(
    'an unbalanced IF is refused',
    'TestBlockValidity failed: script (Invalid OP_IF construction)',
    script(0x51, 0x63, 0x51),
    () => [],
  ),
  inBlock(
    'an ELSE without IF is refused',
    'TestBlockValidity failed: script (Invalid OP_IF construction)',
    script(0x51, 0x67),
    () => [],
  ),
];
