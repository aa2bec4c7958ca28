import { bytesToHex } from '@ordbook/protocol/bitcoin/bytes';
import { bip86Script } from '@ordbook/protocol/bitcoin/keys';
import { admissionLock } from '@ordbook/protocol/collection-offer/admission';
import { criteriaHash, criteriaJson } from '@ordbook/protocol/collection-offer/criteria';
import { eligibleSet } from '@ordbook/protocol/collection-offer/eligible-set';
import { type FillTerms, fillLayout } from '@ordbook/protocol/fill/fill';
import { payerLock } from '@ordbook/protocol/locks/payer';
import { taprootTweakPrivKey } from '@scure/btc-signer/utils.js';
import { describe, expect, test } from 'vitest';
import {
  AUTH_SECRET,
  CRITERIA,
  collectionOfferTerms,
  fillTerms,
  IDS,
  TIER,
} from '../../../../protocol/test/collection-offer/terms.ts';
import { coin, NETWORK, payer, paymentAddress, secret, xOnly } from '../../../../protocol/test/parties.ts';
import type { FillRequest, PolicyRequest } from '../../../src/signer/fill-port.ts';
import { gateSigner } from '../../../src/signer/gate/gate-signer.ts';
import { marketFills } from '../../../src/signer/market/market-fills.ts';
import { policySigner } from '../../../src/signer/policy/policy-signer.ts';
import { SignerRefusal } from '../../../src/signer/port.ts';
import { signInputs } from '../../../src/signer/signing/signatures.ts';
import { FEE_ADDRESS, SIGNER_OPTIONS } from '../requests.ts';

const thief = paymentAddress('thief', 'p2tr');
const creator = { address: paymentAddress('creator', 'p2tr'), valueSats: 600 };
/** What market and policy signer are told alike. */
const FEES = { feeAddress: FEE_ADDRESS, payoutAddresses: [creator.address], maxFeeRate: 100 };
const TIERS = [TIER, { number: 2, fromSats: 1_000_000, lockBlocks: 6, coins: 2 }];
const NOW = new Date(1_790_000_000_000);

/** The chain and the index as the policy signer sees them; a test changes one thing at a time. */
interface SeenWorld {
  readonly now: Date;
  /** Height of the policy signer's node. */
  readonly tip: number;
  readonly missing: readonly string[];
  readonly unconfirmed: readonly string[];
  readonly offset: number;
  readonly neighbours: readonly string[];
  readonly runes: boolean;
  readonly members: readonly string[];
}
const WORLD: SeenWorld = {
  now: NOW,
  tip: 120,
  missing: [],
  unconfirmed: [],
  offset: 0,
  neighbours: [],
  runes: false,
  members: IDS,
};

function signers(terms: FillTerms, world: SeenWorld) {
  const now = () => world.now;
  const market = marketFills({ ...SIGNER_OPTIONS, ...FEES, gateKey: xOnly('gate'), tiers: TIERS, now });
  const gate = gateSigner({ gate: bytesToHex(secret('gate')), network: NETWORK, tiers: TIERS, now });
  const honest = fillTerms();
  const coins = [
    { ...honest.utxo, script: bip86Script(honest.sellerKey) },
    { ...honest.admission, script: admissionLock(TIER, xOnly('gate')).script },
    ...terms.funding.payments.map((one) => ({ ...one, script: payerLock(payer('maker', 'p2wpkh')).script })),
  ];
  const policy = policySigner({
    policy: bytesToHex(secret('policy')),
    network: NETWORK,
    ...FEES,
    now,
    chain: {
      tip: async () => ({ height: world.tip, hash: 'h' }),
      transaction: async () => null,
      unspents: async (asked) =>
        asked.map(({ txid, vout }) => {
          const found = coins.find((one) => one.txid === txid && one.vout === vout);
          if (!found || world.missing.includes(txid)) return null;
          return { ...found, confirmations: world.unconfirmed.includes(txid) ? 0 : 3, coinbase: false };
        }),
    },
    ordinals: {
      blockHash: async () => 'h',
      inscription: async (id) =>
        IDS.includes(id)
          ? {
              id,
              number: 1,
              contentType: null,
              title: null,
              traits: [],
              parents: [],
              sat: null,
              charms: [],
              genesisHeight: 1,
              previous: null,
              genesisTime: 0,
              address: null,
              location: { txid: honest.utxo.txid, vout: honest.utxo.vout },
              offset: world.offset,
              outputValueSats: honest.utxo.valueSats,
            }
          : null,
      outputs: async () => [
        {
          ...honest.utxo,
          address: null,
          script: '',
          inscriptionIds: [IDS[3]!, ...world.neighbours],
          hasRunes: world.runes,
          spent: false,
        },
      ],
    },
    eligible: async () => (world.members.length === 0 ? null : eligibleSet(world.members)),
  });
  return { market, gate, policy };
}

interface Case {
  readonly terms?: Partial<FillTerms>;
  readonly offer?: Partial<FillTerms['offer']>;
  readonly request?: Partial<PolicyRequest>;
  readonly world?: Partial<SeenWorld>;
  /** Sign as the seller first: what an API in foreign hands could get from a seller. Default true. */
  readonly signed?: boolean;
}

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
  const policyRequest: PolicyRequest = { ...fill, criteriaJson: CRITERIA, proof, ...more };
  const { market, gate, policy } = signers(terms, { ...WORLD, ...world });
  const refused: string[] = [];
  const ask = async (name: string, call: () => Promise<unknown>) => {
    try {
      await call();
    } catch (error) {
      if (!(error instanceof SignerRefusal)) throw error;
      refused.push(name);
    }
  };
  await ask('market', () =>
    market.signFill({ ...fill, ...(more?.sellerSignature ? more : {}) } as FillRequest),
  );
  await ask('policy', () => policy.signFill(policyRequest));
  await ask('gate', () => gate.signFill({ terms }));
  return refused;
}

const other = coin('another coin', 546);
const ALL = ['market', 'policy', 'gate'];

const ALTERATIONS: readonly (readonly [what: string, Case, refusedBy: readonly string[]])[] = [
  [
    'another market key',
    { offer: { keys: { ...collectionOfferTerms().keys, market: xOnly('thief') } } },
    ['market'],
  ],
  [
    'another policy key',
    { offer: { keys: { ...collectionOfferTerms().keys, policy: xOnly('thief') } } },
    ['policy'],
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
      terms: { funding: { payer: payer('maker', 'p2wpkh'), payments: [coin('payment 0', 600_000)] } },
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
  ['a set that the index does not give', { world: { members: IDS.slice(1) } }, ['policy']],
  ['a collection without members', { world: { members: [] } }, ['policy']],
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
  ['an inscription at another offset', { world: { offset: 100 } }, ['policy']],
  [
    'an offset that the index does not tell',
    { terms: { inscription: { id: IDS[3]!, offset: 7 } } },
    ['policy'],
  ],
  ['a coin that does not hold the inscription', { terms: { utxo: other } }, ['policy']],
  ['a second inscription on the coin', { world: { neighbours: [IDS[5]!] } }, ['policy']],
  ['runes on the coin', { world: { runes: true } }, ['policy']],
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

  test('with a royalty is signed by all three', async () => {
    expect(await refusers({ terms: { creator } })).toEqual([]);
  });

  test('that the marketplace takes no fee of is signed by all three', async () => {
    expect(await refusers({ terms: { marketplace: null } })).toEqual([]);
  });

  test.each(ALTERATIONS)('with %s is refused', async (_what, change, by) => {
    expect(await refusers(change)).toEqual(by);
  });
});
