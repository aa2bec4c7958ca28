/**
 * A hacked service asks the three signers again and again, and lies in every field. What one signer has signed
 * it shows to the next. One of the signers may be in its hands too: then it signs for itself.
 */
import { hexToBytes } from '@ordbook/protocol/bitcoin/bytes';
import { tierText } from '@ordbook/protocol/collection-offer/admission';
import { criteriaHash, criteriaJson } from '@ordbook/protocol/collection-offer/criteria';
import { eligibleSet } from '@ordbook/protocol/collection-offer/eligible-set';
import { cutProof } from '@ordbook/protocol/custody/build';
import { decodeBundle, encodeBundle } from '@ordbook/protocol/custody/bundle';
import { readComplete } from '@ordbook/protocol/custody/transaction';
import { type FillTerms, fillLayout } from '@ordbook/protocol/fill/fill';
import { Refusal } from '@ordbook/protocol/refusals';
import { blockOf } from '../../../../protocol/test/custody/made-proof.ts';
import { type Random, randomFrom } from '../../../../stack/random.ts';
import type { FillProofs, FillSigners, PolicyRequest } from '../../../src/signer/fill-port.ts';
import { SignerRefusal } from '../../../src/signer/port.ts';
import { signInputs } from '../../../src/signer/signing/signatures.ts';
import { GATE_MESSAGES, POLICY_MESSAGES } from '../../../src/signer/transport/fill-messages.ts';
import { base64 } from '../../../src/trading/custody/fill-proofs.ts';
import { SLUG } from '../../support/desk.ts';
import { gateMemory, marketBreach, policyBreach } from './guarantees.ts';
import { changed, lieAbout, type Place, placesIn } from './lies.ts';
import { TIERS, type World } from './world.ts';

export type Role = 'market' | 'policy' | 'gate';

export interface Campaign {
  readonly signers: Omit<FillSigners, 'market'> & {
    readonly market: Pick<FillSigners['market'], 'signFill'>;
  };
  /** The signer that is in the attacker's hands, and its secret in hex; null: none. */
  readonly hacked: { readonly role: Role; readonly secret: string } | null;
  readonly requests: number;
  readonly seed: number;
}

export interface Outcome {
  readonly requests: number;
  readonly signed: Readonly<Record<Role, number>>;
  readonly refused: Readonly<Record<Role, number>>;
  /** Signatures that break a guarantee of a signer that is not hacked, and answers that are no answer. */
  readonly breaches: readonly string[];
}

export async function play(world: World, { signers, hacked, requests, seed }: Campaign): Promise<Outcome> {
  const signed = { market: 0, policy: 0, gate: 0 };
  const refused = { market: 0, policy: 0, gate: 0 };
  const breaches: string[] = [];
  const memory = gateMemory(world);
  const facts = await knownFacts(world);
  let asked = 0;

  /** The answer of a signer; null: it refused. Anything else than a refusal is a breach. */
  async function ask<Answer>(role: Role, what: string, call: () => Promise<Answer>): Promise<Answer | null> {
    asked += 1;
    try {
      const answer = await call();
      signed[role] += 1;
      return answer;
    } catch (error) {
      refused[role] += 1;
      const isRefusal = error instanceof SignerRefusal || (error instanceof Refusal && !hasFailed(error));
      if (!isRefusal) breaches.push(`${role} failed at ${what}: ${String(error)}`);
      return null;
    }
  }
  const note = (role: Role, what: string, breach: string | null) => {
    if (breach !== null && hacked?.role !== role) breaches.push(`${role} signed ${breach} (${what})`);
  };

  for (let round = 0; asked < requests; round += 1) {
    const random = randomFrom(seed * 1_000_003 + round);
    const { request, what } = await hostileRequest(world, random, facts);
    const { terms } = request;
    const own = (role: Role) => (hacked?.role === role ? signatureOf(hacked.secret, role, terms) : null);

    const market =
      own('market') ?? (await ask('market', what, () => signers.market.signFill(request)))?.signature;
    if (market && hacked?.role !== 'market') note('market', what, marketBreach(world, request, market));
    const policy =
      own('policy') ?? (await ask('policy', what, () => signers.policy.signFill(request)))?.signature;
    if (policy && hacked?.role !== 'policy') note('policy', what, await policyBreach(world, request, policy));
    if (hacked?.role === 'gate') continue;

    const shown = { terms, market: market ?? '11'.repeat(64), policy: policy ?? '22'.repeat(64) };
    const lies = lied(GATE_MESSAGES.signFill.request, shown, random.below(3) === 0 ? 1 : 0, facts, random);
    const gate = await ask('gate', `${what}; ${lies.what}`, () => signers.gate.signFill(lies.message));
    if (gate) {
      note('gate', what, memory.breach(lies.message.terms, gate));
      if (!market || !policy) note('gate', what, 'a fill that the other two have not signed');
    }
  }
  return { requests: asked, signed, refused, breaches };
}

