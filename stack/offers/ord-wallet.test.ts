import { createClient, localWallet, memoryStorage, ordSource, type Session, signIn } from '@ordbook/client';
import type { Outpoint, Utxo } from '@ordbook/protocol/outpoint';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { acceptOffer } from '../../client/src/offer/accept.ts';
import { offerFiles } from '../../client/src/offer/file.ts';
import { prepareOffers, signOffers } from '../../client/src/offer/make.ts';
import { createApi } from '../../server/src/api/server.ts';
import { inscriptionsByIds } from '../../server/src/store/chain/inscriptions.ts';
import { apiSettings } from '../../server/test/support/api.ts';
import { type Desk, openDesk, POSTAGE_SATS, SLUG } from '../../server/test/support/desk.ts';
import { type PsbtBid, psbtOffer } from '../../server/test/support/psbt-offers.ts';
import type { Trader } from '../../server/test/support/trader.ts';
import { type Bitcoind, startBitcoind } from '../real/bitcoind.ts';
import { type Ord, startOrd } from '../real/ord.ts';
import { type OrdWallet, ordWallet } from '../real/ord-wallet.ts';
import { findNode, findOrd } from '../real/parts.ts';
import { rounds } from '../rounds.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

/** Offers each way. A hundred take six minutes on a busy machine of two cores. */
const EACH_WAY = Number(process.env['OFFERS_EACH_WAY'] ?? rounds(10, 5));

