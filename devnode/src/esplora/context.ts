import type { RpcCall } from '../rpc/call.ts';
import type { ChainView } from './view.ts';

/** What handlers work on: chain and mempool at one moment, and the node. */
export interface EsploraContext extends ChainView {
  readonly call: RpcCall;
}

export const tipHeight = ({ tables }: ChainView): number => tables.blocks.size - 1;
