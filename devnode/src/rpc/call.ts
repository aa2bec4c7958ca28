/**
 * A call to the Bitcoin Core JSON-RPC interface of any node: the in-process node or a real
 * `bitcoind` over HTTP. Resolves to the `result` member; rejects with an `RpcError` for every error the
 * node reports (other errors mean that the node was not reached). Reads may be repeated freely.
 */
export type RpcCall = (
  method: string,
  params?: readonly unknown[],
  /**
   * The wallet of devnode that a wallet's method is about, as the path `/wallet/<name>` says it over HTTP.
   */
  wallet?: string,
) => Promise<unknown>;

/** An error a node reports: Core's own `code` (src/rpc/protocol.h) and `message`. */
export class RpcError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
  }
}

/** The error codes of Bitcoin Core that this node returns (src/rpc/protocol.h). */
export const RPC = {
  INVALID_REQUEST: -32600,
  METHOD_NOT_FOUND: -32601,
  PARSE_ERROR: -32700,
  MISC_ERROR: -1,
  TYPE_ERROR: -3,
  WALLET_ERROR: -4,
  INVALID_ADDRESS_OR_KEY: -5,
  INSUFFICIENT_FUNDS: -6,
  INVALID_PARAMETER: -8,
  WALLET_KEYPOOL_RAN_OUT: -12,
  WALLET_NOT_FOUND: -18,
  WALLET_NOT_SPECIFIED: -19,
  DATABASE_ERROR: -20,
  DESERIALIZATION_ERROR: -22,
  VERIFY_ERROR: -25,
  VERIFY_REJECTED: -26,
  VERIFY_ALREADY_IN_UTXO_SET: -27,
  WALLET_ALREADY_LOADED: -35,
} as const;

/** Throws the RpcError of a code. */
export function refuse(code: keyof typeof RPC, message: string): never {
  throw new RpcError(RPC[code], message);
}
