import { RpcError } from '@ordbook/devnode';
import { httpCall } from '@ordbook/server/chain/transport';
import type { RpcCall } from './miner.ts';

/** Timeout, ms: long enough for thousands of blocks and scans of the whole UTXO set. */
const TIMEOUT_MS = 60_000;

/** Calls to a real node. Errors have the form that devnode's index and Esplora expect. */
export function realNode(url: string): RpcCall {
  const call = httpCall({ url, timeoutMs: TIMEOUT_MS });
  return async (method, params) => {
    try {
      return await call(method, params);
    } catch (error) {
      const { code, message } = error as { code?: unknown; message: string };
      throw typeof code === 'number' ? new RpcError(code, message) : error;
    }
  };
}
