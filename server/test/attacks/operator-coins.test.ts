/**
 * Attacker: the service, taken over, with honest signers and a wallet of its own that lists and buys.
 * Aim:      operator coins: an output to the thief in whatever spends one, or as much of one as possible to a
 * miner.
 * Guard:    the signer builds each transaction itself from terms that name no such output, and judges what it
 * built by its own rules.
 */

import { anchorAddress, scriptOf } from '@ordbook/protocol/bitcoin/keys';
import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import { counterRecoveryLayout } from '@ordbook/protocol/counter/counter';
import { type Layout, layoutTxid, networkFee } from '@ordbook/protocol/layout/layout';
import { checkRules, type Rule } from '@ordbook/protocol/layout/rules';
import { layoutSize } from '@ordbook/protocol/layout/size';
import { bumpLayout } from '@ordbook/protocol/listing/bump';
import { admissionFanOutLayout, fanOutLayout } from '@ordbook/protocol/operator-coins/fan-out';
import type { Utxo } from '@ordbook/protocol/outpoint';
import { saleLayout } from '@ordbook/protocol/purchase/sale';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { TIER } from '../../../protocol/test/collection-offer/terms.ts';
import { coin, KEYS, NETWORK, SIGNER_KEYS, xOnly } from '../../../protocol/test/parties.ts';
import { ADMISSION_FAN_OUT_RULES } from '../../src/signer/market/admission-fan-out-rules.ts';
import { marketFills } from '../../src/signer/market/market-fills.ts';
import { RECOVERY_RULES } from '../../src/signer/market/return-rules.ts';
import {
  FAN_OUT_RULES,
  type PackageSigningSettings,
  SALE_SIGNING_RULES,
} from '../../src/signer/market/sale-rules.ts';
import { FEE_ADDRESS, SIGNER_OPTIONS } from '../signer/requests.ts';
import { type AttackedChain, attackedChain } from './attacked-chain.ts';
import { assembled, honestSigner, paying, signedAs, without } from './forging.ts';
import { bought, countered, listed, OPERATOR, ordinalsOf, type SignedListing } from './victims.ts';

vi.setConfig({ testTimeout: 60_000 });

const SELLER = 'thief';
const BUYER = 'second thief';
/** Of the operator's type, so that sizes stay what they are. */
const LOOT = ordinalsOf('loot');
const settings: PackageSigningSettings = {
  network: NETWORK,
  feeAddress: FEE_ADDRESS,
  maxFeeRate: 500,
  transferFeeRates: [1],
  leastFeeBps: 0,
};
const common = { keys: KEYS, settings };

let world: AttackedChain;
beforeAll(async () => {
  world = await attackedChain();
});

const operatorCoin = async (valueSats: number) =>
  (await world.coins({ script: OPERATOR, valueSats }))[0] as Utxo;

/** A transaction in which everybody signed, the operator's keys without a look. */
function sent(table: Layout): string {
  return assembled(table, {
    seller: signedAs(table, 'seller', SELLER),
    buyer: signedAs(table, 'buyer', BUYER),
    market: signedAs(table, 'market', 'market'),
    operator: signedAs(table, 'operator', 'anchor'),
  }).hex;
}

interface Theft {
  /** What a signer without the rule would sign, and what is mined before it. */
  readonly raws: readonly string[];
  /** Judges it by the rules given, and by all of them. */
  judge(isWithout: boolean): void;
}

function theft<SigningContext>(
  raws: readonly string[],
  policy: readonly Rule<SigningContext>[],
  sentence: string,
  judged: SigningContext,
): Theft {
  return {
    raws,
    judge: (isWithout) => checkRules(isWithout ? without(policy, sentence) : policy, judged),
  };
}

/** The listing as it would be if its transfer paid the operator's change to the thief. */
function withTransfer({ terms, tables }: SignedListing, transfer: Layout) {
  const moved = (table: Layout): Layout => ({
    ...table,
    inputs: table.inputs.map((input) =>
      input.coin.txid === layoutTxid(tables.transfer)
        ? { ...input, coin: { ...input.coin, txid: layoutTxid(transfer) } }
        : input,
    ),
  });
  return { terms, moved };
}

