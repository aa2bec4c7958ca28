import { hex } from '@scure/base';
import { OutScript, p2wpkh, type Transaction } from '@scure/btc-signer';
import { hash160, pubECDSA } from '@scure/btc-signer/utils.js';
import { verify, verifySchnorr } from 'tiny-secp256k1';
import { describe, expect, test } from 'vitest';
import { readPsbt } from '../../src/signing/psbt.ts';
import { leafHashOf } from '../../src/signing/taproot.ts';
import { networkParams, scriptOf } from '../../src/wallet/network.ts';
import type { KeyType } from '../../src/wallet/signing-key.ts';
import type { InputToSign, OwnPassthrough } from '../../src/wallet/wallet.ts';
import {
  type Draft,
  MARKET_KEY,
  passthrough,
  psbtOf,
  STRANGER,
  STRANGER_KEY,
  secretOf,
  testWallet,
  txid,
} from '../honest.ts';

const wallet = testWallet('p2wpkh');
const { ordinalsAddress, ordinalsPublicKey, paymentAddress, paymentPublicKey } = wallet;
const held = passthrough(ordinalsPublicKey);

/** Input 0 on the ordinals address, 1 on the payment address, 2 a passthrough, 3 a stranger's; two outputs. */
function draft(payment = scriptOf(paymentAddress, 'regtest')): Draft {
  const coin = (id: number, script: Uint8Array) => ({
    txid: txid(id),
    index: id,
    witnessUtxo: { script, amount: BigInt(id * 10_000) },
  });
  return {
    inputs: [
      coin(1, scriptOf(ordinalsAddress, 'regtest')),
      coin(2, payment),
      { ...coin(3, held.script), tapLeafScript: held.tapLeafScript },
      coin(4, STRANGER.script),
    ],
    outputs: [
      { script: STRANGER.script, amount: 40_000n },
      { script: STRANGER.script, amount: 50_000n },
      { script: STRANGER.script, amount: 5_000n },
    ],
  };
}

type Signed = ReturnType<Transaction['getInput']>;

async function sign(inputsToSign: readonly InputToSign[], transaction = draft(), takesBack?: OwnPassthrough) {
  const request = { psbtBase64: psbtOf(transaction), inputsToSign };
  const psbtBase64 = await wallet.signPsbt(request, takesBack);
  const psbt = readPsbt(psbtBase64);
  const scripts = psbt.inputs.map(({ script }) => script);
  const amounts = psbt.inputs.map(({ valueSats }) => BigInt(valueSats));
  return { psbt, scripts, amounts, inputs: psbt.inputs.map(({ fields }) => fields) };
}

const hasSignature = ({ partialSig, tapKeySig, tapScriptSig, finalScriptWitness }: Signed) =>
  Boolean(partialSig ?? tapKeySig ?? tapScriptSig ?? finalScriptWitness);

