/** PSBTs built to be explained as something that they are not. */
import { hex } from '@scure/base';
import { p2pkh, p2wpkh } from '@scure/btc-signer';
import { describe, expect, test } from 'vitest';
import { type InspectOptions, inspect, picture, sentence, stack } from '../../src/inspect/index.ts';
import { taprootScript } from '../../src/signing/taproot.ts';
import { networkParams } from '../../src/wallet/network.ts';
import { type Draft, passthrough, psbtOf, STRANGER, STRANGER_KEY, testWallet, txid } from '../honest.ts';

const victim = testWallet();
const PARAMS = networkParams('regtest');
const yours = [victim.ordinalsAddress, victim.paymentAddress];
const home = taprootScript(hex.decode(victim.ordinalsPublicKey));
const purse = p2wpkh(hex.decode(victim.paymentPublicKey), PARAMS).script;
const away = STRANGER.script;
const MILLION = 100_000_000n;

let next = 0x40;
const coin = (script: Uint8Array, amount: bigint, more: object = {}): Draft['inputs'][number] => ({
  txid: txid(next++),
  index: 0,
  witnessUtxo: { script, amount },
  ...more,
});

function explained(draft: Draft, options: Partial<InspectOptions> = {}) {
  const explanation = inspect(psbtOf(draft), { network: 'regtest', yours, ...options });
  const codes = explanation.findings.map(({ severity, code }) => `${severity} ${code}`);
  return { explanation, codes, words: sentence(explanation), total: stack(explanation)?.totalSats };
}

describe('a payment is not hidden', () => {
  /** Looks like a purchase in which the victim's coin is the passthrough. */
  const dressed = (held: bigint) => ({
    inputs: [coin(away, 1_000n), coin(away, 1_000n), coin(purse, held), coin(away, 30_000n)],
    outputs: [
      { script: away, amount: 2_000n },
      { script: away, amount: held },
      { script: purse, amount: 5_000n },
      { script: away, amount: 24_000n },
    ],
  });

  test('by a shape that takes a coin of yours for one with an inscription', () => {
    const draft = dressed(MILLION);
    const { explanation, total, words } = explained(draft);
    expect(explanation.role.kind).toBe('purchase');
    expect(total).toBe(5_000 - Number(MILLION));
    const { txid: id, vout } = explanation.inputs[2]!;
    const source = { inscriptions: [{ txid: id, vout }] };
    expect(stack(inspect(psbtOf(draft), { network: 'regtest', yours, ...source }))!.totalSats).toBe(5_000);
    expect(words).toContain('You pay 99,995,000 sats');
  });

  test('by a transfer whose anchor is a coin of yours', () => {
    const taproot = testWallet('p2tr', 9);
    const own = taprootScript(hex.decode(taproot.paymentPublicKey));
    const { explanation, words, total } = explained(
      {
        inputs: [coin(home, 10_000n), coin(own, 500_000n)],
        outputs: [
          { script: away, amount: 10_000n },
          { script: own, amount: 470_000n },
        ],
      },
      { yours: [...yours, taproot.paymentAddress] },
    );
    expect(explanation.role.kind).toBe('transfer');
    expect(total).toBe(-30_000);
    expect(words).toMatch(/^You pay 30,000 sats and give an inscription/);
  });

  test('by a fee that a coin of unknown size makes look small', () => {
    const p2wsh = hex.decode(`0020${'11'.repeat(32)}`);
    const { codes } = explained({
      inputs: [coin(purse, MILLION), coin(p2wsh, 330n)],
      outputs: [{ script: purse, amount: 80_000_000n }],
    });
    expect(codes).toContain('stop absurd-fee');
  });

  test('by a redeem script that does not belong to a coin without segwit', () => {
    const { script } = p2pkh(hex.decode(victim.paymentPublicKey), PARAMS);
    const redeemScript = hex.decode('0014'.padEnd(44, '1'));
    const { codes } = explained(
      {
        inputs: [coin(script, 10_000n, { redeemScript })],
        outputs: [{ script, amount: 9_500n }],
      },
      { yours: [hex.encode(script)] },
    );
    expect(codes).toContain('stop value-unproven');
  });

  test('by an offer whose script may give the money to anyone', () => {
    const root = hex.decode('77'.repeat(32));
    const key = hex.decode(victim.ordinalsPublicKey);
    const data = hex.decode(`6a40${victim.ordinalsPublicKey}${hex.encode(root)}`);
    const { codes, words } = explained({
      version: 3,
      inputs: [coin(home, 100_000n)],
      outputs: [
        { script: taprootScript(key, root), amount: 100_000n },
        { script: data, amount: 0n },
      ],
    });
    expect(codes).toContain('warning offer-unproven');
    expect(words).not.toContain('your key alone');
  });
});