const SENTENCES: Readonly<Record<string, string>> = {
  'a transfer': 'a transfer returns its anchor to the operator except for the fee',
  'a sale': 'output 0 returns every operator coin to the operator, in full',
  'a recovery': 'outputs pay only the sellers and the operator',
  'a bump':
    'a bump spends only operator coins and returns them to the operator, except for a fee within the limit',
  'a split': 'a fan-out transaction pays only the operator',
  'an admission fan-out':
    'a fan-out transaction pays only admission coins of the current tiers and the operator',
};

const THEFTS: Readonly<Record<string, () => Promise<Theft>>> = {
  'a sale': async () => {
    const { terms, tables, signatures } = await listed(world, SELLER);
    const request = await bought(world, BUYER, { terms, tables, signatures });
    const table = paying(saleLayout(request.terms, KEYS, NETWORK), 0, { script: LOOT });
    const judged = {
      ...common,
      request: { ...request, buyerSignatures: signedAs(table, 'buyer', BUYER) },
      transfers: [tables.transfer],
      table,
    };
    return theft([sent(tables.transfer), sent(table)], SALE_SIGNING_RULES, SENTENCES['a sale']!, judged);
  },
  'a transfer': async () => {
    const listing = await listed(world, SELLER, { anchorSats: 100_000 });
    const transfer = paying(listing.tables.transfer, 1, { script: LOOT });
    const { moved } = withTransfer(listing, transfer);
    const request = await bought(world, BUYER, listing);
    // The sale names the change as its own input, so it must be the operator's there: the thief's signature
    // is missing, and not asked for.
    const table = moved(saleLayout(request.terms, KEYS, NETWORK));
    const [leg] = signedAs(table, 'seller', SELLER);
    const judged = {
      ...common,
      request: {
        ...request,
        transferSignatures: [signedAs(transfer, 'seller', SELLER)[0]!.signature],
        sellerSignatures: [leg!.signature],
        buyerSignatures: signedAs(table, 'buyer', BUYER),
      },
      transfers: [transfer],
      table,
    };
    return theft([sent(transfer)], SALE_SIGNING_RULES, SENTENCES['a transfer']!, judged);
  },
  'a recovery': async () => {
    const { terms, tables } = await listed(world, SELLER, { anchorSats: 100_000 });
    const table = paying(tables.recovery, 1, { script: LOOT });
    const judged = {
      ...common,
      request: {
        items: [{ terms, sellerSignature: signedAs(table, 'seller', SELLER)[0]!.signature }],
        bump: null,
      },
      transfers: [tables.transfer],
      table,
      bump: null,
    };
    return theft([sent(tables.transfer), sent(table)], RECOVERY_RULES, SENTENCES['a recovery']!, judged);
  },
  'a bump': async () => {
    const { terms, tables, signatures } = await listed(world, SELLER);
    const asked = { coin: await operatorCoin(100_000), feeSats: 1_000 };
    const bump = paying(bumpLayout(tables.recovery, KEYS, asked), 0, { script: LOOT });
    const judged = {
      ...common,
      request: { items: [{ terms, sellerSignature: signatures.recovery }], bump: asked },
      transfers: [tables.transfer],
      table: tables.recovery,
      bump,
    };
    const raws = [tables.transfer, tables.recovery, bump].map(sent);
    return theft(raws, RECOVERY_RULES, SENTENCES['a bump']!, judged);
  },
  'a split': async () => {
    const request = { coins: [await operatorCoin(100_000)], count: 2, valueSats: 1_000, feeSats: 1_000 };
    const table = paying(fanOutLayout(request, KEYS), 2, { script: LOOT });
    return theft([sent(table)], FAN_OUT_RULES, SENTENCES['a split']!, { ...common, table });
  },
  'an admission fan-out': async () => {
    const request = {
      coins: [await operatorCoin(100_000)],
      tiers: [{ tier: TIER, count: 2 }],
      feeSats: 1_000,
    };
    const table = paying(admissionFanOutLayout(request, KEYS, xOnly('gate')), 2, { script: LOOT });
    const policy = { keys: KEYS, gateKey: xOnly('gate'), tiers: [TIER], maxFeeRate: 500 };
    return theft([sent(table)], ADMISSION_FAN_OUT_RULES, SENTENCES['an admission fan-out']!, {
      ...policy,
      table,
    });
  },
};

