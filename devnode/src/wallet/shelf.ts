/** A descriptor in a wallet. */
export type Imported = {
  /** With its secrets, without checksum. */
  readonly text: string;
  readonly timestamp: number;
  active: boolean;
  internal: boolean;
  /** The index that the next address has. */
  next: number;
  /** Indexes below belong to the wallet in any case. */
  readonly end: number;
};

/** A wallet as snapshots and state files keep it. Its coins are on the chain. */
export type Wallet = {
  readonly name: string;
  loaded: boolean;
  readonly privateKeys: boolean;
  imported: Imported[];
  /** Outpoints `txid:vout` that are not spent unasked. */
  locked: string[];
  /** By script in hex. */
  labels: Record<string, string>;
};

/** The wallets of a node by name. */
export type Wallets = Map<string, Wallet>;
