import { base64, hex } from '@scure/base';
import { p2ms, p2pkh, p2tr, p2wpkh, p2wsh, TEST_NETWORK, Transaction, WIF } from '@scure/btc-signer';
import { pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js';
import { answerOf, type Lab } from '../lab.ts';
import { key, p2shP2wpkh, rawLock, script } from '../locks.ts';
import type { Case } from '../verdicts.ts';

// Coins that no chain has: every answer is the same on each node, down to the bytes.
const TXID = 'ab'.repeat(32);
const ADDRESS = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const SATS = 100_000;
const ME = key('psbt');
const PUBLIC = pubECDSA(ME);
const wif = (name: string) => WIF(TEST_NETWORK).encode(key(name));
const payment = p2wpkh(PUBLIC, TEST_NETWORK);
const multisig = p2wsh(
  p2ms(
    2,
    ['psbt', 'second', 'third'].map((name) => pubECDSA(key(name))),
  ),
);
const leaf = { script: script(pubSchnorr(key('leaf')), 0xac) };
const taproot = p2tr(pubSchnorr(ME), leaf, TEST_NETWORK, true);

const RAW = (inputs: readonly object[] = [{ txid: TXID, vout: 1 }]) =>
  [inputs, [{ [ADDRESS]: 0.0009 }]] as const;

/** A PSBT that spends one coin, signed with these keys. */
function psbtOf(input: object, signers: readonly string[] = [], type?: number): string {
  const draft = new Transaction({ allowLegacyWitnessUtxo: true });
  draft.addInput({ txid: TXID, index: 1, ...input, ...(type && { sighashType: type }) });
  draft.addOutput({ script: payment.script, amount: 90_000n, bip32Derivation: ORIGIN });
  for (const name of signers) draft.signIdx(key(name), 0, type ? [type] : undefined, new Uint8Array(32));
  return base64.encode(draft.toPSBT(0));
}

const ORIGIN: [Uint8Array, { fingerprint: number; path: number[] }][] = [
  [PUBLIC, { fingerprint: 0x0a0b0c0d, path: [0x80000054, 1, 0] }],
];
const coin = (lock: { script: Uint8Array }) => ({
  witnessUtxo: { script: lock.script, amount: BigInt(SATS) },
});
const before = new Transaction({ allowUnknownInputs: true });
before.addOutput({ script: payment.script, amount: BigInt(SATS) });
before.addInput({ txid: TXID, index: 0, finalScriptWitness: [new Uint8Array(1)] });

const PSBTS: readonly (readonly [title: string, psbt: string, expects: string])[] = [
  ['nothing but a transaction', psbtOf({}), 'incomplete'],
  [
    'P2WPKH unsigned, with the path of its key',
    psbtOf({ ...coin(payment), bip32Derivation: ORIGIN }),
    'incomplete',
  ],
  ['P2WPKH signed', psbtOf(coin(payment), ['psbt']), 'complete'],
  ['P2WPKH signed SINGLE|ANYONECANPAY', psbtOf(coin(payment), ['psbt'], 0x83), 'complete'],
  [
    'the transaction before',
    psbtOf({ txid: before.id, index: 0, nonWitnessUtxo: before.toBytes(true, true) }, ['psbt']),
    'complete',
  ],
  ['multisig with one of two signatures', psbtOf({ ...multisig, ...coin(multisig) }, ['psbt']), 'incomplete'],
  ['multisig with both', psbtOf({ ...multisig, ...coin(multisig) }, ['psbt', 'third']), 'complete'],
  ['taproot unsigned, with its leaf', psbtOf({ ...taproot, ...coin(taproot) }), 'incomplete'],
  ['taproot signed by the key path', psbtOf({ ...taproot, ...coin(taproot) }, ['psbt']), 'complete'],
  ['taproot signed by the leaf', psbtOf({ ...taproot, ...coin(taproot) }, ['leaf']), 'complete'],
];

const psbtCase = ([title, psbt, expects]: (typeof PSBTS)[number]): Case => ({
  title: `${title} is decoded and finalized`,
  expects,
  run: async ({ call }) => {
    const decoded = (await answerOf(call, 'decodepsbt', [psbt])) as { inputs: object[] };
    const final = (await answerOf(call, 'finalizepsbt', [psbt])) as { complete: boolean };
    return {
      verdict: final.complete ? 'complete' : 'incomplete',
      final,
      // Core also adds the output that the transaction before has.
      kept: 'non_witness_utxo' in decoded.inputs[0]! || (await answerOf(call, 'finalizepsbt', [psbt, false])),
      decoded,
    };
  },
});

type Prevout = { scriptPubKey: string; amount?: number; redeemScript?: string; witnessScript?: string };
const at = (lock: { script: Uint8Array }): Prevout => ({
  scriptPubKey: hex.encode(lock.script),
  amount: SATS / 1e8,
});
const rawTaproot = rawLock(script(0x51, pubSchnorr(ME)));

const SIGNINGS: readonly (readonly [
  title: string,
  prevout: Prevout | null,
  keys: string[],
  expects: string,
])[] = [
  ['P2WPKH', at(payment), ['psbt'], 'complete'],
  ['P2WPKH among other keys', at(payment), ['other', 'psbt'], 'complete'],
  ['P2PKH', at(p2pkh(PUBLIC)), ['psbt'], 'complete'],
  [
    'P2SH-P2WPKH',
    { ...at(p2shP2wpkh('psbt')), redeemScript: hex.encode(payment.script) },
    ['psbt'],
    'complete',
  ],
  [
    'P2WSH multisig',
    { ...at(multisig), witnessScript: hex.encode(multisig.witnessScript) },
    ['psbt', 'third'],
    'complete',
  ],
  ['rawtr', at(rawTaproot), ['psbt'], 'complete'],
  [
    'taproot with a tweak that the call does not tell',
    at(taproot),
    ['psbt'],
    'Witness program was passed an empty witness',
  ],
  ['P2WPKH without its key', at(payment), ['other'], 'Witness program hash mismatch'],
  ['an unknown coin', null, ['psbt'], 'Input not found or already spent'],
];

const signingCase = ([title, prevout, keys, expects]: (typeof SIGNINGS)[number]): Case => ({
  title: `signrawtransactionwithkey signs ${title}`,
  expects,
  run: async ({ call }) => {
    const raw = await call('createrawtransaction', RAW());
    const prevtxs = prevout ? [{ txid: TXID, vout: 1, ...prevout }] : null;
    const answer = (await answerOf(call, 'signrawtransactionwithkey', [raw, keys.map(wif), prevtxs])) as {
      hex: string;
      complete: boolean;
      errors?: { error: string }[];
    };
    // Equal keys sign with other nonces; Knots also shows the fee.
    const { hex: text, complete, errors } = answer;
    const shown = { hex: complete ? text.length : text, complete, errors };
    return { verdict: answer.complete ? 'complete' : answer.errors![0]!.error, shown };
  },
});

const isCore = async ({ call }: Lab): Promise<boolean> =>
  ((await call('getnetworkinfo')) as { version: number }).version >= 310_000;

export const PSBTS_AND_SIGNATURES: Case[] = [
  {
    title: 'createpsbt makes the same bytes',
    expects:
      'cHNidP8BAFICAAAAAaurq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urAQAAAAAHAAAAAZBfAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9b0AQAAAAAA',
    run: async (lab) => {
      const args = [...RAW([{ txid: TXID, vout: 1, sequence: 7 }]), 500, true];
      // Later than Core 31 there is version 2, and it is the default.
      const made = await lab.call('createpsbt', (await isCore(lab)) ? [...args, 2, 0] : args);
      return { verdict: made as string };
    },
  },
  ...PSBTS.map(psbtCase),
  ...SIGNINGS.map(signingCase),
  {
    title: 'warnings are a list',
    expects: 'list, list, list',
    run: async ({ call }) => {
      const kinds: string[] = [];
      for (const name of ['getblockchaininfo', 'getnetworkinfo', 'getmininginfo'])
        kinds.push(Array.isArray(((await call(name)) as { warnings: unknown }).warnings) ? 'list' : 'other');
      return { verdict: kinds.join(', ') };
    },
  },
];
