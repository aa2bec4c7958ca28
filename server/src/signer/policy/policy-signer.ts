/**
 * The policy signer: ensures that a fill gives the buyer what the collection offer asks for. It has its own
 * node, index and list of collections. It checks the terms and the proof that the service sends, and trusts
 * neither.
 */

import { bip86Script } from '@ordbook/protocol/bitcoin/keys';
import { admissionLock, type Tier, tierOf } from '@ordbook/protocol/collection-offer/admission';
import { parseCriteria } from '@ordbook/protocol/collection-offer/criteria';
import type { FillTerms } from '@ordbook/protocol/fill/fill';
import { checkRules } from '@ordbook/protocol/layout/rules';
import { payerLock } from '@ordbook/protocol/locks/payer';
import { type Outpoint, outpointText, sameOutpoint } from '@ordbook/protocol/outpoint';
import type { Chain } from '../../chain/port.ts';
import { requireInSync } from '../../ordinals/in-sync.ts';
import type { Ordinals } from '../../ordinals/port.ts';
import type { PolicySigner } from '../fill-port.ts';
import { type FillSigningSettings, type Findings, POLICY_FILL_RULES } from '../signing/fill-rules.ts';
import { fillTableOf } from '../signing/fill-table.ts';
import { roleKey, type SignerKeys } from '../signing/role-keys.ts';
import { signInputs } from '../signing/signatures.ts';
import { withSignerRefusals } from '../signing/signer-refusals.ts';
import type { EligibleReader } from './eligible-members.ts';

export interface PolicySignerOptions extends FillSigningSettings {
  /** 32 bytes in hex, or WIF. */
  readonly policy: string;
  /** The keys of all signers, as the operator tells them. */
  readonly keys: SignerKeys;
  /** They say how deep the block of a set must be. */
  readonly tiers: readonly Tier[];
  readonly chain: Pick<Chain, 'tip' | 'unspents' | 'transaction'>;
  readonly ordinals: Pick<Ordinals, 'blockHash' | 'inscription' | 'outputs'>;
  readonly eligible: EligibleReader;
  readonly now: () => Date;
}

/** The policy signer in this process. Throws an Error when the key is invalid, or not the one in `keys`. */
export function policySigner(options: PolicySignerOptions): PolicySigner {
  const { eligible, network, keys, tiers } = options;
  const { secret } = roleKey(options.policy, 'policy', network, keys);
  const deepest = Math.max(...tiers.map(({ depth }) => depth));
  return {
    publicKeys: async () => ({ policy: keys.policy }),
    eligible: ({ criteriaJson }) =>
      withSignerRefusals(async () => {
        await requireInSync(options.ordinals, options.chain);
        const set = await eligible(parseCriteria(criteriaJson));
        return { root: set?.root ?? null, count: set?.ids.length ?? 0 };
      }),
    signFill: ({ criteriaJson, proof, ...request }) =>
      withSignerRefusals(async () => {
        const table = fillTableOf(request.terms, network);
        await requireInSync(options.ordinals, options.chain);
        const set = await eligible(parseCriteria(criteriaJson));
        const findings: Findings = {
          tip: (await options.chain.tip()).height,
          depth: tierOf(tiers, request.terms.offer.priceSats)?.depth ?? deepest,
          root: set?.root ?? null,
          inscriptionFault: await inscriptionFault(options, request.terms),
          coinFault: await coinFault(options, request.terms, table.inputs[1]!.coin),
        };
        checkRules(POLICY_FILL_RULES, {
          request,
          table,
          settings: options,
          now: options.now(),
          keys,
          criteriaJson,
          proof,
          findings,
        });
        return { signature: signInputs(table, 'policy', secret)[0]!.signature };
      }),
  };
}

async function inscriptionFault(
  { ordinals }: PolicySignerOptions,
  { inscription, utxo }: FillTerms,
): Promise<string | null> {
  const found = await ordinals.inscription(inscription.id);
  if (!found) return `the index does not know inscription ${inscription.id}`;
  const at = `${outpointText(found.location)}, sat ${found.offset}`;
  if (!sameOutpoint(found.location, utxo) || found.offset !== inscription.offset) return `it is on ${at}`;
  const [output] = await ordinals.outputs([utxo]);
  if (!output) return `the index does not know output ${outpointText(utxo)}`;
  if (output.hasRunes) return `${at} holds runes`;
  return output.inscriptionIds.length === 1
    ? null
    : `${output.inscriptionIds.length} inscriptions are on ${at}`;
}

/**
 * What is wrong with the coins of a fill: its funding coins or, once the funding parent is broadcast, the
 * offer output.
 */
async function coinFault(
  { chain }: PolicySignerOptions,
  terms: FillTerms,
  offer: Outpoint,
): Promise<string | null> {
  const payer = payerLock(terms.funding.payer).script;
  const own = [
    { coin: terms.utxo, script: bip86Script(terms.sellerKey) },
    { coin: terms.admission, script: admissionLock(terms.tier, terms.offer.keys.gate).script },
  ];
  const isFunded = (await chain.transaction(offer.txid)) !== null;
  const funding = isFunded ? [] : terms.funding.payments.map((coin) => ({ coin, script: payer }));
  const asked = [...own, ...funding];
  const found = await chain.unspents(asked.map(({ coin }) => coin));
  const bad = asked.findIndex(({ coin, script }, i) => {
    const unspent = found[i];
    return (
      !unspent ||
      unspent.confirmations < 1 ||
      unspent.valueSats !== coin.valueSats ||
      unspent.script !== script
    );
  });
  return bad === -1
    ? null
    : `${outpointText(asked[bad]!.coin)} is not a confirmed, unspent coin of its owner`;
}
