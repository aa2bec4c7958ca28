export type { Block } from './chain/block.ts';
export type { BlockHeader } from './chain/header.ts';
export {
  createEsplora,
  createEsplora,
  type Esplora,
  type Esplora,
  type EsploraOptions,
  type EsploraOptions,
  startEsploraServer,
  startEsploraServer,
} from './esplora/esplora.ts';
export type { Answer, Answer } from './http/answer.ts';
export type { HandleOptions } from './http/router.ts';
export type { Listening } from './http/serve.ts';
export type { PolicySettings } from './mempool/settings.ts';
export { createNode, type DevNode, type NewTip, type NodeOptions } from './node.ts';
export { createOrd, createOrd, type Ord, type Ord, type OrdOptions, type OrdOptions } from './ord/ord.ts';
export { startOrdServer, startOrdServer } from './ord/server.ts';
export { RPC, type RpcCall, RpcError } from './rpc/call.ts';
export { type RpcServer, type RpcServerOptions, startRpcServer } from './rpc/server.ts';