describe('a signature', () => {
  for (const sigHash of [0, 1, 0x81, 0x83]) {
    test(`on a taproot coin by sighash ${sigHash} is one by the tweaked key`, async () => {
      const { psbt, scripts, amounts, inputs } = await sign([
        { address: ordinalsAddress, signingIndexes: [0], sigHash },
      ]);
      const made = inputs[0]!.tapKeySig!;
      expect(made.subarray(64)).toEqual(sigHash === 0 ? new Uint8Array() : Uint8Array.of(sigHash));
      const hash = psbt.transaction.preimageWitnessV1(0, scripts, sigHash, amounts);
      expect(verifySchnorr(hash, scripts[0]!.subarray(2), made.subarray(0, 64))).toBe(true);
    });
  }

  for (const sigHash of [0x81, 0x83]) {
    test(`on a leaf by sighash ${sigHash} is one by the key as it is, and there is none on the key path`, async () => {
      const { psbt, scripts, amounts, inputs } = await sign([
        {
          address: ordinalsAddress,
          publicKey: ordinalsPublicKey,
          disableTweakSigner: true,
          signingIndexes: [2],
          sigHash,
        },
      ]);
      expect(inputs[2]!.tapKeySig).toBeUndefined();
      const [{ pubKey }, made] = inputs[2]!.tapScriptSig![0]!;
      expect(hex.encode(pubKey)).toBe(ordinalsPublicKey);
      expect(made[64]).toBe(sigHash);
      const leaf = held.tapLeafScript[0]![1].subarray(0, -1);
      const hash = psbt.transaction.preimageWitnessV1(2, scripts, sigHash, amounts, undefined, leaf, 0xc0);
      expect(verifySchnorr(hash, hex.decode(ordinalsPublicKey), made.subarray(0, 64))).toBe(true);
    });
  }

  for (const type of ['p2wpkh', 'p2sh-p2wpkh'] as const) {
    for (const [asked, made] of [
      [undefined, 1],
      [0, 1],
      [1, 1],
      [0x81, 0x81],
    ] as const) {
      test(`on a ${type} coin, asked for sighash ${asked}, is one by the payment key with ${made}`, async () => {
        const { signature, hash, publicKey } = await ecdsaSignature(type, asked);
        expect(signature.at(-1)).toBe(made);
        expect(verify(hash(made), publicKey, compact(signature.subarray(0, -1)))).toBe(true);
      });
    }
  }

  test('is made on the inputs asked for, and on no other of ours', async () => {
    const { inputs } = await sign([{ address: paymentAddress, signingIndexes: [1] }]);
    expect(inputs.map(hasSignature)).toEqual([false, true, false, false]);
  });

  test('leaves the transaction and the fields of others as they were', async () => {
    const transaction = draft();
    const { psbt } = await sign([{ address: paymentAddress, signingIndexes: [1] }], transaction);
    const before = readPsbt(psbtOf(transaction));
    expect(psbt.txid).toBe(before.txid);
    expect(psbt.inputs[2]).toEqual(before.inputs[2]);
  });

  test('is made for each of several entries', async () => {
    const { inputs } = await sign([
      { address: ordinalsAddress, signingIndexes: [0], sigHash: 0 },
      { address: paymentAddress, publicKey: paymentPublicKey, signingIndexes: [1], sigHash: 1 },
      {
        address: ordinalsAddress,
        publicKey: `02${ordinalsPublicKey}`,
        disableTweakSigner: true,
        signingIndexes: [2],
        sigHash: 0x83,
      },
    ]);
    expect(inputs.map(hasSignature)).toEqual([true, true, true, false]);
  });
});

async function ecdsaSignature(type: KeyType, sigHash: number | undefined) {
  const payer = testWallet(type);
  const inner = p2wpkh(pubECDSA(hex.decode(secretOf(2))), networkParams('regtest'));
  const transaction = draft(scriptOf(payer.paymentAddress, 'regtest'));
  if (type === 'p2sh-p2wpkh') transaction.inputs[1]!.redeemScript = inner.script;
  const entry = {
    address: payer.paymentAddress,
    signingIndexes: [1],
    ...(sigHash === undefined ? {} : { sigHash }),
  };
  const signed = readPsbt(await payer.signPsbt({ psbtBase64: psbtOf(transaction), inputsToSign: [entry] }));
  const [publicKey, signature] = signed.inputs[1]!.fields.partialSig![0]!;
  const scriptCode = OutScript.encode({ type: 'pkh', hash: hash160(publicKey) });
  const hash = (flag: number) => signed.transaction.preimageWitnessV0(1, scriptCode, flag, 20_000n);
  return { signature, publicKey, hash };
}

/** DER to the 64 bytes that libsecp256k1 takes. */
function compact(der: Uint8Array): Uint8Array {
  const r = der.subarray(4, 4 + der[3]!);
  const s = der.subarray(6 + der[3]!);
  const padded = (part: Uint8Array) => Uint8Array.of(...new Uint8Array(32), ...part).slice(-32);
  return Uint8Array.of(...padded(r), ...padded(s));
}

interface Refused {
  readonly asked?: readonly InputToSign[];
  readonly change?: (transaction: Draft) => void;
  readonly says: RegExp;
}

const key = { address: ordinalsAddress, signingIndexes: [0] };
const pay = { address: paymentAddress, signingIndexes: [1] };
const leaf = {
  address: ordinalsAddress,
  publicKey: ordinalsPublicKey,
  disableTweakSigner: true,
  signingIndexes: [2],
  sigHash: 0x83,
};

