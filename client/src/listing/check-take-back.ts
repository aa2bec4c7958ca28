/**
 * What a seller's wallet verifies before it signs a take-back. Pure: depends only on the response of the
 * service and what the seller wants.
 *
 * From the PSBT come the coin, the root of its leaf, and the operator's coin and change. The take-back is
 * built here from our key: only a passthrough of ours is the coin, and all of it returns to us.
 */
import { bip86Script } from '@ordbook/protocol/bitcoin/keys';
import { layout, pay, row, spend } from '@ordbook/protocol/layout/layout';
import { passthroughLock } from '@ordbook/protocol/listing/passthrough';
import { seenLock } from '@ordbook/protocol/locks/seen';
import { hex } from '@scure/base';
import type { Answer } from '../operation.ts';
import { checkLocation, type Location } from '../signing/location.ts';
import { coinOf, type PsbtInput, readPsbt } from '../signing/psbt.ts';
import {
  type BuiltStep,
  inputSeen,
  outputSeen,
  paysSeen,
  rebuild,
  rebuiltStep,
  stepsOf,
} from '../signing/rebuilt.ts';
import { taprootScript } from '../signing/taproot.ts';
import { demand } from '../signing/unsafe-psbt.ts';
import type { OwnPassthrough, WalletIdentity } from '../wallet/wallet.ts';

/** What the service wants signed to take a listing back. */
export type TakeBackPreflight = Answer<'/collection/{slug}/listings/{listingId}/take-back/preflight'>;

/** What a preflight of a take-back is compared with. */
export interface TakeBackTerms {
  readonly wallet: WalletIdentity;
  readonly listingId: string;
  /** If given, this must be the inscription that comes back. */
  readonly inscriptionId?: string;
  /**
   * Outpoint of the inscription, from your own index: output 0 of the listing's transfer. Without it the
   * service is trusted.
   */
  readonly location?: Location;
  /** x-only hex. If given, the passthrough must use this market key. */
  readonly marketPublicKey?: string;
}

/** What a take-back does, as verified. */
export interface CheckedTakeBack {
  readonly inscriptionId: string;
  /** The passthrough that the wallet may sign by key path. */
  readonly passthrough: OwnPassthrough;
  /** Sats that come back to our ordinals address. */
  readonly valueSats: number;
  /** What to sign, built here. */
  readonly step: BuiltStep;
}

/**
 * Checks the response and builds what to sign. Throws `UnsafePsbt` with the first thing that is wrong, or
 * that differs from what was built.
 */
export function checkTakeBack(preflight: TakeBackPreflight, terms: TakeBackTerms): CheckedTakeBack {
  const { wallet, location, marketPublicKey } = terms;
  const { listingId, inscriptionId, expectedTxid } = preflight;
  demand(listingId === terms.listingId && inscriptionId === (terms.inscriptionId ?? inscriptionId), () => {
    return `the service built a take-back of ${inscriptionId} from listing ${listingId}`;
  });
  const what = 'the take-back';
  const [step] = stepsOf(what, preflight.steps, 1);
  const psbt = readPsbt(step!.psbtBase64);
  const [held, paying] = [inputSeen(what, psbt, 0), inputSeen(what, psbt, 1)];
  outputSeen(what, psbt, 1);
  checkLocation(what, held, location);
  const own = wallet.ordinalsPublicKey.slice(-64);
  const merkleRoot = rootSeen(held, own, marketPublicKey);
  return rebuild(what, () => {
    const script = hex.encode(taprootScript(hex.decode(own), hex.decode(merkleRoot)));
    const lock = { type: 'p2tr', script, internalKey: own, outputKey: script.slice(4), merkleRoot } as const;
    const coin = { ...coinOf(held), vout: 0 };
    const operator = seenLock(hex.encode(paying.script));
    const table = layout('take-back', [
      row(
        spend('passthrough', coin, lock, { seller: 'DEFAULT' }),
        pay('inscription', held.valueSats, bip86Script(own)),
      ),
      row(spend('anchor change', coinOf(paying), operator, {}), paysSeen(psbt, 1)[0]!),
    ]);
    const willing = { what, table, party: 'seller', stepIndex: 0, wallet, txid: expectedTxid } as const;
    const { txid, vout, valueSats } = coin;
    return {
      inscriptionId,
      passthrough: { txid, vout, merkleRoot },
      valueSats,
      step: rebuiltStep(step!, willing),
    };
  });
}

/** The merkle root, hex, with which the passthrough is built: that of the market's key, if it is known. */
function rootSeen({ fields: { tapMerkleRoot } }: PsbtInput, own: string, market: string | undefined): string {
  demand(tapMerkleRoot?.length === 32, () => 'the take-back has no merkle root');
  const root = hex.encode(tapMerkleRoot);
  demand(market === undefined || root === passthroughLock(own, market.slice(-64)).leafHash, () => {
    return `the take-back does not spend a passthrough of the market key ${market}`;
  });
  return root;
}
