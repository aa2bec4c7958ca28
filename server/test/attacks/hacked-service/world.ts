/**
 * What a hacked service has: a chain with a collection, coins, and every key but those of the signers. It
 * makes fills that look right, and asks the signers for them.
 */
import { randomUUID } from 'node:crypto';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@ordbook/protocol/bitcoin/bytes';
import { addressOf, bip86Script } from '@ordbook/protocol/bitcoin/keys';
import { complete } from '@ordbook/protocol/bitcoin/witness';
import { type Tier, tierOf, tierText } from '@ordbook/protocol/collection-offer/admission';
import { criteriaHash, criteriaJson } from '@ordbook/protocol/collection-offer/criteria';
import { eligibleSet } from '@ordbook/protocol/collection-offer/eligible-set';
import { type FillTerms, fillLayout } from '@ordbook/protocol/fill/fill';
import { payerOf } from '@ordbook/protocol/locks/payer';
import { admissionFanOutLayout } from '@ordbook/protocol/operator-coins/fan-out';
import type { Utxo } from '@ordbook/protocol/outpoint';
import { WIF } from '@scure/btc-signer';
import { taprootTweakPrivKey } from '@scure/btc-signer/utils.js';
import { artwork } from '../../../../sandbox/src/artwork.ts';
import { inscribe } from '../../../../sandbox/src/inscriber.ts';
import { REGTEST } from '../../../../sandbox/src/keys.ts';
import type { Adoption, FillProofs, GateSigner, PolicyRequest } from '../../../src/signer/fill-port.ts';
import type { SignerKeys } from '../../../src/signer/signing/role-keys.ts';
import { signInputs } from '../../../src/signer/signing/signatures.ts';
import { base64 } from '../../../src/trading/custody/fill-proofs.ts';
import { custodyProofs } from '../../../src/trading/custody/proof.ts';
import { TEST_SETTINGS } from '../../support/api.ts';
import { type Desk, POSTAGE_SATS, SECRETS, SLUG } from '../../support/desk.ts';
import { moveInscription } from '../../support/move-inscription.ts';
import type { Trader } from '../../support/trader.ts';

/** Tier 2 asks for two confirmations of the set. */
export const TIERS: readonly Tier[] = [
  { number: 1, fromSats: 0, lockBlocks: 1, coins: 6, depth: 1 },
  { number: 2, fromSats: 500_000, lockBlocks: 4, coins: 2, depth: 2 },
];

export interface World {
  readonly desk: Desk;
  readonly keys: SignerKeys;
  readonly seller: Trader;
  readonly buyer: Trader;
  /** Members of the collection with the height of their reveal, on coins of the seller. */
  readonly members: readonly { readonly id: string; readonly since: number }[];
  /** Inscriptions of the seller that are no members. */
  readonly outsiders: readonly string[];
  /** What the honest requests of some members have. */
  readonly proofs: readonly FillProofs[];
  /** A member that shares its coin with another. */
  readonly bundled: string;
  readonly height: number;
  /** The fan-out that made the admission coins, and those coins by tier. */
  readonly adoption: Adoption;
  readonly admissions: ReadonlyMap<string, readonly Utxo[]>;
  /** An admission coin that a stranger paid for. */
  readonly strange: Utxo;
  /** A fill of a member at `priceSats`, with every signature but those of the signers. */
  honest(member: string, priceSats: number): Promise<PolicyRequest>;
  /** The same request, signed again by the seller for what it says now; as it is when nothing can be built. */
  resigned(request: PolicyRequest): PolicyRequest;
}

const secretOf = (wif: string) => WIF(REGTEST).decode(wif);

