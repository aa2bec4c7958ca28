export type { Block } from './chain/block.ts';
export type { BlockHeader } from './chain/header.ts';
export type { PolicySettings } from './mempool/settings.ts';
export { createNode, type DevNode, type NewTip, type NodeOptions } from './node.ts';
export { RPC, type RpcCall, RpcError } from './rpc/call.ts';
export { type RpcServer, type RpcServerOptions, startRpcServer } from './rpc/server.ts';