const REFUSED: Readonly<Record<string, Refused>> = {
  'for an address of somebody else': {
    asked: [{ address: STRANGER.address!, signingIndexes: [3] }],
    says: /is not an address of this wallet/,
  },
  "for somebody else's coin under our address": {
    asked: [{ ...key, signingIndexes: [3] }],
    says: /input 3 spends 5120/,
  },
  'for the other address of ours': { asked: [{ ...key, signingIndexes: [1] }], says: /input 1 spends 0014/ },
  'for another key': { asked: [{ ...leaf, publicKey: STRANGER_KEY }], says: /is not the key of/ },
  'for an input that does not exist': {
    asked: [{ ...key, signingIndexes: [4] }],
    says: /input 4 does not exist/,
  },
  'twice for one input': { asked: [pay, pay], says: /inputsToSign has input 1 twice/ },
  'for nothing': { asked: [], says: /inputsToSign is empty/ },
  'by an entry without inputs': { asked: [{ ...key, signingIndexes: [] }], says: /has no inputs/ },
  'with NONE': { asked: [{ ...pay, sigHash: 2 }], says: /sighash 2, which is never signed/ },
  'with NONE|ANYONECANPAY': {
    asked: [{ ...key, sigHash: 0x82 }],
    says: /sighash 130, which is never signed/,
  },
  'with SINGLE alone': { asked: [{ ...pay, sigHash: 3 }], says: /sighash 3, which is never signed/ },
  'with a sighash that does not exist': { asked: [{ ...pay, sigHash: 0x41 }], says: /sighash 65/ },
  'with another sighash than the PSBT says': {
    asked: [{ ...pay, sigHash: 1 }],
    change: (tx) => {
      tx.inputs[1]!.sighashType = 0x83;
    },
    says: /has sighash 131 in the PSBT, but inputsToSign asks for 1/,
  },
  'with the default where the PSBT says otherwise': {
    asked: [key],
    change: (tx) => {
      tx.inputs[0]!.sighashType = 0x83;
    },
    says: /has sighash 131 in the PSBT, but inputsToSign asks for 0/,
  },
  'with SINGLE where no output is beside it': {
    asked: [leaf],
    change: (tx) => {
      tx.outputs.splice(2);
    },
    says: /output 2 does not exist/,
  },
  'for the key path of an input with a leaf': {
    asked: [{ address: ordinalsAddress, signingIndexes: [2] }],
    says: /has a leaf: a key path signature/,
  },
  'for the key path where only the leaf is missing': {
    asked: [{ address: ordinalsAddress, signingIndexes: [2] }],
    change: (tx) => {
      delete tx.inputs[2]!.tapLeafScript;
      tx.inputs[2]!.tapInternalKey = hex.decode(ordinalsPublicKey);
    },
    says: /input 2 spends 5120/,
  },
  'for a leaf where there is none': { asked: [{ ...leaf, signingIndexes: [0] }], says: /has 0 leaves/ },
  'for one of two leaves': {
    asked: [leaf],
    change: (tx) => {
      tx.inputs[2]!.tapLeafScript = [
        ...held.tapLeafScript,
        ...passthrough(ordinalsPublicKey, MARKET_KEY, STRANGER_KEY).tapLeafScript,
      ];
    },
    says: /has 2 leaves/,
  },
  'for a leaf that is not in the output': {
    asked: [leaf],
    change: (tx) => {
      tx.inputs[2]!.tapLeafScript = passthrough(ordinalsPublicKey, STRANGER_KEY).tapLeafScript;
    },
    says: /is not in the output/,
  },
  'for a leaf without our key': {
    asked: [leaf],
    change: (tx) => {
      const other = passthrough(STRANGER_KEY);
      Object.assign(tx.inputs[2]!, {
        tapLeafScript: other.tapLeafScript,
        witnessUtxo: { script: other.script, amount: 30_000n },
      });
    },
    says: /does not have the key/,
  },
  'for a coin whose output is not told': {
    asked: [key],
    change: (tx) => {
      delete (tx.inputs[3] as Partial<Draft['inputs'][number]>).witnessUtxo;
    },
    says: /input 3 of the PSBT does not include the output/,
  },
  'for an input that is final': {
    asked: [pay],
    change: (tx) => {
      tx.inputs[1]!.finalScriptWitness = [new Uint8Array(64)];
    },
    says: /input 1 is already finalised/,
  },
};