/** A signer that answers 500 has run into a bug. */
const hasFailed = ({ message }: Refusal) => message.includes('returned status');

function signatureOf(secret: string, role: 'market' | 'policy' | 'gate', terms: FillTerms): string | null {
  try {
    return signInputs(fillLayout(terms, 'regtest'), role, hexToBytes(secret))[0]!.signature;
  } catch {
    return null;
  }
}

/** The places of several honest requests: what a lie is made of. */
async function knownFacts(world: World): Promise<Place[]> {
  const requests = await Promise.all([
    world.honest(world.members[0]!.id, 50_000),
    world.honest(world.members[1]!.id, 600_000),
    world.honest(world.members.at(-1)!.id, 100_000),
    world.honest(world.outsiders[0]!, 50_000),
    world.honest(world.bundled, 50_000),
  ]);
  return requests.flatMap((request) => placesIn(POLICY_MESSAGES.signFill.request, request));
}

/** A request with something wrong, or nothing, and what that is. */
async function hostileRequest(world: World, random: Random, facts: readonly Place[]) {
  const inscription = random.pick([
    ...world.members.map(({ id }) => id),
    ...world.members.map(({ id }) => id),
    ...world.outsiders,
    world.bundled,
  ]);
  const priceSats = random.pick([10_000, 50_000, 495_000, 500_000, 1_000_000]);
  const honest = await world.honest(inscription, priceSats);
  const named = CATALOGUE[random.below(2 * CATALOGUE.length)];
  const start = named ? named.change(honest, world, random) : honest;
  const { message, what } = lied(POLICY_MESSAGES.signFill.request, start, random.below(3), facts, random);
  // the seller is the attacker's friend: it signs whatever helps
  const request = random.below(4) > 0 ? world.resigned(message) : message;
  return { request, what: [named?.what, what].filter(Boolean).join('; ') || 'an honest request' };
}

function lied<Message>(
  schema: Parameters<typeof placesIn>[0],
  message: Message,
  count: number,
  facts: readonly Place[],
  random: Random,
): { readonly message: Message; readonly what: string } {
  let current = message;
  const what: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const place = random.pick(placesIn(schema, current));
    current = changed(current, place.path, lieAbout(place, facts, random));
    what.push(place.path.join('.'));
  }
  return { message: current, what: what.join(', ') };
}

interface Attack {
  readonly what: string;
  readonly change: (request: PolicyRequest, world: World, random: Random) => PolicyRequest;
}

const withOffer = (request: PolicyRequest, offer: Partial<FillTerms['offer']>): PolicyRequest => ({
  ...request,
  terms: { ...request.terms, offer: { ...request.terms.offer, ...offer } },
});
const withTerms = (request: PolicyRequest, terms: Partial<FillTerms>): PolicyRequest => ({
  ...request,
  terms: { ...request.terms, ...terms },
});

/** A consistent offer for a set of the attacker's choice. */
function forSet(request: PolicyRequest, ids: readonly string[], height: number, slug = SLUG): PolicyRequest {
  const json = criteriaJson({ collection: slug, height, target: { kind: 'all' } });
  const set = eligibleSet(ids);
  const proof = set.proofOf(request.terms.inscription.id) ?? request.proof;
  const offer = { eligibleRoot: set.root, criteriaHash: criteriaHash(json) };
  return { ...withOffer(request, offer), criteriaJson: json, proof };
}

