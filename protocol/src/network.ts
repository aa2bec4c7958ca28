/** The networks that a service can run on. Testnet is testnet4 or testnet3: their addresses are alike. */
export type NetworkName = 'mainnet' | 'testnet' | 'signet' | 'regtest';
