/** One contract for every adapter of a browser wallet, with wallets that really sign. */
import {
  acceptOffer,
  buy,
  createClient,
  listInscriptions,
  makeOffers,
  memoryStorage,
  ordSource,
  type Session,
  signIn,
} from '@ordbook/client';
import { connectWallet } from '@ordbook/client/wallets';
import { hex } from '@scure/base';
import { WIF } from '@scure/btc-signer';
import { beforeAll, describe, expect, test } from 'vitest';
import { sandboxAt } from '../../client/src/demo/sandbox.ts';
import { ADAPTERS, type FakeOptions, keysOf } from '../../client/test/wallets/fakes.ts';
import { SLUG, trader } from '../../server/test/support/sandbox-trader.ts';
import { REGTEST } from '../src/keys.ts';
import type { Sandbox } from '../src/sandbox.ts';
import { sharedSandbox } from './shared-sandbox.ts';

const PRICE = 50_000;
let sandbox: Sandbox;
let esploraUrl: string;
beforeAll(async () => {
  sandbox = await sharedSandbox();
  esploraUrl = `${sandbox.url}/sandbox/esplora`;
}, 300_000);

const secretIn = (wif: string) => hex.encode(WIF(REGTEST).decode(wif));

describe.each(ADAPTERS)('through the adapter of $name', ({ payment, fake }) => {
  /** A new funded wallet in the browser, signed in. */
  async function enter(inscriptions = 0, options: FakeOptions = {}) {
    const control = sandboxAt(sandbox.url);
    const made = await control.addWallet(payment, 10_000_000);
    const ids = inscriptions === 0 ? [] : await control.inscribe(made.ordinals.address, SLUG, inscriptions);
    const { provider, calls } = fake(
      keysOf([secretIn(made.ordinals.wif), secretIn(made.payment.wif)], payment),
      options,
    );
    const wallet = await connectWallet(provider, 'regtest');
    const source = ordSource(`${sandbox.url}/sandbox/ord`, { esploraUrl });
    const client = createClient({ baseUrl: sandbox.url });
    const session = await signIn(client, wallet, { source, storage: memoryStorage() });
    return { session, calls, inscriptionIds: ids };
  }

  const list = async (seller: Session, inscriptionIds: readonly string[]) => {
    const items = inscriptionIds.map((inscriptionId) => ({ inscriptionId, priceSats: PRICE }));
    const listed = await listInscriptions(seller, { collectionSlug: SLUG, items });
    return listed.map((listing) => ({ ...listing, priceSats: PRICE }));
  };

  test('a seller lists two inscriptions, which somebody buys', async () => {
    const { session, calls, inscriptionIds } = await enter(2);
    const listings = await list(session, inscriptionIds);
    const buyer = await trader(sandbox, 'p2wpkh');
    const bought = await buy(buyer, { collectionSlug: SLUG, listings, esploraUrl });
    expect(bought.listings).toHaveLength(2);
    // five PSBTs: one prompt where the wallet can, five where it cannot
    const prompts = calls.filter(({ method }) => /sign(Psbt|PSBT|Multiple)/.test(method)).length;
    expect(prompts).toBe(session.wallet.signPsbts ? 1 : 5);
  });

  test('a buyer buys, with a wallet that finalises what it signs', async () => {
    const { session } = await enter(0, { finalises: true });
    const seller = await trader(sandbox, 'p2wpkh', 1);
    const listings = await list(seller, seller.inscriptionIds);
    const bought = await buy(session, { collectionSlug: SLUG, listings, esploraUrl });
    expect(bought.settlementTxid).toMatch(/^[0-9a-f]{64}$/);
  });

  test('a buyer makes an offer, and an owner accepts it', async () => {
    const { session: buyer } = await enter();
    const { session: owner, inscriptionIds } = await enter(1);
    const request = { collectionSlug: SLUG, inscriptionIds, priceSats: PRICE, esploraUrl };
    const [offer] = await makeOffers(buyer, request);
    const accepted = await acceptOffer(owner, {
      ...{ inscriptionId: inscriptionIds[0]!, offerId: offer!.offerId, priceSats: PRICE },
    });
    expect(accepted.status).toBe('accepted');
  });
});
