/**
 * The networks that a service can run on. Testnet is testnet4 or testnet3, which share their address format.
 */
export const NETWORK_NAMES = ['mainnet', 'testnet', 'signet', 'regtest'] as const;
export type NetworkName = (typeof NETWORK_NAMES)[number];