const withCustody = (request: PolicyRequest, custody: Partial<FillProofs>): PolicyRequest => ({
  ...request,
  custody: { ...request.custody, ...custody },
});

/** Attacks without a contradiction: only somebody who knows the chain and the index sees the lie. */
const CATALOGUE: readonly Attack[] = [
  {
    what: 'a set with an outsider',
    change: (request, { members, height }) =>
      forSet(request, [...members.map(({ id }) => id), request.terms.inscription.id], height),
  },
  {
    what: 'a set as of a block to come',
    change: (request, { members, height }, random) =>
      forSet(
        request,
        members.map(({ id }) => id),
        height + 1 + random.below(100),
      ),
  },
  {
    what: 'a set as of the tip',
    change: (request, { members, height }) =>
      forSet(
        request,
        members.map(({ id }) => id),
        height,
      ),
  },
  {
    what: 'a set of the inscription alone',
    change: (request, { height }) => forSet(request, [request.terms.inscription.id], height),
  },
  {
    what: 'a set of another collection',
    change: (request, { members, height }) =>
      forSet(
        request,
        members.map(({ id }) => id),
        height,
        'elsewhere',
      ),
  },
  { what: 'no proof of a membership', change: (request) => withCustody(request, { source: null }) },
  {
    what: 'the proof of where the goods were before',
    change: (request) => {
      const goods = new Uint8Array(Buffer.from(request.custody.goods, 'base64'));
      const { moves } = decodeBundle(goods);
      return withCustody(request, { goods: base64(cutProof(goods, Math.max(moves.length - 1, 0))) });
    },
  },
  {
    what: 'goods in a block of its own, with work',
    change: (request) => {
      const bundle = decodeBundle(new Uint8Array(Buffer.from(request.custody.goods, 'base64')));
      const own = blockOf({ ...readComplete(bundle.reveal), complete: bundle.reveal });
      return withCustody(request, { goods: base64(encodeBundle({ ...bundle, ...own })) });
    },
  },
  {
    what: 'the proofs of another member',
    change: (request, { proofs }, random) => withCustody(request, random.pick(proofs)),
  },
  {
    what: 'the parent of another member',
    change: (request, { proofs }, random) => withCustody(request, { source: random.pick(proofs).source }),
  },
  {
    what: 'a parent of its own',
    change: (request, { outsiders }) =>
      withCustody(request, { source: { inscriptionId: outsiders[0]!, proof: request.custody.goods } }),
  },
  {
    what: 'an offer that has expired',
    change: (request, { desk }) =>
      withOffer(request, { expiresAt: Math.floor(desk.clock.now().getTime() / 1_000) }),
  },
  {
    what: 'keys of the attacker',
    change: (request, { buyer }, random) => {
      const role = random.pick(['market', 'gate', 'policy'] as const);
      const keys = { ...request.terms.offer.keys, [role]: buyer.payment.publicKey.slice(-64) };
      return withOffer(request, { keys });
    },
  },
  { what: 'no marketplace fee', change: (request) => withTerms(request, { marketplace: null }) },
  {
    what: 'the marketplace fee to the attacker',
    change: (request, { seller }) =>
      withTerms(request, { marketplace: { address: seller.payment.address, valueSats: 5_000 } }),
  },
  {
    what: 'most of the price to the miners',
    change: (request) => withTerms(request, { sellerSats: 600 }),
  },
  {
    what: 'an admission coin that a stranger paid for',
    change: (request, { strange }) => withTerms(request, { admission: strange }),
  },
  {
    what: 'an admission coin of another tier',
    change: (request, { admissions }, random) => {
      const tier = random.pick(TIERS);
      const admission = random.pick(admissions.get(tierText(tier))!);
      return withTerms(request, { admission, tier: { number: tier.number, lockBlocks: tier.lockBlocks } });
    },
  },
  {
    what: 'a secret of another offer',
    change: (request) => ({ ...request, authSecret: '7a'.repeat(32) }),
  },
  {
    what: 'the coin of another inscription',
    change: (request, _, random) =>
      withTerms(request, { utxo: random.pick([request.terms.funding.payments[0]!]) }),
  },
];