export async function openWorld(desk: Desk, keys: SignerKeys): Promise<World> {
  const [seller, buyer] = (await desk.traders(['p2tr', 'p2wpkh'], 6, 2_000_000)) as [Trader, Trader];
  const ids = await desk.inscribe(seller, 8);
  const outsiders = await inscribe(
    desk.miner,
    { address: seller.ordinals.address, postageSats: POSTAGE_SATS },
    [artwork(randomUUID(), 0), artwork(randomUUID(), 1)],
  );
  await desk.settle();
  await moveInscription(desk, seller, ids[6]!, seller.ordinals.address, { with: ids[7]! });
  await desk.mine(3);
  const late = await desk.inscribe(seller, 1);
  const height = (await desk.ctx.chain.tip()).height;
  const members = await Promise.all(
    [...ids, ...late].map(async (id) => ({
      id,
      since: (await desk.ctx.ordinals.inscription(id))!.genesisHeight,
    })),
  );
  const { adoption, admissions, strange } = await makeAdmissions(desk, keys);
  const authSecret = '5e'.repeat(32);

  const proofs = custodyProofs(desk.ctx);
  const custodyOf = async (id: string, depth: number): Promise<FillProofs> => {
    const goods = await proofs.of(id, depth);
    const [parentId] = goods.custody.envelope.parents;
    const parent = parentId === undefined ? null : await proofs.upTo(goods.custody, parentId, depth);
    return {
      goods: base64(goods.proof),
      source: parent && { inscriptionId: parent.custody.inscriptionId, proof: base64(parent.proof) },
    };
  };

  const honest: World['honest'] = async (member, priceSats) => {
    const tip = (await desk.ctx.chain.tip()).height;
    const { depth } = tierOf(TIERS, priceSats)!;
    const json = criteriaJson({ collection: SLUG, height: tip - depth + 1, target: { kind: 'all' } });
    const set = eligibleSet(members.filter(({ since }) => since <= tip - depth + 1).map(({ id }) => id));
    const found = (await desk.ctx.ordinals.inscription(member))!;
    const coins = (await desk.coinsOf(buyer)).filter(({ valueSats }) => valueSats > priceSats + 1_000);
    const tier = tierOf(TIERS, priceSats)!;
    const terms: FillTerms = {
      offer: {
        priceSats,
        expiresAt: Math.floor(desk.clock.now().getTime() / 1_000) + 3_600,
        receiveScript: bip86Script(buyer.ordinals.publicKey),
        eligibleRoot: set.root,
        criteriaHash: criteriaHash(json),
        buyerKey: buyer.ordinals.publicKey.slice(-64),
        authSecretHash: bytesToHex(sha256(hexToBytes(authSecret))),
        keys: { market: keys.market, gate: keys.gate, policy: keys.policy },
      },
      funding: {
        payer: payerOf(buyer.payment.address, buyer.payment.publicKey, 'regtest'),
        payments: coins.slice(0, 1),
      },
      utxo: { ...found.location, valueSats: found.outputValueSats! },
      inscription: { id: member, offset: found.offset },
      sellerKey: seller.ordinals.publicKey.slice(-64),
      sellerPaymentAddress: seller.payment.address,
      sellerSats: priceSats - Math.ceil(priceSats / 40) - 4_000,
      marketplace: { address: TEST_SETTINGS.feeAddress, valueSats: Math.ceil(priceSats / 40) },
      creator: null,
      tier: { number: tier.number, lockBlocks: tier.lockBlocks },
      admission: admissions.get(tierText(tier))![0]!,
    };
    const proof = set.proofOf(member) ?? { index: 0, count: 1, siblings: [] };
    const custody = await custodyOf(member, depth).catch(() => custodyOf(member, 1));
    return resigned({
      ...{ terms, sellerSignature: '00'.repeat(64), authSecret },
      ...{ criteriaJson: json, proof, custody },
    });
  };

  const resigned: World['resigned'] = (request) => {
    try {
      const table = fillLayout(request.terms, 'regtest');
      const secret = taprootTweakPrivKey(secretOf(seller.ordinals.wif));
      return { ...request, sellerSignature: signInputs(table, 'seller', secret)[0]!.signature };
    } catch {
      return request;
    }
  };

  return {
    desk,
    keys,
    seller,
    buyer,
    members,
    outsiders,
    bundled: ids[6]!,
    proofs: await Promise.all([ids[0]!, ids[1]!, ids[6]!, late[0]!].map((id) => custodyOf(id, 1))),
    height,
    adoption,
    admissions,
    strange,
    honest,
    resigned,
  };
}

/** Admission coins of every tier, in the chain, and one at the same address that a stranger paid for. */
async function makeAdmissions(
  desk: Desk,
  keys: SignerKeys,
): Promise<Pick<World, 'adoption' | 'admissions' | 'strange'>> {
  const operator = bip86Script(keys.anchor);
  const address = addressOf(operator, 'regtest')!;
  const { txid } = await desk.miner.pay([{ address, sats: 300_000 }]);
  await desk.mine();
  const fanOut = {
    coins: [{ txid, vout: 0, valueSats: 300_000 }],
    tiers: TIERS.map((tier) => ({ tier, count: tier.coins })),
    feeSats: 3_000,
  };
  const table = admissionFanOutLayout(fanOut, keys, keys.gate);
  const anchor = taprootTweakPrivKey(hexToBytes(SECRETS.anchor));
  const made = complete(table, { operator: signInputs(table, 'operator', anchor) });
  await desk.call('sendrawtransaction', [made.hex]);
  const tierAddress = addressOf(table.outputs[0]!.script, 'regtest')!;
  const paid = await desk.miner.pay([{ address: tierAddress, sats: 333 }]);
  await desk.mine();
  const admissions = new Map<string, Utxo[]>();
  let vout = 0;
  for (const tier of TIERS) {
    const coins = Array.from({ length: tier.coins }, (_, i) => ({
      txid: made.txid,
      vout: vout + i,
      valueSats: 333,
    }));
    vout += tier.coins;
    admissions.set(tierText(tier), coins);
  }
  return {
    adoption: { fanOut, hex: made.hex },
    admissions,
    strange: { txid: paid.txid, vout: 0, valueSats: 333 },
  };
}

/** Makes a gate know the admission coins of the world. */
export async function introduce(world: World, gate: Pick<GateSigner, 'adopt'>): Promise<void> {
  await gate.adopt(world.adoption);
}
