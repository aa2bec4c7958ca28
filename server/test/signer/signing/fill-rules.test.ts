import { bytesToHex } from '@ordbook/protocol/bitcoin/bytes';
import { bip86Script } from '@ordbook/protocol/bitcoin/keys';
import { admissionLock, type Tier, tierText } from '@ordbook/protocol/collection-offer/admission';
import { criteriaHash, criteriaJson } from '@ordbook/protocol/collection-offer/criteria';
import { eligibleSet } from '@ordbook/protocol/collection-offer/eligible-set';
import { fundingParentLayout } from '@ordbook/protocol/collection-offer/funding';
import { type FillTerms, fillLayout } from '@ordbook/protocol/fill/fill';
import { type Layout, layoutTxid, type Spend } from '@ordbook/protocol/layout/layout';
import { BrokenRule, checkRules } from '@ordbook/protocol/layout/rules';
import { payerLock } from '@ordbook/protocol/locks/payer';
import { outpointText } from '@ordbook/protocol/outpoint';
import { taprootTweakPrivKey } from '@scure/btc-signer/utils.js';
import { describe, expect, test } from 'vitest';
import {
  AUTH_SECRET,
  CRITERIA,
  TIER,
  fillTerms as termsOfFill,
  collectionOfferTerms as termsOfOffer,
} from '../../../../protocol/test/collection-offer/terms.ts';
import {
  coin,
  NETWORK,
  payer,
  paymentAddress,
  SIGNER_KEYS,
  secret,
  xOnly,
} from '../../../../protocol/test/parties.ts';
import type { Inscription } from '../../../src/ordinals/port.ts';
import type { FillRequest, GateRequest, PolicyRequest } from '../../../src/signer/fill-port.ts';
import type { AdmissionLines } from '../../../src/signer/gate/admission-lines.ts';
import { gateSigner } from '../../../src/signer/gate/gate-signer.ts';
import { marketFills } from '../../../src/signer/market/market-fills.ts';
import { type PolicySignerOptions, policySigner } from '../../../src/signer/policy/policy-signer.ts';
import { SignerRefusal } from '../../../src/signer/port.ts';
import { GATE_RULES, MARKET_FILL_RULES, POLICY_FILL_RULES } from '../../../src/signer/signing/fill-rules.ts';
import { signInputs } from '../../../src/signer/signing/signatures.ts';
import { chainOf, childGoods, PARENT, proofsOf } from '../fill-goods.ts';
import { GATE_OPTIONS, gateRequest } from '../gate-requests.ts';
import { FEE_ADDRESS, SIGNER_OPTIONS } from '../requests.ts';

const thief = paymentAddress('thief', 'p2tr');
const creator = { address: paymentAddress('creator', 'p2tr'), valueSats: 600 };
/** What market and policy signer are told alike. */
const FEES = {
  keys: SIGNER_KEYS,
  feeAddress: FEE_ADDRESS,
  payoutAddresses: [creator.address],
  maxFeeRate: 100,
  leastFeeBps: 100,
};
const GOODS = childGoods();
const PARENT_PROOF = { bundle: PARENT.bundle, id: PARENT.inscriptionId };
const IDS = Array.from({ length: 7 }, (_, i) => (i === 3 ? GOODS.id : `${coin(`member ${i}`, 1).txid}i0`));
const collectionOfferTerms: typeof termsOfOffer = (given) =>
  termsOfOffer({ eligibleRoot: eligibleSet(IDS).root, ...given });
const fillTerms = (given: Partial<FillTerms> = {}) =>
  termsOfFill({
    ...{ offer: collectionOfferTerms(), utxo: GOODS.utxo, inscription: { id: GOODS.id, offset: 0 } },
    ...given,
  });
const TIERS = [TIER, { number: 2, fromSats: 1_000_000, lockBlocks: 6, coins: 2, depth: 6 }];
const NOW = new Date(1_790_000_000_000);

