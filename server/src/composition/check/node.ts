import type { NodeFacts } from '../../chain/node-facts.ts';
import type { Chain } from '../../chain/port.ts';
import { wrongNetwork } from '../genesis.ts';
import type { Settings } from '../settings.ts';
import { type Found, orWell, warning, wrong } from './finding.ts';

/** Bitcoin Core 28 is the first with the package rules that sales rely on. */
const OLDEST_NODE = 280_000;

const PORTS = { mainnet: 8332, testnet: 48332, signet: 38332, regtest: 18443 } as const;

/** What is wrong with the node. Throws `Refusal('unavailable')` when it is unreachable. */
export async function checkNode(
  settings: Settings,
  parts: { readonly nodeFacts: () => Promise<NodeFacts>; readonly chain: Pick<Chain, 'feeRates'> },
): Promise<Found[]> {
  const facts = await parts.nodeFacts();
  const rates =
    facts.isSyncing || !facts.relaysTransactions
      ? null
      : await parts.chain.feeRates(settings.FEE_TARGET_BLOCKS);
  const flaws = [
    ...flawsOf(settings, facts),
    rates && rates.minimum > settings.TRANSFER_FEE_RATE
      ? warning(
          `its mempool minimum is ${rates.minimum} sat/vB, transfers pay ${settings.TRANSFER_FEE_RATE}; purchases of several listings are refused meanwhile`,
          `a mempool minimum of at most ${settings.TRANSFER_FEE_RATE} sat/vB`,
          'wait until the mempool has emptied, or give it more room: `maxmempool=1000` in bitcoin.conf, and restart it',
        )
      : null,
  ];
  const estimate = rates?.estimate ?? 'none yet';
  return orWell(flaws, `${facts.name} at height ${facts.height}, fee estimate ${estimate} sat/vB`);
}

function flawsOf({ NETWORK }: Settings, facts: NodeFacts): (Found | null)[] {
  const { transactionIndex: index } = facts;
  const network = wrongNetwork(NETWORK, facts.genesis, 'CHAIN_RPC_URL');
  return [
    network === null
      ? null
      : wrong(
          network,
          `a node of ${NETWORK}`,
          `\`export CHAIN_RPC_URL=http://user:password@127.0.0.1:${PORTS[NETWORK]}\`, or set NETWORK to the node's network`,
        ),
    facts.version >= OLDEST_NODE
      ? null
      : wrong(
          `is ${facts.name}, version ${facts.version}`,
          'Bitcoin Core 28 or newer',
          'install a newer Bitcoin Core, and restart it',
        ),
    facts.submitsPackages
      ? null
      : wrong(
          'has no package relay: the call submitpackage is missing',
          'a node with the call submitpackage, such as Bitcoin Core 28',
          'install a newer Bitcoin Core, and allow submitpackage if rpcwhitelist is set',
        ),
    facts.relaysTransactions
      ? null
      : wrong(
          'receives no transactions from its peers (blocksonly): it sees no spends in the mempool and no fee rates',
          'blocksonly=0',
          'no `blocksonly` in bitcoin.conf, and restart it',
        ),
    facts.isPruned
      ? wrong(
          'is pruned: blocks that trades need are deleted',
          'prune=0',
          '`prune=0` and `txindex=1` in bitcoin.conf, and start it once with -reindex: it loads the whole chain again, for days',
        )
      : null,
    index === null
      ? wrong('has no transaction index', 'txindex=1', '`txindex=1` in bitcoin.conf, and restart it')
      : index.isSynced
        ? null
        : wrong(
            `its transaction index is being built, at height ${index.height} of ${facts.height}`,
            'a complete transaction index',
            'wait; `bitcoin-cli getindexinfo` shows the progress',
          ),
    facts.isSyncing
      ? wrong(
          `is still syncing, at height ${facts.height}`,
          'the tip of the chain',
          'wait; `bitcoin-cli getblockchaininfo` shows the progress',
        )
      : null,
  ];
}
