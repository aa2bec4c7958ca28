import { type Lab, spend } from '../lab.ts';
import { key, type Lock, p2shP2wpkh, p2tr, p2wpkh } from '../locks.ts';
import { type Case, entry, type Outcome, offer } from '../verdicts.ts';

/** A lock that no other case pays to. */
const own = (name: string): Lock => p2tr(`chain ${name}`);

export const REORGS: Case[] = [
  {
    title: 'reorg, a transaction of an invalid block returns to the mempool, with its child',
    expects: 'back',
    run: async (lab) => {
      const parent = lab.name('parent', spend(await lab.coin(p2wpkh('a')), { to: p2tr('a') }));
      const child = lab.name('child', spend(parent.coin(0)));
      const hash = await lab.mine([parent.hex]);
      await lab.call('sendrawtransaction', [child.hex]);
      await lab.call('invalidateblock', [hash]);
      const before = [await entry(lab, parent), await entry(lab, child)];
      await lab.call('reconsiderblock', [hash]);
      const after = [await entry(lab, parent), await entry(lab, child)];
      return { verdict: 'code' in (before[0] as object) ? 'gone' : 'back', before, after };
    },
  },
  {
    title: 'reorg, a transaction that conflicts with one in the new chain is dropped with its child',
    expects: 'gone',
    run: async (lab) => {
      const coin = await lab.coin(p2wpkh('a'));
      const parent = lab.name('parent', spend(coin, { to: p2tr('a') }));
      const child = lab.name('child', spend(parent.coin(0)));
      for (const tx of [parent, child]) await lab.call('sendrawtransaction', [tx.hex]);
      const rival = lab.name('rival', spend(coin, { fee: 5 }));
      await lab.mine([rival.hex]);
      const left = [await entry(lab, parent), await entry(lab, child)];
      return { verdict: 'code' in (left[0] as object) ? 'gone' : 'stays', left };
    },
  },
  {
    title: 'reorg, a spend of a coinbase that is no more is dropped',
    expects: 'gone',
    run: async (lab) => {
      const mature = await lab.coinbase(100);
      const tx = lab.name('tx', spend(mature));
      await lab.call('sendrawtransaction', [tx.hex]);
      const hash = (await lab.call('getbestblockhash')) as string;
      await lab.call('invalidateblock', [hash]);
      const during = await entry(lab, tx);
      await lab.call('reconsiderblock', [hash]);
      return {
        verdict: 'code' in (during as object) ? 'gone' : 'stays',
        during,
        after: await entry(lab, tx),
      };
    },
  },
  {
    title: 'reorg, a relative lock that is no longer met drops its transaction',
    expects: 'gone',
    run: async (lab) => {
      const coin = await lab.coin(p2wpkh('a'));
      await lab.mineEmpty(2);
      const tx = lab.name('tx', spend(coin, { sequence: 3 }));
      await lab.call('sendrawtransaction', [tx.hex]);
      const hash = (await lab.call('getbestblockhash')) as string;
      await lab.call('invalidateblock', [hash]);
      const during = await entry(lab, tx);
      await lab.call('reconsiderblock', [hash]);
      return { verdict: 'code' in (during as object) ? 'gone' : 'stays', during };
    },
  },
  {
    title: 'reorg, a longer branch wins and heights follow',
    expects: 'valid-fork',
    run: async (lab) => {
      const start = (await lab.call('getblockcount')) as number;
      const left = await lab.mine([]);
      await lab.call('invalidateblock', [left]);
      // A block of another payee, so that it is not the same block again.
      for (let i = 0; i < 2; i++) await lab.call('generateblock', [lab.address(p2tr('fork')), []]);
      await lab.call('reconsiderblock', [left]);
      const best = (await lab.call('getblockcount')) as number;
      const header = (await lab.call('getblockheader', [left])) as { confirmations: number };
      return { verdict: header.confirmations === -1 ? 'valid-fork' : 'active', grown: best - start };
    },
  },
  {
    title: 'a block that spends a coin its own block makes, in order',
    expects: 'valid',
    run: async (lab) => {
      const parent = spend(await lab.coin(p2wpkh('a')), { to: p2tr('a') });
      const child = spend(parent.coin(0));
      return block(lab, [parent.hex, child.hex]);
    },
  },
  {
    title: 'a block with the child before its parent is refused',
    expects: 'TestBlockValidity failed: bad-txns-inputs-missingorspent',
    run: async (lab) => {
      const parent = spend(await lab.coin(p2wpkh('a')), { to: p2tr('a') });
      return block(lab, [spend(parent.coin(0)).hex, parent.hex]);
    },
  },
  {
    title: 'a block with two spends of one coin is refused',
    expects: 'TestBlockValidity failed: bad-txns-inputs-missingorspent',
    run: async (lab) => {
      const coin = await lab.coin(p2wpkh('a'));
      return block(lab, [spend(coin).hex, spend(coin, { fee: 2000 }).hex]);
    },
  },
];

async function block(lab: Lab, hexes: readonly string[]): Promise<Outcome> {
  const answer = await lab.ask('generateblock', [lab.address(p2wpkh('miner')), hexes, false]);
  return { verdict: (answer as { message?: string }).message ?? 'valid' };
}

