import { cutProof } from '@ordbook/protocol/custody/build';
import { decodeBundle, encodeBundle } from '@ordbook/protocol/custody/bundle';
import { readComplete } from '@ordbook/protocol/custody/transaction';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { blockOf } from '../../protocol/test/custody/made-proof.ts';
import { bitcoind } from '../../server/src/chain/bitcoind.ts';
import type { FillProofs, PolicyRequest, PolicySigner } from '../../server/src/signer/fill-port.ts';
import { fill, makeOffers } from '../../server/test/support/collection-offers.ts';
import { type Desk, openDesk, ownIndex, SECRETS } from '../../server/test/support/desk.ts';
import { moveInscription } from '../../server/test/support/move-inscription.ts';
import { offerSigners, QUICK_TIER } from '../../server/test/support/offer-signers.ts';
import type { Trader } from '../../server/test/support/trader.ts';
import { type Bitcoind, startBitcoind } from '../real/bitcoind.ts';
import { findBitcoind } from '../real/parts.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

/** Blocks that a node keeps at least, and as many as fill the file of blocks that it gives up. */
const KEPT = 288;
const FILE = 250;

describe.runIf(findBitcoind())('a policy signer whose node is pruned, and who has no index', () => {
  const closers: (() => Promise<unknown>)[] = [];
  let desk: Desk;
  let full: Bitcoind;
  let pruned: Bitcoind;
  let seller: Trader;
  let buyer: Trader;
  let ids: string[];
  /** What the service asked the signer for, last. */
  let asked: PolicyRequest;
  let policy: PolicySigner;

  /** The pruned node gets what the other has. */
  async function feed(): Promise<void> {
    const top = (await full.call('getblockcount')) as number;
    for (let height = ((await pruned.call('getblockcount')) as number) + 1; height <= top; height += 1) {
      const hash = await full.call('getblockhash', [height]);
      await pruned.call('submitblock', [await full.call('getblock', [hash, 0])]);
    }
  }

  beforeAll(async () => {
    full = await startBitcoind();
    const index = await ownIndex(full.call);
    pruned = await startBitcoind({ extraArgs: ['-txindex=0', '-prune=1', '-fastprune'] });
    const opened = await openDesk({ call: full.call, index, tiers: [QUICK_TIER] });
    closers.push(
      () => opened.close(),
      () => index.close(),
      () => pruned.stop(),
      () => full.stop(),
    );
    [seller, buyer] = (await opened.traders(['p2wpkh', 'p2wpkh'])) as [Trader, Trader];
    ids = await opened.inscribe(seller, 2);
    await moveInscription(opened, seller, ids[0]!, seller.ordinals.address);
    await opened.mine(KEPT + FILE);
    await feed();
    const { clock, collectionOffers } = opened.ctx;
    const parts = await offerSigners({
      chain: bitcoind({ url: pruned.url, timeoutMs: 20_000 }),
      ...{ clock, tiers: [QUICK_TIER], collections: opened.described, secrets: SECRETS },
    });
    policy = parts.signers.policy;
    const watched: PolicySigner = {
      ...policy,
      signFill(request) {
        asked = request;
        return policy.signFill(request);
      },
    };
    const signers = { ...collectionOffers!.signers, policy: watched };
    desk = { ...opened, ctx: { ...opened.ctx, collectionOffers: { ...collectionOffers!, signers } } };
  });
  afterAll(async () => {
    for (const close of closers) await close();
  });

  test('signs the fill of an inscription whose reveal it can no longer read, and none with a lie about it', async () => {
    const height = (await full.call('getblockcount')) as number;
    await pruned.call('pruneblockchain', [height - KEPT]);
    const { genesisHeight } = (await desk.ctx.ordinals.inscription(ids[0]!))!;
    const block = await pruned.call('getblockhash', [genesisHeight]);
    await expect(pruned.call('getblock', [block, 0])).rejects.toThrow(/pruned/);

    const { offerId } = await makeOffers(desk, buyer);
    const { answer } = await fill(desk, seller, offerId, ids[0]!);
    expect(asked.custody.source).not.toBeNull();
    await desk.mine();
    expect((await desk.ctx.chain.transaction(answer.settlementTxid))!.confirmations).toBe(1);

    const lie = (custody: Partial<FillProofs>) =>
      policy.signFill({ ...asked, custody: { ...asked.custody, ...custody } });
    const goods = new Uint8Array(Buffer.from(asked.custody.goods, 'base64'));
    const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
    const bundle = decodeBundle(goods);
    expect(bundle.moves).toHaveLength(1);
    const ownBlock = blockOf({ ...readComplete(bundle.reveal), complete: bundle.reveal });
    await expect(lie({ goods: text(cutProof(goods, 0)) })).rejects.toThrow(/: other_place: /);
    await expect(lie({ goods: text(encodeBundle({ ...bundle, ...ownBlock })) })).rejects.toThrow(
      /: other_chain: /,
    );
    await expect(lie({ source: null })).rejects.toThrow(/: no_proof: /);
  });
});
