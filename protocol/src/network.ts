/**
 * The networks that a service can run on. Testnet is testnet4 or testnet3, which share their address format.
 */
export type NetworkName = 'mainnet' | 'testnet' | 'signet' | 'regtest';
