import { hex } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import { describe, expect, test } from 'vitest';
import { type InspectOptions, inspect } from '../../src/inspect/index.ts';
import { addressOf } from '../../src/wallet/network.ts';
import {
  type Draft,
  listingPreflight,
  psbtOf,
  purchasePreflight,
  STRANGER,
  testWallet,
  txid,
} from '../honest.ts';
import { takeBackPreflight } from '../honest-take-back.ts';

const buyer = testWallet('p2wpkh', 5);
const seller = testWallet();
const yoursOf = ({ ordinalsAddress, paymentAddress }: typeof buyer) => [ordinalsAddress, paymentAddress];

/** The purchase of two listings, changed, as its buyer sees it. */
function purchase(change: (draft: Draft) => void, options: Partial<InspectOptions> = {}) {
  const { preflight } = purchasePreflight('p2wpkh', { sale: change });
  const [step] = preflight.steps;
  return codes(step!.psbtBase64, { yours: yoursOf(buyer), inputsToSign: step!.inputsToSign, ...options });
}

/** The seller's half of a sale, changed, as its seller sees it. */
function leg(change: (draft: Draft) => void) {
  const { preflight } = listingPreflight(1, { leg: change });
  return codes(preflight.listings[0]!.psbts[1]!.psbtBase64, { yours: yoursOf(seller) });
}

function codes(psbt: string, options: Partial<InspectOptions>): string[] {
  const { findings } = inspect(psbt, { network: 'regtest', ...options });
  for (const { text } of findings) expect(text).toMatch(/^[A-Z].*[.]$/);
  return findings.map(({ severity, code }) => `${severity} ${code}`);
}

test('an honest purchase, sale and take-back have no findings', () => {
  expect(purchase(() => {})).toEqual([]);
  expect(leg(() => {})).toEqual([]);
  const { preflight, wallet } = takeBackPreflight();
  expect(codes(preflight.steps[0]!.psbtBase64, { yours: yoursOf(wallet) })).toEqual([]);
});