describe('an output to the thief', () => {
  test.each(Object.entries(THEFTS))(
    '%s: signed and mined without the rule, refused with it',
    async (kind, made) => {
      const { raws, judge } = await made();
      const before = world.balance(LOOT);
      expect(() => judge(true)).not.toThrow();
      expect(await world.mined(...raws)).toBeNull();
      expect(world.balance(LOOT) - before).toBeGreaterThan(700);
      expect(() => judge(false)).toThrow(SENTENCES[kind]!);
    },
  );

  test('cannot be named in a request: what is smuggled into one changes nothing', async () => {
    const coins = [await operatorCoin(50_000)];
    const smuggled = { to: LOOT, outputs: [{ script: LOOT, valueSats: 49_000 }], script: LOOT };
    const honest = { coins, count: 3, valueSats: 1_000, feeSats: 1_000, ...smuggled };
    const { hex } = await honestSigner().signAnchorFanOut(honest);
    const paid = new Set(readTransaction(hex).outputs.map(({ script }) => script));
    expect(paid).toEqual(new Set([scriptOf(anchorAddress(KEYS, NETWORK), NETWORK)]));
  });
});

describe('to a miner', () => {
  const signer = honestSigner({ maxFeeRate: 100 });
  const fills = marketFills({
    ...SIGNER_OPTIONS,
    maxFeeRate: 100,
    leastFeeBps: 0,
    keys: SIGNER_KEYS,
    tiers: [TIER],
  });

  /** Asks for a fee of `rate` sat/vB in everything whose fee the service names. What is signed burns so much. */
  const ATTEMPTS: Readonly<Record<string, (rate: number) => Promise<{ fee: number; of: Promise<unknown> }>>> =
    {
      'a split': async (rate) => {
        const request = { coins: [await operatorCoin(500_000)], count: 10, valueSats: 1_000, feeSats: 0 };
        const feeSats = Math.floor(rate * layoutSize(fanOutLayout(request, KEYS)));
        return { fee: feeSats, of: signer.signAnchorFanOut({ ...request, feeSats }) };
      },
      'an admission fan-out': async (rate) => {
        const request = {
          coins: [await operatorCoin(500_000)],
          tiers: [{ tier: TIER, count: 4 }],
          feeSats: 0,
        };
        const size = layoutSize(admissionFanOutLayout(request, KEYS, xOnly('gate')));
        const feeSats = Math.floor(rate * size);
        return { fee: feeSats, of: fills.signAdmissionFanOut({ ...request, feeSats }) };
      },
      'a bump': async (rate) => {
        const { terms, tables, signatures } = await listed(world, SELLER);
        const coin = await operatorCoin(500_000);
        const size = layoutSize(bumpLayout(tables.recovery, KEYS, { coin, feeSats: 0 }));
        const total = rate * (size + layoutSize(tables.recovery));
        const feeSats = Math.floor(total) - networkFee(tables.recovery);
        const items = [{ terms, sellerSignature: signatures.recovery }];
        return { fee: feeSats, of: signer.signRecovery({ items, bump: { coin, feeSats } }) };
      },
      'the recovery of a counter': async (rate) => {
        const { terms, signatures } = await countered(world, SELLER, BUYER);
        // Its size does not depend on what the coin holds.
        const size = layoutSize(counterRecoveryLayout(terms, KEYS, [coin('any', 1_000)]));
        const feeSats = Math.floor(rate * size);
        const feeCoins = [await operatorCoin(feeSats)];
        return {
          fee: feeSats,
          of: signer.signCounterRecovery({ terms, sellerSignature: signatures.recovery, feeCoins }),
        };
      },
    };

  test.each(Object.entries(ATTEMPTS))(
    '%s burns no more than the most that the settings allow',
    async (_, attempt) => {
      const { fee, of } = await attempt(99);
      expect(fee).toBeGreaterThan(10_000);
      await expect(of).resolves.toBeDefined();
      await expect((await attempt(101)).of).rejects.toThrow(
        /fee rate is within the limit|except for a fee within the limit/,
      );
    },
  );
});