/** The chain and the index as the policy signer sees them; a test changes one thing at a time. */
interface SeenWorld {
  readonly now: Date;
  /** Height of the policy signer's node. */
  readonly tip: number;
  readonly missing: readonly string[];
  /** Coins that are worth a sat less, by txid. */
  readonly cheaper: readonly string[];
  readonly unconfirmed: readonly string[];
  /** Proofs whose blocks the node has. */
  readonly blocks: Parameters<typeof chainOf>[1][];
  /** The offer output, once its funding parent is sent. */
  readonly offer: 'unfunded' | 'unspent' | 'spent in the mempool';
  /** Sources of the collection. */
  readonly sources: readonly string[];
  /** Inscriptions that the index has on the coin; null: the signer has no index. */
  readonly indexed: number | null;
  /** The tier of the admission coin. */
  readonly tier: Pick<Tier, 'number' | 'lockBlocks'>;
  /** The line that the gate has for the admission coin; null: it does not know the coin. */
  readonly line: number | null;
}
const WORLD: SeenWorld = {
  now: NOW,
  tip: 120,
  missing: [],
  cheaper: [],
  unconfirmed: [],
  blocks: [GOODS, PARENT_PROOF],
  offer: 'unfunded',
  sources: [PARENT.inscriptionId],
  indexed: null,
  tier: TIER,
  line: 1,
};

/** Lines of a gate that knows the admission coin of `fillTerms`. */
function linesWith(line: number | null): AdmissionLines {
  const known = outpointText(fillTerms().admission);
  return {
    lineOf: (one) => (outpointText(one) === known && line !== null ? { tier: tierText(TIER), line } : null),
    linesFor: () => null,
  };
}

/** An index that has the goods on their coin, as one of `count`. */
function indexOf(count: number): PolicySignerOptions['ordinals'] {
  const output = { ...GOODS.utxo, address: null, script: '', hasRunes: false, spent: false };
  return {
    blockHash: async () => 'h',
    inscription: async () => ({ location: GOODS.utxo, offset: 0 }) as unknown as Inscription,
    outputs: async () => [{ ...output, inscriptionIds: Array<string>(count).fill(GOODS.id) }],
    gallery: async () => null,
  };
}

function signers(terms: FillTerms, world: SeenWorld) {
  const now = () => world.now;
  const market = marketFills({ ...SIGNER_OPTIONS, ...FEES, tiers: TIERS, now });
  const gate = gateSigner({ ...GATE_OPTIONS, tiers: TIERS, now, lines: linesWith(world.line) });
  const honest = fillTerms();
  const coins = [
    { ...honest.utxo, script: bip86Script(honest.sellerKey) },
    { ...honest.admission, script: admissionLock(world.tier, xOnly('gate')).script },
    ...terms.funding.payments.map((one) => ({ ...one, script: payerLock(payer('maker', 'p2wpkh')).script })),
  ];
  const policy = policySigner({
    policy: bytesToHex(secret('policy')),
    network: NETWORK,
    ...FEES,
    tiers: TIERS,
    now,
    chain: {
      ...chainOf(world.tip, ...world.blocks),
      mempoolSpenders: async (asked) =>
        asked.map(() => (world.offer === 'spent in the mempool' ? 'ab'.repeat(32) : null)),
      unspents: async (asked) =>
        asked.map(({ txid, vout }) => {
          const isOffer = txid === layoutTxid(fundingParentLayout(terms.offer, terms.funding));
          if (isOffer && world.offer === 'unspent')
            return { ...fillTerms().utxo, script: '', confirmations: 0, coinbase: false };
          const found = coins.find((one) => one.txid === txid && one.vout === vout);
          if (!found || world.missing.includes(txid)) return null;
          const valueSats = found.valueSats - (world.cheaper.includes(txid) ? 1 : 0);
          return {
            ...found,
            valueSats,
            confirmations: world.unconfirmed.includes(txid) ? 0 : 3,
            coinbase: false,
          };
        }),
    },
    ordinals: world.indexed === null ? null : indexOf(world.indexed),
    collections: async () => [{ slug: 'embers', kind: 'parent_child', sources: world.sources }],
  });
  return { market, gate, policy };
}

interface Case {
  readonly terms?: Partial<FillTerms>;
  readonly offer?: Partial<FillTerms['offer']>;
  readonly request?: Partial<PolicyRequest> & { readonly gate?: Partial<GateRequest> };
  readonly world?: Partial<SeenWorld>;
  /** Sign as the seller first: what an API in foreign hands could get from a seller. Default true. */
  readonly signed?: boolean;
}

/** With the signatures of a market and a policy signer that sign everything. */
function honestly(terms: FillTerms): GateRequest {
  try {
    return gateRequest(terms);
  } catch {
    return { terms, market: '00'.repeat(64), policy: '00'.repeat(64) };
  }
}

/** Which rules were broken so far, by signer. */
const broken = new Set<string>();
/** The last refusal of each signer. */
const refusals = new Map<string, SignerRefusal>();

