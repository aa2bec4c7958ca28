/**
 * The policy signer: ensures that a fill gives the buyer what the collection offer asks for. It has its own
 * node, which may be pruned, and list of collections. It checks the terms and the proofs that the service
 * sends, and trusts none.
 */

import { bip86Script } from '@ordbook/protocol/bitcoin/keys';
import { admissionLock, type Tier, tierOf } from '@ordbook/protocol/collection-offer/admission';
import { parseCriteria } from '@ordbook/protocol/collection-offer/criteria';
import type { FillTerms } from '@ordbook/protocol/fill/fill';
import { checkRules } from '@ordbook/protocol/layout/rules';
import { payerLock } from '@ordbook/protocol/locks/payer';
import { type Outpoint, outpointText } from '@ordbook/protocol/outpoint';
import type { Chain } from '../../chain/port.ts';
import type { PolicySigner } from '../fill-port.ts';
import {
  type CoinFaults,
  type FillSigningSettings,
  type Findings,
  POLICY_FILL_RULES,
} from '../signing/fill-rules.ts';
import { fillTableOf } from '../signing/fill-table.ts';
import { requireFilled } from '../signing/judged.ts';
import { roleKey, type SignerKeys } from '../signing/role-keys.ts';
import { signInputs } from '../signing/signatures.ts';
import { withSignerRefusals } from '../signing/signer-refusals.ts';
import { type GoodsSources, goodsFaults } from './goods.ts';

export interface PolicySignerOptions extends FillSigningSettings, Omit<GoodsSources, 'network'> {
  /** 32 bytes in hex, or WIF. */
  readonly policy: string;
  /** The keys of all signers, as the operator tells them. */
  readonly keys: SignerKeys;
  /** They say how deep the block of a set must be. */
  readonly tiers: readonly Tier[];
  readonly chain: Pick<Chain, 'tip' | 'blockHash' | 'unspents' | 'mempoolSpenders'>;
  readonly now: () => Date;
}

/** The policy signer in this process. Throws an Error when the key is invalid, or not the one in `keys`. */
export function policySigner(options: PolicySignerOptions): PolicySigner {
  const { network, keys, tiers, chain } = options;
  const { secret } = roleKey(options.policy, 'policy', network, keys);
  const deepest = Math.max(...tiers.map(({ depth }) => depth));
  return {
    publicKeys: async () => ({ policy: keys.policy }),
    collection: async ({ slug: asked }) => ({
      described: (await options.collections()).find(({ slug }) => slug === asked) ?? null,
      hasIndex: options.ordinals !== null,
    }),
    signFill: (request) =>
      withSignerRefusals(async () => {
        const { criteriaJson, terms } = request;
        const table = fillTableOf(terms, network);
        const depth = tierOf(tiers, terms.offer.priceSats)?.depth ?? deepest;
        const findings: Findings = {
          tip: (await chain.tip()).height,
          depth,
          goods: await goodsFaults(options, request, parseCriteria(criteriaJson), depth),
          coins: await coinFaults(options, terms, table.inputs[1]!.coin),
        };
        checkRules(POLICY_FILL_RULES, {
          request,
          table,
          settings: options,
          now: options.now(),
          keys,
          findings,
        });
        requireFilled(table, 'policy', terms);
        return { signature: signInputs(table, 'policy', secret)[0]!.signature };
      }),
  };
}

/**
 * What is wrong with the coins of a fill: its funding coins or, once the funding parent is broadcast, the
 * offer output.
 */
async function coinFaults(
  { chain }: PolicySignerOptions,
  terms: FillTerms,
  offer: Outpoint,
): Promise<CoinFaults> {
  const payer = payerLock(terms.funding.payer).script;
  const own = [
    { coin: terms.utxo, script: bip86Script(terms.sellerKey) },
    { coin: terms.admission, script: admissionLock(terms.tier, terms.offer.keys.gate).script },
  ];
  // by the set of unspent outputs and the mempool: a pruned node has no other transactions
  const [[unspent], [spender]] = await Promise.all([chain.unspents([offer]), chain.mempoolSpenders([offer])]);
  const isFunded = unspent !== null || spender !== null;
  const funding = isFunded ? [] : terms.funding.payments.map((coin) => ({ coin, script: payer }));
  const asked = [...own, ...funding];
  const found = await chain.unspents(asked.map(({ coin }) => coin));
  const isOther = ({ coin, script }: (typeof asked)[number], i: number) =>
    found[i] && (found[i].valueSats !== coin.valueSats || found[i].script !== script);
  const other = asked.find(isOther);
  const spent = asked.find((_, i) => (found[i]?.confirmations ?? 0) < 1);
  return {
    claim: other
      ? `${outpointText(other.coin)} is another coin than its owner's of ${other.coin.valueSats} sats`
      : null,
    spent: spent ? `${outpointText(spent.coin)} is not a confirmed, unspent coin` : null,
  };
}
