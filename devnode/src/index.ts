export type { Block } from './chain/block.ts';
export type { BlockHeader } from './chain/header.ts';
export type { PolicyName } from './chain/policy-name.ts';
export { createEsplora, type Esplora, type EsploraOptions, startEsploraServer } from './esplora/esplora.ts';
export type { Answer } from './http/answer.ts';
export type { HandleOptions } from './http/router.ts';
export type { Listening } from './http/serve.ts';
export type { PolicyOption, PolicySettings } from './mempool/settings.ts';
export {
  createNode,
  type DevNode,
  type MempoolTools,
  type NewTip,
  type NodeOptions,
  type Snapshot,
} from './node.ts';
export { createOrd, type Ord, type OrdOptions } from './ord/ord.ts';
export { startOrdServer } from './ord/server.ts';
export { RPC, type RpcCall, RpcError } from './rpc/call.ts';
export { type RpcServer, type RpcServerOptions, startRpcServer } from './rpc/server.ts';
export type { CborValue } from './world/cbor-writer.ts';
export type { Clock } from './world/clock.ts';
export type { InscriptionContent } from './world/envelope-script.ts';
export type { Inscribed, NewInscription } from './world/inscribe.ts';
export type { Key } from './world/key.ts';
export type { Outpoint, PayOptions, Purse, Sent } from './world/purse.ts';
export {
  createWorld,
  type Endpoints,
  type World,
  type WorldOptions,
  type WorldSnapshot,
} from './world/world.ts';