export const LOOKUPS: Case[] = [
  {
    title: 'scantxoutset finds confirmed coins of an address and nothing else',
    expects: '0.00150000',
    run: async (lab) => {
      const [one, two] = [own('scan one'), p2shP2wpkh('chain scan two')];
      const [coin] = await lab.coins([one, two, one]);
      await lab.call('sendrawtransaction', [spend(coin!, { to: one }).hex]);
      const descriptors = [one, two].map((lock) => `addr(${lab.address(lock)})`);
      const answer = (await lab.call('scantxoutset', ['start', descriptors])) as {
        success: boolean;
        total_amount: number;
        unspents: { amount: number; scriptPubKey: string; vout: number; coinbase: boolean }[];
      };
      const unspents = answer.unspents.map(({ amount, scriptPubKey, vout, coinbase }) =>
        JSON.stringify({ amount, scriptPubKey, vout, coinbase }),
      );
      return { verdict: answer.total_amount.toFixed(8), success: answer.success, unspents: unspents.sort() };
    },
  },
  {
    title: 'gettxout with and without the mempool',
    expects: 'null',
    run: async (lab) => {
      const coin = await lab.coin(own('gettxout'));
      const tx = lab.name('tx', spend(coin, { to: p2tr('b') }));
      await lab.call('sendrawtransaction', [tx.hex]);
      const look = async (txid: string, mempool: boolean) => {
        const answer = (await lab.ask('gettxout', [txid, 0, mempool])) as Record<string, unknown> | null;
        if (answer === null) return null;
        const { value, confirmations, coinbase } = answer;
        return { value, confirmations, coinbase };
      };
      const spent = await lab.call('gettxout', [coin.txid, coin.vout, true]);
      const answers = [await look(tx.txid, true), await look(tx.txid, false)];
      const kept = (await lab.call('gettxout', [coin.txid, coin.vout, false])) as { confirmations: number };
      return { verdict: String(spent), answers, kept: kept.confirmations };
    },
  },
  {
    title: 'gettxspendingprevout names the spender',
    expects: 'tx',
    run: async (lab) => {
      const [spent, free] = await lab.coins([p2wpkh('a'), p2wpkh('b')]);
      const tx = lab.name('tx', spend(spent!));
      await lab.call('sendrawtransaction', [tx.hex]);
      const outpoints = [spent!, free!].map(({ txid, vout }) => ({ txid, vout }));
      const answer = (await lab.ask('gettxspendingprevout', [outpoints])) as { spendingtxid?: string }[];
      return { verdict: String(answer[0]?.spendingtxid), answer };
    },
  },
  {
    title: 'getrawtransaction, verbose, before and after confirmation',
    expects: 'confirmed',
    run: async (lab) => {
      const tx = lab.name('tx', spend(await lab.coin(p2tr('a'))));
      await lab.call('sendrawtransaction', [tx.hex]);
      const fields = async () => {
        const answer = (await lab.ask('getrawtransaction', [tx.txid, true])) as Record<string, unknown>;
        const { txid, hash, version, size, vsize, weight, locktime, hex, confirmations } = answer;
        const same = { raw: (await lab.call('getrawtransaction', [tx.txid])) === tx.hex, hex: typeof hex };
        return { txid, hash, version, size, vsize, weight, locktime, confirmations, ...same };
      };
      const before = await fields();
      await lab.mine([tx.hex]);
      const after = await fields();
      return { verdict: after.confirmations === 1 ? 'confirmed' : 'unconfirmed', before, after };
    },
  },
  {
    title: 'decoderawtransaction tells scripts, types and addresses',
    expects: 'witness_v0_keyhash',
    run: async (lab) => {
      const fixed = { txid: Buffer.from(key('txid')).toString('hex'), vout: 1, sats: 9000, lock: p2tr('a') };
      const tx = spend(fixed, { also: [{ lock: p2shP2wpkh('b'), sats: 1000 }] });
      const answer = (await lab.call('decoderawtransaction', [tx.hex])) as {
        vout: { scriptPubKey: { type: string; address?: string; hex: string } }[];
      } & Record<string, unknown>;
      const vout = answer.vout.map(({ scriptPubKey: { type, address, hex } }) => ({ type, address, hex }));
      const { txid, hash, version, vsize, weight, locktime, vin } = answer;
      return { verdict: vout[0]!.type, vout, txid, hash, version, vsize, weight, locktime, vin };
    },
  },
  {
    title: 'getblock and getblockheader of a block with one payment',
    expects: '2',
    run: async (lab) => {
      const tx = lab.name('tx', spend(await lab.coin(p2tr('a'))));
      const hash = await lab.mine([tx.hex]);
      const header = (await lab.call('getblockheader', [hash])) as Record<string, unknown>;
      const verbose = (await lab.ask('getblock', [hash, 2])) as { tx: { txid: string; fee?: number }[] };
      const { nTx, confirmations, height, bits } = header;
      const raw = (await lab.call('getblock', [hash, 0])) as string;
      return {
        verdict: String(nTx),
        header: { confirmations, height, bits },
        payment: { txid: verbose.tx[1]!.txid, fee: verbose.tx[1]!.fee },
        contains: raw.includes(tx.hex),
      };
    },
  },
  {
    title: 'a spend twice in a row of blocks is offered and refused',
    expects: 'missing-inputs',
    run: async (lab) => {
      const coin = await lab.coin(p2wpkh('a'));
      await lab.mine([spend(coin).hex]);
      await lab.mineEmpty(1);
      return offer(lab, spend(coin, { fee: 4000 }));
    },
  },
];
