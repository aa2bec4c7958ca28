/** What an honest service answers to a take-back, built by hand, and the places where a dishonest one would change it. */
import { hex } from '@scure/base';
import type { TakeBackPreflight, TakeBackTerms } from '../src/listing/check-take-back.ts';
import type { Unparsed } from '../src/responses/sats.ts';
import { readPsbt } from '../src/signing/psbt.ts';
import { leafHashOf } from '../src/signing/taproot.ts';
import { scriptOf } from '../src/wallet/network.ts';
import { type Draft, passthrough, psbtOf, STRANGER, testWallet, txid } from './honest.ts';
import { parsed } from './parsed.ts';

export const LISTING_ID = '3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11';

export interface TakeBackTampering {
  draft?(draft: Draft): void;
  /** The announced txid is that of the changed PSBT unless this changes it. */
  answer?(preflight: Unparsed<TakeBackPreflight>): void;
  terms?(terms: TakeBackTerms): void;
}

/** The preflight that takes an inscription of 10,000 sats back; `root`: the passthrough's merkle root, hex. */
export function takeBackPreflight(tampering: TakeBackTampering = {}) {
  const wallet = testWallet();
  const { ordinalsAddress, ordinalsPublicKey } = wallet;
  const held = passthrough(ordinalsPublicKey);
  const root = leafHashOf(held.tapLeafScript[0]![1]);
  const draft: Draft = {
    inputs: [
      {
        txid: txid(0x50),
        index: 0,
        witnessUtxo: { script: held.script, amount: 10_000n },
        tapInternalKey: hex.decode(ordinalsPublicKey),
        tapMerkleRoot: root,
      },
      { txid: txid(0x50), index: 1, witnessUtxo: { script: STRANGER.script, amount: 788n } },
    ],
    outputs: [
      { script: scriptOf(ordinalsAddress, 'regtest'), amount: 10_000n },
      { script: STRANGER.script, amount: 576n },
    ],
  };
  tampering.draft?.(draft);
  const psbtBase64 = psbtOf(draft);
  const inscriptionId = `${txid(0x10)}i0`;
  const entry = { address: ordinalsAddress, publicKey: ordinalsPublicKey, signingIndexes: [0], sigHash: 0 };
  const preflight = parsed('/collection/{slug}/listings/{listingId}/take-back/preflight', {
    listingId: LISTING_ID,
    inscriptionId,
    networkFeeSats: 212,
    expectedTxid: readPsbt(psbtBase64).txid,
    steps: [{ stepIndex: 0, signerAddress: ordinalsAddress, inputsToSign: [entry], psbtBase64 }],
  });
  tampering.answer?.(preflight);
  const terms: TakeBackTerms = {
    wallet,
    listingId: LISTING_ID,
    inscriptionId,
    location: { txid: txid(0x50), vout: 0 },
  };
  tampering.terms?.(terms);
  return { preflight, terms, wallet, root: hex.encode(root) };
}
