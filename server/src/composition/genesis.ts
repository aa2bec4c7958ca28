import type { NetworkName } from '@ordbook/protocol/network';
import type { Chain } from '../chain/port.ts';

/** Genesis block hashes of the networks. Custom signets share signet's. */
const GENESIS: Readonly<Record<NetworkName, readonly string[]>> = {
  mainnet: ['000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f'],
  testnet: [
    '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
    '00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043',
  ],
  signet: ['00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6'],
  regtest: ['0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206'],
};

/** The network of a genesis block, in words. */
export function networkOf(genesis: string | null): string {
  const [name] = Object.entries(GENESIS).find(([, hashes]) => hashes.includes(genesis ?? '')) ?? [];
  return name ?? `an unknown network, with the genesis block ${genesis}`;
}

/**
 * What is wrong with the network of a node or index, from its block 0; null when it is `network`'s. `setting`
 * says where the part is.
 */
export function wrongNetwork(network: NetworkName, genesis: string | null, setting: string): string | null {
  if (GENESIS[network].includes(genesis ?? '')) return null;
  return `NETWORK is ${network}, but the part at ${setting} follows ${networkOf(genesis)}`;
}

/** The node follows another network than NETWORK: the service must not go on. */
export class WrongNetwork extends Error {}

/** Throws `WrongNetwork` when the node is of another network. Throws what the node throws. */
export async function requireNetwork(chain: Pick<Chain, 'blockHash'>, network: NetworkName): Promise<void> {
  const fault = wrongNetwork(network, await chain.blockHash(0), 'CHAIN_RPC_URL');
  if (fault !== null)
    throw new WrongNetwork(`${fault}; set NETWORK, or point CHAIN_RPC_URL at a node of ${network}`);
}
