import { createNode, type RpcCall, startRpcServer } from '@ordbook/devnode';
import { startBitcoind } from './bitcoind.ts';
import { findBitcoind } from './parts.ts';

export interface AnyNode {
  /** With its version, or `devnode`. */
  readonly name: string;
  /** With user and password. */
  readonly url: string;
  readonly call: RpcCall;
  stop(): Promise<void>;
}

/** Starts an empty regtest node: Bitcoin Core where there is one, else devnode in this process. */
export async function startAnyNode(): Promise<AnyNode> {
  const part = findBitcoind();
  if (part) {
    const { url, call, stop } = await startBitcoind();
    return { name: part.version, url, call, stop };
  }
  const node = createNode();
  const server = await startRpcServer({ node, port: 0, auth: { user: 'any', password: 'any' } });
  const url = server.url.replace('//', '//any:any@');
  return { name: 'devnode', url, call: node.call, stop: () => server.close() };
}