/** Asks all three; the names of those that refuse. Anything but a SignerRefusal is thrown. */
async function refusers({
  terms: change,
  offer,
  request: more,
  world,
  signed = true,
}: Case): Promise<string[]> {
  const terms = fillTerms({ ...(offer ? { offer: collectionOfferTerms(offer) } : {}), ...change });
  const layoutOf = (of: FillTerms) => fillLayout(of, NETWORK);
  let sellerSignature = '00'.repeat(64);
  try {
    const table = layoutOf(signed ? terms : fillTerms());
    sellerSignature = signInputs(table, 'seller', taprootTweakPrivKey(secret('seller')))[0]!.signature;
  } catch {
    // No layout, no signature: the signers cannot build it either.
  }
  const fill: FillRequest = { terms, sellerSignature, authSecret: more?.authSecret ?? AUTH_SECRET };
  const proof = more?.proof ?? eligibleSet(IDS).proofOf(IDS[3]!)!;
  const custody = proofsOf(GOODS);
  const policyRequest: PolicyRequest = { ...fill, criteriaJson: CRITERIA, proof, custody, ...more };
  const { market, gate, policy } = signers(terms, { ...WORLD, ...world });
  const refused: string[] = [];
  const ask = async (name: string, call: () => Promise<unknown>) => {
    try {
      await call();
    } catch (error) {
      if (!(error instanceof SignerRefusal)) throw error;
      refused.push(name);
      refusals.set(name, error);
      const [, sentence] = /^broken rule, (.*): /s.exec(error.message) ?? [];
      if (sentence) broken.add(`${name}: ${sentence}`);
    }
  };
  await ask('market', () =>
    market.signFill({ ...fill, ...(more?.sellerSignature ? more : {}) } as FillRequest),
  );
  await ask('policy', () => policy.signFill(policyRequest));
  await ask('gate', () => gate.signFill({ ...honestly(terms), ...more?.gate }));
  return refused;
}

const other = coin('another coin', 546);
const ALL = ['market', 'policy', 'gate'];

