import { localWallet, type SigningRequest } from '@ordbook/client';
import { Transaction } from '@scure/btc-signer';
import { afterEach, expect, test } from 'vitest';
import {
  explained,
  explainingWallet,
  type Question,
  question,
  subject,
} from '../../src/trader/sign/explaining-wallet.ts';

const wallet = localWallet({
  ordinals: { type: 'p2tr', secret: '01'.repeat(32) },
  payment: { type: 'p2wpkh', secret: '02'.repeat(32) },
  network: 'regtest',
});

/** A payment of 100,000 of 500,000 sats of the wallet to somebody else, with this fee. */
function payment(feeSats: number): SigningRequest {
  const transaction = new Transaction();
  const [own] = [Buffer.from('0014', 'hex')];
  const script = Buffer.concat([own!, witnessProgram()]);
  transaction.addInput({ txid: '11'.repeat(32), index: 0, witnessUtxo: { script, amount: 500_000n } });
  transaction.addOutput({ script: Buffer.from(`0014${'77'.repeat(20)}`, 'hex'), amount: 100_000n });
  transaction.addOutput({ script, amount: BigInt(400_000 - feeSats) });
  return {
    psbtBase64: Buffer.from(transaction.toPSBT()).toString('base64'),
    inputsToSign: [{ address: wallet.paymentAddress, signingIndexes: [0], sigHash: 1 }],
  };
}

/** The 20 bytes of the payment address. */
function witnessProgram(): Uint8Array {
  const words = wallet.paymentAddress.slice('bcrt1q'.length, -6);
  const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
  const bits = [...words].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Uint8Array.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)));
}

const end: { follow(): void } = { follow: () => undefined };
afterEach(() => {
  end.follow();
  question.set(null);
});

/** Answers every question, and notes what was asked. */
function answering(isAccepted: boolean): Question[] {
  const asked: Question[] = [];
  end.follow = question.follow(() => {
    const now = question.get();
    if (!now) return;
    asked.push(now);
    queueMicrotask(() => now.answer(isAccepted));
  });
  return asked;
}

test('nothing is signed before the question was answered with yes', async () => {
  const worst = { lossSats: 1_000, isBounded: true, isExact: true, attacks: [], cheaper: [] };
  const cautions = ['Twice the floor.'];
  const summary = { words: ['Judged.'], paysSats: 1, receivesSats: 0, inscriptions: [], goods: [], worst };
  subject.set({ title: 'Pay', items: [], signedCoins: [], summary, cautions, isLent: true });
  const asked = answering(true);
  const signed = await explainingWallet(wallet).signPsbt(payment(1_000));
  expect(signed).toBe(await wallet.signPsbt(payment(1_000)));
  expect(asked.map(({ title, explanations }) => [title, explanations.length])).toEqual([['Pay', 1]]);
  expect(asked[0]!.worst).toEqual([
    'Whatever others do with these signatures, your coins lose at most 1,000 sats.',
    expect.stringMatching(/unspent, and without inscriptions, is the service’s word/),
  ]);
  expect(asked[0]).toMatchObject({ cautions, lead: expect.stringMatching(/^You pay 101,000 sats/) });
});

test('a no signs nothing', async () => {
  answering(false);
  await expect(explainingWallet(wallet).signPsbt(payment(1_000))).rejects.toThrow('You did not sign');
});

test('several PSBTs are one question, also where the wallet signs one at a time', async () => {
  const asked = answering(true);
  const signed = await explainingWallet(wallet).signPsbts!([payment(1_000), payment(2_000)]);
  expect(signed).toHaveLength(2);
  expect(asked.map(({ explanations, lead }) => [explanations.length, lead])).toEqual([[2, 'Judged.']]);
});

test('what a check says stop to is not signed, whatever the answer is', async () => {
  const asked = answering(true);
  const signed: string[] = [];
  const counting = {
    ...wallet,
    signPsbt: async (request: SigningRequest) => {
      signed.push(request.psbtBase64);
      return request.psbtBase64;
    },
  };
  await expect(explainingWallet(counting).signPsbt(payment(300_000))).rejects.toThrow(/signing is disabled/);
  expect(asked[0]!.explanations[0]!.findings).toMatchObject([
    { severity: 'stop', code: 'absurd-fee' },
    { code: 'unknown-transaction' },
  ]);
  expect(signed).toEqual([]);
});

test('what a PSBT does is explained as its signer sees it', () => {
  const [explanation] = explained(wallet, [payment(1_000)], []);
  expect(explanation!.inputs[0]!.owner).toBe('you');
  expect(explanation!.inputs[0]!.signature.state).toBe('asked');
});
