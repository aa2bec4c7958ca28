/**
 * Attacker: a stranger, or a service in foreign hands, who has the signature of a sign-in message.
 * Aim:      a coin of its signer, or the signer's session.
 * Guard:    BIP-322: what is signed spends an output that can never exist. The message names domain, address, role and nonce.
 */

import { verifyBip322Simple } from '@ordbook/protocol/bitcoin/bip322';
import { bytesToHex, concatBytes, hexToBytes } from '@ordbook/protocol/bitcoin/bytes';
import { scriptOf } from '@ordbook/protocol/bitcoin/keys';
import { taggedHash } from '@ordbook/protocol/bitcoin/taproot';
import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import { RawOldTx } from '@scure/btc-signer/script.js';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { issueChallenges, verifyChallenges } from '../../src/trading/account/sign-in.ts';
import { preflightListing, submitListing } from '../../src/trading/listing/list.ts';
import { type Desk, openDesk } from '../support/desk.ts';
import { listingBody, refusalOf } from '../support/trade.ts';
import { signStep, type Trader } from '../support/trader.ts';
import { testAddress } from '../support/wallet.ts';
import { type AttackedChain, attackedChain } from './attacked-chain.ts';

vi.setConfig({ testTimeout: 60_000 });

let world: AttackedChain;
let desk: Desk;
beforeAll(async () => {
  world = await attackedChain();
  desk = await openDesk({ anchors: 4 });
});
afterAll(() => desk?.close());

const ordinals = testAddress('victim ordinals', 'p2tr');
const payment = testAddress('victim payment', 'p2wpkh');
const wallet = { ordinalsAddress: ordinals.address, paymentAddress: payment.address };

/** The transaction that a sign-in signature would spend, raw hex. Source: BIP-322. */
function toSpend(message: string, address: string): string {
  const hash = taggedHash('BIP0322-signed-message', new TextEncoder().encode(message));
  const raw = RawOldTx.encode({
    version: 0,
    inputs: [
      {
        txid: new Uint8Array(32),
        index: 0xffffffff,
        finalScriptSig: concatBytes(Uint8Array.of(0x00, 0x20), hash),
        sequence: 0,
      },
    ],
    outputs: [{ amount: 0n, script: hexToBytes(scriptOf(address, 'regtest')) }],
    lockTime: 0,
  });
  return bytesToHex(raw);
}

describe('the signature of a sign-in message', () => {
  test('spends nothing: the transaction that it spends can be in no block', async () => {
    const { challenges } = await issueChallenges(desk.ctx, wallet);
    const spent = toSpend(challenges[0]!.message, ordinals.address);
    expect(await world.mined(spent)).toMatch(/bad-cb|coinbase|prevout-null/);
    const toSign = RawOldTx.encode({
      version: 0,
      inputs: [
        {
          txid: hexToBytes(readTransaction(spent).txid),
          index: 0,
          finalScriptSig: new Uint8Array(),
          sequence: 0,
        },
      ],
      outputs: [{ amount: 0n, script: Uint8Array.of(0x6a) }],
      lockTime: 0,
    });
    expect(await world.mined(bytesToHex(toSign))).toMatch(/missing|spent/);
  });

  test('is good for that message only: no other address, role, nonce, time or domain', async () => {
    const [first] = (await issueChallenges(desk.ctx, wallet)).challenges;
    const signatureHex = ordinals.sign(first!.message);
    const { address, message } = first!;
    expect(verifyBip322Simple({ address, message, signatureHex, network: 'regtest' })).toBe(true);
    const others = [
      message.replace('market.test', 'other.test'),
      message.replace('ordinals', 'payment'),
      message.replace(/Nonce: \w+/, `Nonce: ${'00'.repeat(16)}`),
      message.replace('Issued at: 2026', 'Issued at: 2027'),
    ];
    for (const other of others) {
      expect(other).not.toBe(message);
      expect(verifyBip322Simple({ address, message: other, signatureHex, network: 'regtest' })).toBe(false);
    }
    expect(verifyBip322Simple({ address: payment.address, message, signatureHex, network: 'regtest' })).toBe(
      false,
    );
  });
});

describe('a session got by relaying a challenge to its victim', () => {
  test('opens: the wallet signed what it was shown. It moves no coin: every trade needs another signature', async () => {
    // The thief asks for the victim's challenges, and has the victim sign them on a site of his own.
    await desk.miner.pay([{ address: payment.address, sats: 200_000 }]);
    await desk.mine();
    const { authRequestId, challenges } = await issueChallenges(desk.ctx, wallet);
    const { profile, bindings } = await verifyChallenges(desk.ctx, {
      authRequestId,
      verifications: challenges.map(({ challengeId, address, message, role }) => ({
        challengeId,
        address,
        signature: (role === 'ordinals' ? ordinals : payment).sign(message),
      })),
    });
    const victim: Trader = {
      caller: { profileId: profile.id },
      walletBindingId: bindings[0]!.id,
      ordinals: {
        ...(await thiefs(desk)).ordinals,
        address: ordinals.address,
        publicKey: ordinals.publicKey,
      },
      payment: (await thiefs(desk)).payment,
    };
    const ids = await desk.inscribe(victim, 1);
    const body = listingBody(victim, ids, 10_000);
    const built = await preflightListing(desk.ctx, victim.caller, body);
    const signed = {
      ...body,
      anchors: built.listings.map(({ inscriptionId, anchorUtxoId }) => ({ inscriptionId, anchorUtxoId })),
      signed: built.listings.map(({ inscriptionId, psbts }) => ({
        inscriptionId,
        psbts: psbts.map((step) => withThiefsKey(victim, step)),
      })),
      signedRecoveryPsbt: withThiefsKey(victim, built.recoveryPsbt),
    };
    expect((await refusalOf(submitListing(desk.ctx, victim.caller, signed))).code).toBe('bad_signature');
  });
});

let thief: Trader | undefined;
async function thiefs(from: Desk): Promise<Trader> {
  [thief] = thief ? [thief] : await from.traders(['p2wpkh']);
  return thief!;
}

/** Signs with the thief's key where the victim's is asked for; left unsigned where the key does not fit. */
function withThiefsKey<Step extends Parameters<typeof signStep>[1]>(victim: Trader, step: Step): Step {
  try {
    return signStep(victim, step);
  } catch {
    return step;
  }
}