const ALTERATIONS: readonly (readonly [what: string, Case, refusedBy: readonly string[]])[] = [
  [
    'another market key',
    { offer: { keys: { ...collectionOfferTerms().keys, market: xOnly('thief') } } },
    ALL,
  ],
  [
    'another policy key',
    { offer: { keys: { ...collectionOfferTerms().keys, policy: xOnly('thief') } } },
    ALL,
  ],
  ['another gate key', { offer: { keys: { ...collectionOfferTerms().keys, gate: xOnly('thief') } } }, ALL],
  ['the operator as buyer', { offer: { buyerKey: xOnly('market') } }, ['market']],
  ['the operator as seller', { terms: { sellerKey: xOnly('market') } }, ['market', 'policy']],
  [
    'the anchor key as gate',
    { offer: { keys: { ...collectionOfferTerms().keys, gate: xOnly('anchor') } } },
    ALL,
  ],
  [
    'a price below the minimum',
    { offer: { priceSats: 5_000 }, terms: { sellerSats: 1_000 } },
    ['market', 'policy'],
  ],
  ['a price off the step', { offer: { priceSats: 50_001 } }, ['market', 'policy']],
  ['no marketplace fee', { terms: { marketplace: null } }, ['market', 'policy']],
  [
    "a marketplace fee below the signers' own share",
    { terms: { marketplace: { ...fillTerms().marketplace!, valueSats: 499 } } },
    ['market', 'policy'],
  ],
  ['a network fee of more than half of the price', { terms: { sellerSats: 23_000 } }, ['market', 'policy']],
  ['an admission coin that the gate does not know', { world: { line: null } }, ['gate']],
  ['an admission coin of a line beyond those of its tier', { world: { line: 5 } }, ['gate']],
  ['no signature of the market signer', { request: { gate: { market: '00'.repeat(64) } } }, ['gate']],
  ['no signature of the policy signer', { request: { gate: { policy: '00'.repeat(64) } } }, ['gate']],
  [
    'the fee to somebody else',
    { terms: { marketplace: { address: thief, valueSats: 1_000 } } },
    ['market', 'policy'],
  ],
  [
    'a royalty to somebody whom the settings do not name',
    { terms: { creator: { ...creator, address: thief } } },
    ['market', 'policy'],
  ],
  ['a wrong secret', { request: { authSecret: '00'.repeat(32) } }, ['market', 'policy']],
  [
    'a fee rate beyond sanity',
    {
      offer: { priceSats: 500_000 },
      terms: {
        marketplace: { ...fillTerms().marketplace!, valueSats: 5_000 },
        funding: { payer: payer('maker', 'p2wpkh'), payments: [coin('payment 0', 600_000)] },
      },
    },
    ['market', 'policy'],
  ],
  [
    'a seller who signed another settlement',
    { terms: { sellerSats: 45_000 }, signed: false },
    ['market', 'policy'],
  ],
  ['less for the seller than signed', { terms: { sellerSats: 1_000 }, signed: false }, ['market', 'policy']],
  [
    'a seller address other than signed',
    { terms: { sellerPaymentAddress: thief }, signed: false },
    ['market', 'policy'],
  ],
  [
    'a creator who was not signed',
    { terms: { creator: { address: thief, valueSats: 600 } }, signed: false },
    ['market', 'policy'],
  ],
  [
    'a receive script other than signed',
    { offer: { receiveScript: bip86Script(xOnly('thief')) }, signed: false },
    ['market', 'policy'],
  ],
  ['more paid out than there is', { terms: { sellerSats: 60_000 } }, ALL],
  [
    'criteria that the offer does not commit to',
    {
      request: { criteriaJson: criteriaJson({ collection: 'other', height: 120, target: { kind: 'all' } }) },
    },
    ['policy'],
  ],
  ['criteria that are not canonical', { request: { criteriaJson: ` ${CRITERIA}` } }, ['policy']],
  ['a criteria hash of other criteria', { offer: { criteriaHash: criteriaHash('other') } }, ['policy']],
  [
    'an eligible root of another set',
    { offer: { eligibleRoot: eligibleSet([...IDS, `${coin('x', 1).txid}i0`]).root } },
    ['policy'],
  ],
  ['a parent that the operator does not list', { world: { sources: [] } }, ['policy']],
  ['no proof of the goods', { request: { custody: { ...proofsOf(GOODS), goods: '' } } }, ['policy']],
  ['no proof of a parent', { request: { custody: proofsOf(GOODS, null) } }, ['policy']],
  ['a block that the node does not have', { world: { blocks: [PARENT_PROOF] } }, ['policy']],
  ['a parent whose block the node does not have', { world: { blocks: [GOODS] } }, ['policy']],
  [
    'the proof of another inscription',
    { request: { proof: eligibleSet(IDS).proofOf(IDS[0]!)! } },
    ['policy'],
  ],
  [
    'a proof of another size',
    { request: { proof: { ...eligibleSet(IDS).proofOf(IDS[3]!)!, count: 8 } } },
    ['policy'],
  ],
  [
    'an inscription outside the set',
    { terms: { inscription: { id: `${coin('stranger', 1).txid}i0`, offset: 0 } } },
    ['policy'],
  ],
  ['an expired offer', { world: { now: new Date(1_800_000_000_000) } }, ALL],
  ['an expiry in the past', { offer: { expiresAt: 1_700_000_000 } }, ALL],
  ['a set as of a block to come', { world: { tip: 119 } }, ['policy']],
  [
    'an offset that the proof does not show',
    { terms: { inscription: { id: IDS[3]!, offset: 7 } } },
    ['policy'],
  ],
  ['a coin that does not hold the inscription', { terms: { utxo: other } }, ['policy']],
  ['a second inscription on the coin, by the index of the signer', { world: { indexed: 2 } }, ['policy']],
  ['an inscription that was spent', { world: { missing: [fillTerms().utxo.txid] } }, ['policy']],
  ['an inscription that is not confirmed', { world: { unconfirmed: [fillTerms().utxo.txid] } }, ['policy']],
  ['an admission coin that was spent', { world: { missing: [fillTerms().admission.txid] } }, ['policy']],
  ['an unconfirmed admission coin', { world: { unconfirmed: [fillTerms().admission.txid] } }, ['policy']],
  ['a payment that was spent', { world: { missing: [fillTerms().funding.payments[0]!.txid] } }, ['policy']],
  ['a tier that does not exist', { terms: { tier: { number: 3, lockBlocks: 144 } } }, ['policy', 'gate']],
  ['a shorter lock', { terms: { tier: { number: 1, lockBlocks: 1 } } }, ['policy', 'gate']],
  ['the tier of another price', { terms: { tier: TIERS[1]! } }, ['policy', 'gate']],
  ['an admission coin of another value', { terms: { admission: coin('admission', 334, 4) } }, ALL],
  ['the inscription as admission coin', { terms: { admission: fillTerms().utxo } }, ALL],
  [
    'an inscription of other value than signed',
    { terms: { utxo: { ...fillTerms().utxo, valueSats: 600 } }, signed: false },
    ['market', 'policy'],
  ],
];

