/** Attacks on what a collection offer commits to, and on the sign-in message. */

import { hex } from '@scure/base';
import type { CollectionOfferPreflight } from '../../../src/index.ts';
import { addressOf } from '../../../src/wallet/network.ts';
import { type OfferOutputTerms, offerOutput } from '../../offer-output.ts';
import { type Attack, type Scene, THIEF, THIEF_KEY } from '../attack.ts';
import type { Json } from '../lie.ts';

type Promised = CollectionOfferPreflight['offers'][number];

/** Offer 0 with other terms: leaf, address and funding parent commit to them. */
function committed({ body, psbts, wallet }: Scene, change: (terms: Json) => void): void {
  const offer = body.offers[0] as Promised;
  const terms: Json = {
    priceSats: offer.priceSats,
    expiresAtUnix: offer.expiresAtUnix,
    receiveScript: offer.buyerReceiveScriptHex,
    eligibleRoot: offer.eligibleRoot,
    criteriaHash: offer.offerCriteriaHash,
    buyerKey: offer.buyerPublicKey,
    authSecretHash: offer.offerAuthSecretHash,
    signers: { ...offer.signerPublicKeys },
  };
  change(terms);
  // what commits to a time before 1970 cannot be built
  const expiresAtUnix = Math.max(0, terms.expiresAtUnix);
  const output = offerOutput({ ...terms, expiresAtUnix } as OfferOutputTerms);
  Object.assign(offer, {
    expiresAtUnix: terms.expiresAtUnix,
    buyerReceiveScriptHex: terms.receiveScript,
    eligibleRoot: terms.eligibleRoot,
    offerCriteriaHash: terms.criteriaHash,
    buyerPublicKey: terms.buyerKey,
    offerAuthSecretHash: terms.authSecretHash,
    signerPublicKeys: terms.signers,
    offerScriptHex: output.leaf,
    offerAddress: addressOf(output.script, wallet.network),
  });
  const { outputs } = psbts[0]!.psbt.global.unsignedTx;
  outputs[0]!.script = output.script;
  outputs.at(-1)!.script = output.exitData;
}

const onOffer = (
  finding: number | null,
  name: string,
  refusal: RegExp,
  change: (terms: Json, scene: Scene) => void,
): Attack => ({
  finding,
  name,
  on: ['collection-offer'],
  refusal,
  change: (scene) => committed(scene, (terms) => change(terms, scene)),
});

export const ON_COLLECTION_OFFERS: readonly Attack[] = [
  onOffer(4, 'a longer secret hash opens a path for a thief', /offerAuthSecretHash/, (terms) => {
    terms.authSecretHash = `${terms.authSecretHash}8820${THIEF_KEY}ad4c8b`;
  }),
  ...(['market', 'gate', 'policy'] as const).map((role) =>
    onOffer(4, `the ${role} key is a thief's`, /has the \w+ key/, (terms) => {
      terms.signers[role] = THIEF_KEY;
    }),
  ),
  onOffer(4, 'all three signers are one thief', /has the \w+ key/, (terms) => {
    terms.signers = { market: THIEF_KEY, gate: THIEF_KEY, policy: THIEF_KEY };
  }),
  onOffer(12, 'the expiry is before 1970, so that it never comes', /expiresAtUnix|expires/, (terms) => {
    terms.expiresAtUnix = -2_048;
  }),
  onOffer(12, 'the expiry is in the past', /expires|shows/, (terms) => {
    terms.expiresAtUnix = 1;
  }),
  onOffer(12, 'the expiry is a year later', /expires/, (terms, { body }) => {
    terms.expiresAtUnix += 31_536_000;
    body.offers[0].expiresAt = new Date(terms.expiresAtUnix * 1_000).toISOString();
  }),
  onOffer(12, 'the expiry in words is another', /shows the expiry/, (_terms, { body }) => {
    body.offers[0].expiresAt = new Date(0).toISOString();
  }),
  onOffer(12, 'the root has 33 bytes', /eligibleRoot/, (terms) => {
    terms.eligibleRoot = `${terms.eligibleRoot}00`;
  }),
  onOffer(null, 'the set is another', /our index finds/, (terms) => {
    terms.eligibleRoot = 'ab'.repeat(32);
  }),
  onOffer(null, 'the criteria are others', /commit to its criteria/, (terms) => {
    terms.criteriaHash = 'ab'.repeat(32);
  }),
  onOffer(null, 'the inscription goes to a thief', /sends the inscription/, (terms) => {
    terms.receiveScript = hex.encode(THIEF.script);
  }),
  onOffer(null, 'the money goes back to a thief', /returns the money/, (terms) => {
    terms.buyerKey = THIEF_KEY;
  }),
  {
    finding: null,
    name: 'the funding parent does not pay the offer but a thief',
    on: ['collection-offer'],
    refusal: /to its first output|output 0 of offer 1 pays 60000 sats/,
    steals: true,
    change: ({ psbts }) => {
      psbts[0]!.psbt.global.unsignedTx.outputs[0]!.script = THIEF.script;
    },
  },
  {
    finding: null,
    name: 'the exit data is missing, so that the buyer cannot leave alone',
    on: ['collection-offer'],
    refusal: /exit data|offer 1 has 2 outputs, not 3/,
    change: ({ psbts }) => {
      psbts[0]!.psbt.global.unsignedTx.outputs.pop();
      psbts[0]!.psbt.outputs.pop();
    },
  },
  {
    finding: null,
    name: 'the criteria text is for another collection',
    on: ['collection-offer'],
    refusal: /which was not requested/,
    change: ({ body }) => {
      const [offer] = body.offers;
      offer.criteriaCanonicalJson = offer.criteriaCanonicalJson.replace('"kind"', '"extra":1,"kind"');
    },
  },
];

const onMessage = (name: string, change: (challenges: Json[], scene: Scene) => unknown): Attack => ({
  finding: 11,
  name,
  on: ['sign-in'],
  refusal: /challenge|asks|message|begins with|signature|address/,
  change: ({ body, ...scene }) => change(body.challenges, { body, ...scene }),
});

export const ON_SIGN_IN: readonly Attack[] = [
  onMessage('a text that contains the address', ([first], { wallet }) => {
    first.message = `I owe a thief 1 BTC. ${wallet.ordinalsAddress}`;
  }),
  onMessage('the login of another site', ([first]) => {
    first.message = first.message.replace('localhost', 'example.org').replace('127.0.0.1', 'example.org');
  }),
  onMessage('twenty challenges more', (challenges) => {
    for (let more = 0; more < 20; more += 1) challenges.push({ ...challenges[0] });
  }),
  onMessage('the address of somebody else', ([first]) => {
    first.address = addressOf(THIEF.script, 'regtest');
  }),
  onMessage('a line more', ([first]) => {
    first.message += '\nI agree to the terms.';
  }),
  onMessage('an expiry in ten years', ([first]) => {
    first.message = first.message.replace(/Expires at: 2/, 'Expires at: 3');
  }),
  onMessage('a message that was issued last year', ([first]) => {
    first.message = first.message.replace(/Issued at: \d{4}/, 'Issued at: 2019');
  }),
  onMessage('the other role', (challenges) => {
    if (challenges.length < 2) return false;
    [challenges[0].role, challenges[1].role] = [challenges[1].role, challenges[0].role];
    return true;
  }),
  onMessage('an address of ours only once', (challenges) => {
    if (challenges.length < 2) return false;
    challenges.pop();
    return true;
  }),
];
