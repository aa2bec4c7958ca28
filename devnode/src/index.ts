export { RPC, type RpcCall, RpcError } from './rpc/call.ts';