describe('a fill', () => {
  test('as the service builds it is signed by all three, and the signatures verify', async () => {
    expect(await refusers({})).toEqual([]);
  });

  test('is signed by a policy signer with an index that agrees', async () => {
    expect(await refusers({ world: { indexed: 1 } })).toEqual([]);
  });

  test.each(['unspent', 'spent in the mempool'] as const)(
    'whose funding parent is sent is signed while the offer output is %s',
    async (offer) => {
      const missing = fillTerms().funding.payments.map(({ txid }) => txid);
      expect(await refusers({ world: { missing, offer } })).toEqual([]);
    },
  );

  const goods = [fillTerms().utxo.txid];
  test.each([
    ['spent', 'a coin is gone, as in a race', { missing: goods }],
    ['rule', 'a coin is worth less than the terms claim', { cheaper: goods }],
    ['rule', 'a coin is gone, and another rule is broken', { missing: goods, indexed: 2 }],
  ] as const)('is refused for the reason `%s` where %s', async (why, _where, world) => {
    expect(await refusers({ world })).toEqual(['policy']);
    expect(refusals.get('policy')!.why).toBe(why);
  });

  test('with a royalty is signed by all three', async () => {
    expect(await refusers({ terms: { creator } })).toEqual([]);
  });

  test('of so little that the least fee would be dust is signed without a marketplace fee', async () => {
    const offer = { priceSats: 10_000 };
    expect(await refusers({ offer, terms: { marketplace: null, sellerSats: 8_000 } })).toEqual([]);
  });

  test('of a higher tier needs a set whose block is deeper', async () => {
    const funding = { payer: payer('maker', 'p2wpkh'), payments: [coin('payment 0', 1_100_000)] };
    const terms = {
      funding,
      sellerSats: 950_000,
      marketplace: { ...fillTerms().marketplace!, valueSats: 10_000 },
    };
    const asked = { offer: { priceSats: 1_000_000 }, terms: { ...terms, tier: TIERS[1]! } };
    expect(await refusers({ ...asked, world: { tip: 124, tier: TIERS[1]! } })).toContain('policy');
    expect(await refusers({ ...asked, world: { tip: 125, tier: TIERS[1]! } })).not.toContain('policy');
  });

  test.each(ALTERATIONS)('with %s is refused', async (_what, change, by) => {
    expect(await refusers(change)).toEqual(by);
  });

  const honest = fillLayout(fillTerms(), NETWORK);
  const extra = { ...honest.inputs[2]!, coin: coin('another admission', 333) };
  const own = { ...honest.inputs[0]!, signs: { gate: 'DEFAULT' } } as Spend;
  const TABLES: readonly (readonly [what: string, table: Layout])[] = [
    ['a fourth input', { ...honest, inputs: [...honest.inputs, extra] }],
    ['no new admission coin', { ...honest, outputs: honest.outputs.slice(0, -1) }],
    ['a signature of the gate on a third input', { ...honest, inputs: [own, ...honest.inputs.slice(1)] }],
  ];

  test.each(TABLES)(
    'whose table has %s is refused by the gate, which checks what it signs',
    (_what, table) => {
      const [market, policy] = (['market', 'policy'] as const).map(
        (role) => signInputs(table, role, secret(role))[0]!.signature,
      ) as [string, string];
      const request = { terms: fillTerms(), market, policy };
      const line = { tier: tierText(TIER), line: 1 };
      const check = () =>
        checkRules(GATE_RULES, { request, table, tiers: TIERS, keys: SIGNER_KEYS, line, now: NOW });
      expect(check).toThrow(BrokenRule);
      try {
        check();
      } catch (error) {
        broken.add(`gate: ${(error as BrokenRule).rule}`);
      }
    },
  );

  test('breaks, in one of these ways, each rule of each signer', () => {
    const rules = [
      ...MARKET_FILL_RULES.map(({ sentence }) => `market: ${sentence}`),
      ...POLICY_FILL_RULES.map(({ sentence }) => `policy: ${sentence}`),
      ...GATE_RULES.map(({ sentence }) => `gate: ${sentence}`),
    ];
    const seen = [...broken];
    expect(rules.filter((rule) => !seen.some((one) => one.startsWith(rule)))).toEqual([]);
  });
});