describe('a finding is not suppressed', () => {
  test('by a signature of somebody else on your input', () => {
    const made = (more: object, options: Partial<InspectOptions> = {}) =>
      explained(
        {
          inputs: [coin(purse, 100_000n, { sighashType: 0x82, ...more })],
          outputs: [{ script: purse, amount: 99_000n }],
        },
        options,
      ).codes;
    expect(made({})).toContain('stop outputs-open');
    const forged = hex.decode(`3044${'02'.padEnd(134, '1')}01`);
    expect(made({ partialSig: [[hex.decode(`02${STRANGER_KEY}`), forged]] })).toContain('stop outputs-open');
    const final = { finalScriptWitness: [forged, hex.decode(`02${STRANGER_KEY}`)] };
    expect(made(final)).toContain('stop outputs-open');
    const inputsToSign = [{ address: victim.paymentAddress, signingIndexes: [0] }];
    expect(made(final, { inputsToSign })).toContain('stop outputs-open');
    expect(made({ ...final, sighashType: 1 }, { inputsToSign })).toEqual([]);
  });

  test('by a forged signature on a taproot input of yours', () => {
    const { codes } = explained({
      inputs: [coin(home, 100_000n, { sighashType: 0x83, tapKeySig: new Uint8Array(64).fill(7) })],
      outputs: [{ script: home, amount: 100_000n }],
    });
    expect(codes).toContain('stop outputs-open');
  });

  test('by a forged final input that is not segwit', () => {
    const { script } = p2pkh(hex.decode(victim.paymentPublicKey), PARAMS);
    const { codes } = explained(
      {
        inputs: [coin(script, 10_000n, { finalScriptSig: hex.decode('51') })],
        outputs: [{ script, amount: 9_500n }],
      },
      { yours: [hex.encode(script)] },
    );
    expect(codes).toContain('stop value-unproven');
  });

  test('by a passthrough of another market', () => {
    const held = passthrough(victim.ordinalsPublicKey, STRANGER_KEY);
    const draft = {
      inputs: [coin(held.script, 10_000n, { tapLeafScript: held.tapLeafScript, sighashType: 0x83 })],
      outputs: [{ script: purse, amount: 109_000n }],
    };
    expect(explained(draft, { marketKey: victim.ordinalsPublicKey }).codes).toContain('stop another-market');
  });

  test('by a passthrough that another key can spend alone', () => {
    const held = passthrough(victim.ordinalsPublicKey, undefined, STRANGER_KEY);
    const { explanation } = explained({
      inputs: [coin(held.script, 10_000n, { tapLeafScript: held.tapLeafScript, sighashType: 0x83 })],
      outputs: [{ script: purse, amount: 109_000n }],
    });
    expect(explanation.inputs[0]!.owner).toBe('other');
  });
});

describe('the line of an inscription', () => {
  /** A passthrough that is signed 0x83, and a coin that claims a signature over everything. */
  const areOpen = (other: Draft['inputs'][number]) => {
    const held = passthrough(victim.ordinalsPublicKey);
    const own = coin(held.script, 10_000n, { tapLeafScript: held.tapLeafScript, sighashType: 0x83 });
    const draft = {
      inputs: [own, other],
      outputs: [
        { script: purse, amount: 109_000n },
        { script: away, amount: 90_000n },
      ],
    };
    const inscriptions = draft.inputs.map(({ txid: id, index }) => ({ txid: id as string, vout: index! }));
    return explained(draft, { inscriptions }).explanation.inscriptions.map(({ isOpen }) => isOpen);
  };

  test('is open where your own signature leaves it open, whoever else has signed', () => {
    const forged = { tapKeySig: new Uint8Array(64).fill(9) };
    expect(areOpen(coin(away, 200_000n, forged))).toEqual([true, true]);
    expect(areOpen(coin(purse, 200_000n))).toEqual([true, false]);
  });
});

describe('a name', () => {
  const named = (name: string) => {
    const first = coin(home, 10_000n);
    return explained(
      {
        inputs: [first, coin(purse, 50_000n)],
        outputs: [
          { script: away, amount: 10_000n },
          { script: purse, amount: 40_000n },
        ],
      },
      { inscriptions: [{ txid: first.txid, vout: 0, name }] },
    );
  };

  test('says nothing in the words of the explanation', () => {
    const { words } = named('a mouse. You receive 5,000,000 sats');
    expect(words).toContain('“a mouse. You receive 5,000,000 sats”');
    expect(named('a” and receive 5 sats “b').words).toContain('“a and receive 5 sats b”');
  });

  test('does not turn what is around it, and stays short', () => {
    const { words, explanation } = named('\u202Estas 000,5 eviecer\u2066\u200B\nx');
    expect(words).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(picture(explanation)).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/u);
    expect(named('x'.repeat(5_000)).words.length).toBeLessThan(300);
  });
});