describe('a finding says stop', () => {
  const own = (draft: Draft) => draft.inputs[5]!;

  test('when the amount is not the agreed one', () => {
    const expected = { paysAtMostSats: 224_924 };
    expect(purchase(() => {}, { expected })).toEqual([]);
    expect(purchase((draft) => (draft.outputs[6]!.amount -= 10_000n), { expected })).toEqual([
      'stop wrong-amount',
    ]);
    const { psbtBase64 } = listingPreflight(1).preflight.listings[0]!.psbts[1]!;
    const least = { receivesAtLeastSats: 99_001 };
    expect(codes(psbtBase64, { yours: yoursOf(seller), expected: least })).toEqual(['stop wrong-amount']);
  });

  test('when an output that has to be yours is not', () => {
    expect(purchase((draft) => (draft.outputs[1]!.script = STRANGER.script))).toContain(
      'stop output-not-yours',
    );
    expect(leg((draft) => (draft.outputs[0]!.script = STRANGER.script))).toContain('stop output-not-yours');
  });

  test('when the sighash is NONE, or SINGLE alone, or unknown, or contradicts the request', () => {
    const asked = (sigHash: number) => ({
      inputsToSign: [{ address: buyer.paymentAddress, signingIndexes: [5], sigHash }],
    });
    const plain = (draft: Draft) => void delete own(draft).sighashType;
    expect(purchase(plain, asked(2))).toEqual(['stop outputs-open']);
    expect(purchase(plain, asked(3))).toEqual(['stop outputs-open']);
    expect(purchase(plain, asked(0x40))).toEqual(['stop unknown-sighash']);
    expect(purchase(() => {}, asked(0x81))).toEqual(['stop sighash-contradiction', 'stop outputs-open']);
  });

  test('when SINGLE has no output at its index', () => {
    expect(
      purchase(
        (draft) => {
          own(draft).sighashType = 0x83;
          draft.outputs.length = 5;
        },
        { inputsToSign: [{ address: buyer.paymentAddress, signingIndexes: [5] }] },
      ),
    ).toContain('stop outputs-open');
  });

  test('when ANYONECANPAY is signed on a coin that no second key guards', () => {
    expect(
      purchase((draft) => (own(draft).sighashType = 0x81), { inputsToSign: undefined as never }),
    ).toContain('stop outputs-open');
  });

  test('when the PSBT lacks the signed coin, and a warning when it lacks another', () => {
    const bare = (index: number) => {
      const { preflight } = purchasePreflight('p2wpkh');
      const transaction = Transaction.fromPSBT(Buffer.from(preflight.steps[0]!.psbtBase64, 'base64'), {
        disableScriptCheck: true,
      });
      transaction.updateInput(index, { witnessUtxo: undefined as never }, true);
      const { inputsToSign } = preflight.steps[0]!;
      return codes(hex.encode(transaction.toPSBT()), { yours: yoursOf(buyer), inputsToSign });
    };
    expect(bare(5)).toContain('stop coin-missing');
    expect(bare(0)).toContain('warning coin-missing');
  });

  test('when the previous transaction is not the one that is spent, or has another amount', () => {
    const previous = new Transaction({ disableScriptCheck: true, allowUnknownOutputs: true });
    previous.addInput({ txid: txid(0x70), index: 0 });
    previous.addOutput({ script: STRANGER.script, amount: 7_000n });
    const coin = (id: string, amount: bigint) =>
      psbtOf({
        inputs: [
          {
            txid: id,
            index: 0,
            witnessUtxo: { script: STRANGER.script, amount: 7_000n },
            tapInternalKey: new Uint8Array(0) as never,
          },
        ].map(({ tapInternalKey: _, ...input }) => input),
        outputs: [{ script: STRANGER.script, amount }],
      });
    const withPrevious = (psbt: string, amount: bigint) => {
      // PSBT_IN_WITNESS_UTXO, then the whole transaction as PSBT_IN_NON_WITNESS_UTXO in front of it
      const bytes = Buffer.from(psbt, 'base64').toString('hex');
      const raw = hex.encode(previous.toBytes(true, false));
      const shown = bytes.replace('581b0000000000002251', `${le64(amount)}2251`);
      const at = shown.indexOf('01012b');
      const field = `0100${(raw.length / 2).toString(16).padStart(2, '0')}${raw}`;
      return `${shown.slice(0, at)}${field}${shown.slice(at)}`;
    };
    expect(codes(withPrevious(coin(previous.id, 6_000n), 7_000n), {})).toEqual([]);
    expect(codes(withPrevious(coin(previous.id, 6_000n), 9_000n), {})).toEqual(['stop coin-mismatch']);
    expect(codes(withPrevious(coin(txid(0x71), 6_000n), 7_000n), {})).toEqual(['stop coin-mismatch']);
  });

  test('when the network fee is absurd', () => {
    expect(purchase((draft) => void draft.outputs.pop())).toEqual(['stop absurd-fee']);
  });

  test('when more is paid than spent', () => {
    expect(purchase((draft) => (draft.outputs[6]!.amount += 10_000n))).toEqual(['stop pays-too-much']);
  });

  test('when a coin is spent twice', () => {
    expect(purchase((draft) => void draft.inputs.push({ ...own(draft) }))).toContain('stop spent-twice');
  });

  test('when the asked input is not yours', () => {
    const inputsToSign = [{ address: buyer.paymentAddress, signingIndexes: [5, 3] }];
    expect(purchase(() => {}, { inputsToSign })).toEqual(['stop not-your-coin', 'warning fee-can-lie']);
  });

  test('when your inscription goes to the fee, is burnt, or is given for nothing', () => {
    const { ordinalsAddress } = seller;
    const inscription = { txid: txid(0x10), vout: 1 };
    const script = Transaction.fromPSBT(
      Buffer.from(listingPreflight(1).preflight.listings[0]!.psbts[0]!.psbtBase64, 'base64'),
      { disableScriptCheck: true },
    ).getInput(0).witnessUtxo!.script;
    const move = (offset: number, outputs: Draft['outputs']) =>
      codes(
        psbtOf({
          inputs: [
            { txid: txid(0x10), index: 1, witnessUtxo: { script, amount: 10_000n } },
            { txid: txid(0x11), index: 0, witnessUtxo: { script, amount: 50_000n } },
          ],
          outputs,
        }),
        { yours: [ordinalsAddress], inscriptions: [{ ...inscription, offset }] },
      );
    const home = { script, amount: 59_000n };
    expect(move(0, [home])).toContain('warning inscription-not-alone');
    const data = { script: hex.decode('6a0101'), amount: 10_000n };
    expect(move(0, [data, { script, amount: 49_000n }])).toEqual(
      expect.arrayContaining(['stop burnt', 'stop inscription-for-nothing']),
    );
    const away = { script: STRANGER.script, amount: 10_000n };
    expect(move(0, [away, { script, amount: 49_000n }])).toContain('stop inscription-for-nothing');
    expect(move(9_999, [{ script, amount: 9_000n }])).toContain('stop inscription-for-nothing');
  });

  test('when a passthrough shows the fields of its key path, or another leaf', () => {
    const key = hex.decode(seller.ordinalsPublicKey);
    expect(leg((draft) => (draft.inputs[0]!.tapInternalKey = key))).toContain('stop two-paths');
    expect(leg((draft) => (draft.inputs[0]!.witnessUtxo.script = STRANGER.script))).toContain(
      'stop leaf-not-in-output',
    );
  });
});

describe('a finding warns or notes', () => {
  test('dust, a high fee rate, a lock time, an unknown transaction', () => {
    expect(purchase((draft) => (draft.outputs[5]!.amount = 100n))).toContain('warning dust');
    expect(purchase((draft) => (draft.lockTime = 800_000))).toEqual(['note lock-time']);
    expect(purchase((draft) => (draft.version = 4))).toEqual(['warning version']);
    const script = Transaction.fromPSBT(
      Buffer.from(purchasePreflight('p2wpkh').preflight.steps[0]!.psbtBase64, 'base64'),
      { disableScriptCheck: true },
    ).getInput(5).witnessUtxo!.script;
    const plain = (fee: bigint) =>
      codes(
        psbtOf({
          inputs: [{ txid: txid(0x60), index: 3, witnessUtxo: { script, amount: 500_000n } }],
          outputs: [
            { script: STRANGER.script, amount: 100_000n },
            { script, amount: 400_000n - fee },
          ],
        }),
        { yours: [addressOf(script, 'regtest')!] },
      );
    expect(plain(1_000n)).toEqual(['note unknown-transaction']);
    expect(plain(60_000n)).toEqual(['warning absurd-fee', 'note unknown-transaction']);
  });
});

const le64 = (amount: bigint) => {
  const bytes = new DataView(new ArrayBuffer(8));
  bytes.setBigUint64(0, amount, true);
  return hex.encode(new Uint8Array(bytes.buffer));
};