for (const [what, { asked = [key], change, says }] of Object.entries(REFUSED)) {
  test(`a wallet asked ${what} signs nothing`, async () => {
    const transaction = draft();
    change?.(transaction);
    const attempt = sign(asked, transaction);
    await expect(attempt).rejects.toMatchObject({ name: 'UnsafePsbt', message: expect.stringMatching(says) });
  });
}

describe('the key path of a passthrough', () => {
  const root = leafHashOf(held.tapLeafScript[0]![1]);
  const own = { txid: txid(3), vout: 3, merkleRoot: hex.encode(root) };
  const entry = { address: ordinalsAddress, publicKey: ordinalsPublicKey, signingIndexes: [2], sigHash: 0 };
  const taken = (change: (transaction: Draft) => void = () => {}) => {
    const transaction = draft();
    const input = transaction.inputs[2]!;
    delete input.tapLeafScript;
    Object.assign(input, { tapInternalKey: hex.decode(ordinalsPublicKey), tapMerkleRoot: root });
    change(transaction);
    return transaction;
  };

  test('is signed DEFAULT when its owner names that passthrough', async () => {
    const { psbt, scripts, amounts, inputs } = await sign([entry], taken(), own);
    const hash = psbt.transaction.preimageWitnessV1(2, scripts, 0, amounts);
    expect(verifySchnorr(hash, held.script.subarray(2), inputs[2]!.tapKeySig!)).toBe(true);
    expect(inputs.map(hasSignature)).toEqual([false, false, true, false]);
  });

  test.each<[string, OwnPassthrough | undefined, Partial<InputToSign>, Parameters<typeof taken>[0], RegExp]>([
    ['nobody asked for it', undefined, {}, undefined, /which is not bcrt1p/],
    ['another one was named', { ...own, txid: txid(9) }, {}, undefined, /which is not bcrt1p/],
    ['another output was named', { ...own, vout: 0 }, {}, undefined, /which is not bcrt1p/],
    ['another root was named', { ...own, merkleRoot: txid(9) }, {}, undefined, /not a passthrough of bcrt1p/],
    [
      'the PSBT shows another root',
      own,
      {},
      (tx) => {
        tx.inputs[2]!.tapMerkleRoot = hex.decode(txid(9));
      },
      /has the merkle root 0909/,
    ],
    [
      'the PSBT shows no root',
      own,
      {},
      (tx) => void delete tx.inputs[2]!.tapMerkleRoot,
      /merkle root undefined/,
    ],
    ['another sighash is asked for', own, { sigHash: 0x83 }, undefined, /taken back with DEFAULT only/],
    ['ALL is asked for', own, { sigHash: 1 }, undefined, /taken back with DEFAULT only/],
    [
      'the PSBT carries the leaf',
      own,
      {},
      (tx) => {
        tx.inputs[2]!.tapLeafScript = held.tapLeafScript;
      },
      /has a leaf: a key path signature/,
    ],
    [
      'it is of another key',
      own,
      {},
      (tx) => {
        tx.inputs[2]!.witnessUtxo.script = passthrough(STRANGER_KEY).script;
      },
      /not a passthrough of bcrt1p/,
    ],
  ])('is not signed when %s', async (_, named, change, tamper, sentence) => {
    await expect(sign([{ ...entry, ...change }], taken(tamper), named)).rejects.toThrow(sentence);
  });
});

test('a wallet refuses what is no PSBT, or too large to be one of ours', async () => {
  const request = (psbtBase64: string) => wallet.signPsbt({ psbtBase64, inputsToSign: [key] });
  await expect(request('bm90IGEgcHNidA==')).rejects.toThrow(/cannot be decoded/);
  await expect(request('A'.repeat(1_500_001))).rejects.toThrow(/1500001 characters/);
});

test('a redeem script that is not ours is refused', async () => {
  const payer = testWallet('p2sh-p2wpkh');
  const transaction = draft(scriptOf(payer.paymentAddress, 'regtest'));
  transaction.inputs[1]!.redeemScript = STRANGER.script;
  const request = {
    psbtBase64: psbtOf(transaction),
    inputsToSign: [{ address: payer.paymentAddress, signingIndexes: [1] }],
  };
  await expect(payer.signPsbt(request)).rejects.toThrow(/redeem script of input 1/);
});
