/**
 * What each signer guarantees if every other process is hostile (docs/signers.md), judged from outside: from
 * what the world is, and from the transaction that a signature is for. Uses no rule of the signers.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@ordbook/protocol/bitcoin/bytes';
import { scriptOf } from '@ordbook/protocol/bitcoin/keys';
import { sighashOf } from '@ordbook/protocol/bitcoin/sighash';
import { tierOf, tierText } from '@ordbook/protocol/collection-offer/admission';
import { criteriaHash } from '@ordbook/protocol/collection-offer/criteria';
import { provesEligible } from '@ordbook/protocol/collection-offer/eligible-set';
import { type FillTerms, fillLayout } from '@ordbook/protocol/fill/fill';
import { layoutTxid, networkFee } from '@ordbook/protocol/layout/layout';
import { outpointText, sameOutpoint } from '@ordbook/protocol/outpoint';
import { verifySchnorr } from 'tiny-secp256k1';
import type { FillRequest, PolicyRequest } from '../../../src/signer/fill-port.ts';
import { TEST_SETTINGS } from '../../support/api.ts';
import { SLUG } from '../../support/desk.ts';
import { TIERS, type World } from './world.ts';

/** `SIGNER_LEAST_FEE_BPS` of the market and the policy signer, 1/100 of a percent. */
export const LEAST_FEE_BPS = 100;

type Breach = string | null;
const first = (...breaches: Breach[]): Breach => breaches.find((one) => one !== null) ?? null;

/** Whether a signature is for exactly this transaction, by this key. */
function signs(terms: FillTerms, input: number, key: string, signature: string): boolean {
  const table = fillLayout(terms, 'regtest');
  return verifySchnorr(sighashOf(table, input, 'DEFAULT'), hexToBytes(key), hexToBytes(signature));
}

function keysBreach({ keys }: World, { offer }: FillTerms): Breach {
  const isOurs = (['market', 'gate', 'policy'] as const).every((role) => offer.keys[role] === keys[role]);
  return isOurs ? null : 'a fill under keys of strangers';
}

function timeBreach({ desk }: World, { offer }: FillTerms): Breach {
  return offer.expiresAt * 1_000 > desk.clock.now().getTime() ? null : 'a fill after the expiry';
}

/** What both market and policy signer guarantee. */
function moneyBreach(world: World, { terms, authSecret, sellerSignature }: FillRequest): Breach {
  const { offer, marketplace } = terms;
  const table = fillLayout(terms, 'regtest');
  const feeScript = scriptOf(TEST_SETTINGS.feeAddress, 'regtest');
  const least = Math.floor((offer.priceSats * LEAST_FEE_BPS) / 10_000);
  const paid = table.outputs
    .filter(({ script, name }) => script === feeScript && name === 'marketplace')
    .reduce((sum, { valueSats }) => sum + valueSats, 0);
  return first(
    keysBreach(world, terms),
    timeBreach(world, terms),
    least >= 330 && paid < least ? `a marketplace fee of ${paid} of ${offer.priceSats} sats` : null,
    marketplace && scriptOf(marketplace.address, 'regtest') !== feeScript ? 'a fee to a stranger' : null,
    networkFee(table) > Math.max(10_000, offer.priceSats / 2)
      ? `a network fee of ${networkFee(table)}`
      : null,
    bytesToHex(sha256(hexToBytes(authSecret))) === offer.authSecretHash ? null : 'a fill without the secret',
    sellerSigned(terms, sellerSignature) ? null : 'a fill that its seller has not signed',
  );
}

function sellerSigned(terms: FillTerms, signature: string): boolean {
  const table = fillLayout(terms, 'regtest');
  const outputKey = hexToBytes(table.inputs[0]!.lock.script.slice(4));
  return verifySchnorr(sighashOf(table, 0, 'DEFAULT'), outputKey, hexToBytes(signature));
}

export function marketBreach(world: World, request: FillRequest, signature: string): Breach {
  if (!signs(request.terms, 1, world.keys.market, signature)) return 'a signature of something else';
  return moneyBreach(world, request);
}

/** The buyer gets a member of the set that the offer is for, on the coin and at the offset promised. */
export async function policyBreach(world: World, request: PolicyRequest, signature: string): Promise<Breach> {
  const { terms, criteriaJson } = request;
  if (!signs(terms, 1, world.keys.policy, signature)) return 'a signature of something else';
  const { ctx } = world.desk;
  const tip = (await ctx.chain.tip()).height;
  const { collection, height, kind } = JSON.parse(criteriaJson) as Record<string, unknown>;
  const set = world.members.filter(({ since }) => since <= Number(height)).map(({ id }) => id);
  const { id, offset } = terms.inscription;
  const found = await ctx.ordinals.inscription(id);
  const [output] = await ctx.ordinals.outputs([terms.utxo]);
  const depth = tierOf(TIERS, terms.offer.priceSats)!.depth;
  return first(
    moneyBreach(world, request),
    criteriaHash(criteriaJson) === terms.offer.criteriaHash ? null : 'criteria that were not agreed to',
    collection === SLUG && kind === 'all' ? null : `a set of ${collection}, ${kind}`,
    Number(height) <= tip - depth + 1 ? null : `a set as of block ${height}, and the tip is ${tip}`,
    provesEligible(terms.offer.eligibleRoot, id, request.proof) ? null : 'another set',
    set.includes(id) ? null : `${id}, which is no member`,
    found && sameOutpoint(found.location, terms.utxo) ? null : `${id}, which is elsewhere`,
    found?.offset === offset ? null : `an offset of ${offset}`,
    output?.valueSats === terms.utxo.valueSats ? null : 'a coin of another value',
  );
}

/** The admission coins that a gate may spend: those of the fan-out, and what its own signatures made of them. */
export function gateMemory(world: World) {
  const known = new Map<string, string>();
  for (const [tier, coins] of world.admissions) for (const coin of coins) known.set(outpointText(coin), tier);
  return {
    breach(terms: FillTerms, signed: { readonly offer: string; readonly admission: string }): Breach {
      const table = fillLayout(terms, 'regtest');
      const tier = known.get(outpointText(terms.admission));
      const wanted = tierOf(TIERS, terms.offer.priceSats);
      const breach = first(
        signs(terms, 1, world.keys.gate, signed.offer) ? null : 'a signature of something else',
        signs(terms, 2, world.keys.gate, signed.admission) ? null : 'a signature of something else',
        keysBreach(world, terms),
        timeBreach(world, terms),
        tier === undefined ? `an admission coin of a stranger, ${outpointText(terms.admission)}` : null,
        wanted && tier === tierText(wanted) ? null : `a coin of ${tier} for ${terms.offer.priceSats} sats`,
        table.inputs[2]!.sequence === wanted?.lockBlocks ? null : `a lock of ${table.inputs[2]!.sequence}`,
        table.outputs.at(-1)!.script === table.inputs[2]!.lock.script ? null : 'no new admission coin',
      );
      if (breach === null) {
        const next = { txid: layoutTxid(table), vout: table.outputs.length - 1 };
        known.set(outpointText(next), tier!);
      }
      return breach;
    },
  };
}