describe.runIf(findNode('core') && findNode('knots') && findOrd())('offers of the real ord wallet', () => {
  /** Bitcoin Core is built without wallets here, so `ord`'s is kept by Knots. Core has the same chain. */
  let node: Bitcoind;
  let core: Bitcoind;
  let ord: Ord;
  let desk: Desk;
  let url: string;
  let theirs: OrdWallet;
  let seller: Trader;
  let buyer: Trader;
  let selling: Session;
  let buying: readonly (readonly [Trader, Session])[];
  let stop: () => Promise<void>;

  beforeAll(async () => {
    node = await startBitcoind({ follows: 'knots', extraArgs: ['-disablewallet=0'] });
    core = await startBitcoind({ follows: 'core' });
    await node.call('generatetodescriptor', [1, 'raw(51)']);
    ord = await startOrd({ bitcoind: node });
    desk = await openDesk({ call: node.call, index: { url: ord.url, caughtUp: () => ord.caughtUp() } });
    const app = createApi(desk.ctx, apiSettings({ acceptsOrdOffers: true }));
    url = await app.listen({ host: '127.0.0.1', port: 0 });
    theirs = await ordWallet('stranger', node, ord);
    const shapes = ['p2wpkh', 'p2tr', 'p2wpkh'] as const;
    const [owner, ...buyers] = (await desk.traders(shapes, EACH_WAY + 10)) as [Trader, Trader, Trader];
    [seller, buyer] = [owner, buyers[0]!];
    const address = await theirs.receive();
    await desk.miner.pay(Array.from({ length: EACH_WAY + 10 }, () => ({ address, sats: 200_000 })));
    await desk.mine();
    const session = ({ ordinals, payment }: Trader) =>
      signIn(
        createClient({ baseUrl: url, network: 'regtest' }),
        localWallet({ ordinals, payment, network: 'regtest' }),
        {
          source: ordSource(ord.url),
          storage: memoryStorage(),
          domain: desk.ctx.settings.domain,
        },
      );
    desk.clock.at = new Date();
    selling = await session(seller);
    buying = await Promise.all(buyers.map(async (one) => [one, await session(one)] as const));
    stop = async () => {
      await app.close();
      await desk.close();
      await theirs.close();
    };
  });
  afterAll(async () => {
    await stop?.();
    await ord?.stop();
    await core?.stop();
    await node?.stop();
  });

  const ownerOf = async (id: string) => (await inscriptionsByIds(desk.ctx.db, [id]))[0]!.ownerAddress;
  /** Expects that Core would take what is in the mempool of Knots, and mines it. */
  async function mineWhatCoreTakes() {
    for (;;) {
      const height = (await core.call('getblockcount')) as number;
      if (height === (await node.call('getblockcount'))) break;
      const hash = await node.call('getblockhash', [height + 1]);
      expect(await core.call('submitblock', [await node.call('getblock', [hash, 0])])).toBeNull();
    }
    const pooled = Object.entries(
      (await node.call('getrawmempool', [true])) as Record<string, { ancestorcount: number }>,
    ).sort(([, a], [, b]) => a.ancestorcount - b.ancestorcount);
    const raw = await Promise.all(pooled.map(([txid]) => node.call('getrawtransaction', [txid])));
    expect(raw.length).toBeGreaterThan(0);
    const verdicts = (await core.call('testmempoolaccept', [raw])) as { allowed: boolean }[];
    expect(verdicts.map(({ allowed }) => allowed)).toEqual(raw.map(() => true));
    await desk.mine();
  }
  const create = (id: string, sats: number, ...more: readonly string[]) =>
    theirs.run('offer', 'create', `--inscription=${id}`, `--amount=${sats} sat`, '--fee-rate=2', ...more);
  const accept = (id: string, sats: number, psbt: string, ...more: readonly string[]) =>
    theirs.run('offer', 'accept', `--inscription=${id}`, `--amount=${sats} sat`, `--psbt=${psbt}`, ...more);

  test('what `offer create --submit` sends is accepted by its owner through the SDK', async () => {
    const ids = await desk.inscribe(seller, EACH_WAY);
    for (const [i, id] of ids.entries()) {
      await create(id, 50_000 + i, `--submit=${url}/offer`);
      const { offers } = await selling.client.get('/inscriptions/{id}/offers', { path: { id } });
      expect(offers).toMatchObject([{ priceSats: 50_000 + i, sellerReceiveSats: 50_000 + i }]);
      await acceptOffer(selling, {
        inscriptionId: id,
        offerId: offers[0]!.id,
        priceSats: 50_000 + i,
      });
      await mineWhatCoreTakes();
    }
    const owners = await Promise.all(ids.map(ownerOf));
    expect(owners).not.toContain(seller.ordinals.address);
    const { sales } = await selling.client.get('/sales', { query: { collectionSlug: SLUG, limit: 1 } });
    const last = { inscriptionId: ids.at(-1), priceSats: 50_000 + EACH_WAY - 1, saleType: 'internal' };
    expect(sales).toMatchObject([last]);
  });

  test('`offer accept` takes the file of an offer that the SDK made', async () => {
    const address = await theirs.receive();
    const ids = await desk.inscribe({ ordinals: { address } } as Trader, EACH_WAY);
    for (const [i, id] of ids.entries()) {
      const [by, session] = buying[i % 2]!;
      const prepared = await prepareOffers(session, {
        collectionSlug: SLUG,
        inscriptionIds: [id],
        priceSats: 60_000,
        spendableUtxos: await desk.coinsOf(by),
      });
      const [file] = offerFiles(prepared, await signOffers(session, prepared));
      await accept(id, file!.amountSats, file!.psbtBase64, '--dry-run');
      await accept(id, file!.amountSats, file!.psbtBase64);
      await mineWhatCoreTakes();
      expect(await ownerOf(id)).toBe(by.ordinals.address);
    }
  });

  // the cases of `ord`'s own tests/wallet/offer, less those of its server's options
  describe('one that `offer accept` refuses, and what POST /offer says of it', () => {
    let id: string;
    let plain: Utxo & { script: string };
    let second: Utxo & { script: string };

    beforeAll(async () => {
      const address = await theirs.receive();
      const ids = await desk.inscribe({ ordinals: { address } } as Trader, 2);
      id = ids[0]!;
      second = await coinOf((await desk.ctx.ordinals.inscription(ids[1]!))!.location);
      const { txid } = await desk.miner.pay([{ address, sats: POSTAGE_SATS }]);
      await desk.mine();
      plain = await coinOf({ txid, vout: 0 });
    });

    const coinOf = async (outpoint: Outpoint) => (await desk.ctx.chain.unspent(outpoint))!;
    const ours = async (psbt: string) => {
      const answer = await fetch(`${url}/offer`, { method: 'POST', body: psbt });
      return answer.status === 200 ? 'taken' : answer.headers.get('x-error-code');
    };
    const SEQUENCE = { sequence: 0xfffffffd, isSigned: false };
    const cases: readonly (readonly [string, PsbtBid, RegExp, string])[] = [
      [
        'no coin of the owner',
        {
          change({ inputs }) {
            inputs.shift();
          },
        },
        /no inputs owned by wallet/,
        'bad_psbt',
      ],
      [
        'two coins of the owner',
        {
          change({ inputs }) {
            inputs.push({ ...second, ...SEQUENCE });
          },
        },
        /contains 2 inputs owned by wallet/,
        'bad_signature',
      ],
      [
        'a coin without an inscription',
        {
          change({ inputs }) {
            inputs[0] = { ...plain, ...SEQUENCE };
          },
        },
        /contains no inscriptions/,
        'not_offerable',
      ],
      [
        'another inscription than was named',
        {
          change({ inputs }) {
            inputs[0] = { ...second, ...SEQUENCE };
          },
        },
        /unexpected outgoing inscription/,
        // it names none: it is in the book of the inscription that it spends
        'taken',
      ],
      ['another amount', { priceSats: 49_999 }, /unexpected balance change of 0.00049999/, 'taken'],
      [
        'an unsigned payment',
        {
          change({ inputs }) {
            inputs[1]!.isSigned = false;
          },
        },
        /is unsigned: buyer inputs must be signed/,
        'bad_signature',
      ],
      [
        'a signed coin of the owner',
        {
          after: (transaction) =>
            transaction.updateInput(0, { finalScriptWitness: [new Uint8Array(64)] }, true),
        },
        /seller input must not be signed/,
        'bad_signature',
      ],
      [
        'a sighash type that is named, though it is ALL',
        { after: (transaction) => transaction.updateInput(1, { sighashType: 1 }, true) },
        /specifies sighash type/,
        // the signature commits to everything, and the file that is shown does not name it
        'taken',
      ],
      [
        'a sighash type that is SINGLE|ANYONECANPAY',
        { after: (transaction) => transaction.updateInput(1, { sighashType: 0x83 }, true) },
        /specifies sighash type/,
        'bad_psbt',
      ],
    ];
    test.each(cases)('%s', async (_, bid, theirSentence, ourCode) => {
      const psbt = await psbtOffer(desk, buyer, id, bid);
      await expect(accept(id, 50_000, psbt, '--dry-run')).rejects.toThrow(theirSentence);
      expect(await ours(psbt)).toBe(ourCode);
    });

    test('no base64, and no PSBT', async () => {
      await expect(accept(id, 50_000, '=')).rejects.toThrow(/failed to base64 decode PSBT/);
      await expect(accept(id, 50_000, 'AAAA')).rejects.toThrow(/failed to deserialize PSBT/);
      for (const text of ['=', 'AAAA']) expect(await ours(text)).toBe('bad_psbt');
    });

    test('what is shown is what `offer accept` takes', async () => {
      const asked = await fetch(`${url}/offers`, { headers: { accept: 'application/json' } });
      const { offers } = (await asked.json()) as { offers: string[] };
      desk.clock.step(1_000);
      const own = await psbtOffer(desk, buyer, id, { priceSats: 70_000 });
      expect(await ours(own)).toBe('taken');
      expect(offers.length).toBeGreaterThan(0);
      const again = await fetch(`${url}/offers`, { headers: { accept: 'application/json' } });
      const [newest] = ((await again.json()) as { offers: string[] }).offers;
      await accept(id, 70_000, newest!);
      await desk.mine();
      expect(await ownerOf(id)).toBe(buyer.ordinals.address);
    });
  });
});
