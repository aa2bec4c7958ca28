import { tipOf } from '../chain/chain.ts';
import { refuse } from './call.ts';
import { method, type RpcMethod } from './method.ts';
import { btc } from './parameters.ts';

const MAX_TIME = 0xffffffff;

/** The node itself: it has no peers, so the network is still. */
export const NETWORK_METHODS: Readonly<Record<string, RpcMethod>> = {
  getnetworkinfo: method('', ({ policy }) => ({
    version: policy.follows === 'core' ? 310000 : 290000,
    subversion: policy.follows === 'core' ? '/Satoshi:31.0.0(devnode)/' : '/Satoshi:29.0.0(devnode)/',
    protocolversion: 70016,
    localservices: '0000000000000009',
    localservicesnames: ['NETWORK', 'WITNESS'],
    localrelay: true,
    timeoffset: 0,
    networkactive: false,
    connections: 0,
    connections_in: 0,
    connections_out: 0,
    networks: [],
    relayfee: btc(policy.minRelayFee),
    incrementalfee: btc(policy.incrementalRelayFee),
    localaddresses: [],
    warnings: [],
  })),
  getindexinfo: method('index_name?:string', ({ chain }, name) =>
    name === undefined || name === 'txindex'
      ? { txindex: { synced: true, best_block_height: tipOf(chain).height } }
      : {},
  ),
  uptime: method('', ({ now, startedAt }) => Math.max(0, now() - startedAt)),
  setmocktime: method('timestamp:number', (node, timestamp) => {
    const seconds = timestamp as number;
    if (!(seconds >= 0 && seconds <= MAX_TIME))
      refuse('INVALID_PARAMETER', `Mocktime must be in the range [0, ${MAX_TIME}], not ${seconds}.`);
    node.setMockTime(Math.floor(seconds));
    return null;
  }),
  estimatesmartfee: method('conf_target:number estimate_mode?:string', (node, target) => {
    const blocks = target as number;
    if (!Number.isInteger(blocks) || blocks < 1 || blocks > 1008)
      refuse('INVALID_PARAMETER', 'Invalid conf_target, must be between 1 and 1008');
    const rate = node.estimatedRate();
    return rate === null
      ? { errors: ['Insufficient data or no feerate found'], blocks: 0 }
      : { feerate: btc(rate), blocks: Math.max(2, blocks) };
  }),
};
