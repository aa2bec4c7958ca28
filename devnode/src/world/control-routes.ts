import { type Answer, badRequest, jsonAnswer } from '../http/answer.ts';
import { createRouter, type HandleOptions, type Request, type Route } from '../http/router.ts';
import { type RpcCall, RpcError } from '../rpc/call.ts';
import type { Outpoint } from './purse.ts';

const MAX_BLOCKS = 2000;

/** What these routes do with a world. */
interface Controls {
  readonly call: RpcCall;
  readonly fund: (address: string, sats: number) => Promise<Outpoint>;
  readonly mine: (blocks: number) => Promise<string[]>;
}

/**
 * Coins and blocks over HTTP, for programs in any language: `POST /faucet {address, sats}` pays, mines a
 * block and returns `{txid, vout}`; `POST /mine {blocks}` returns the new tip's `{height, hash}`. Neither is
 * retry-safe. Undefined for any other path.
 */
export function controlsOver(world: Controls) {
  const routes: Route<Controls>[] = [
    { path: '/faucet', post: payOut },
    { path: '/mine', post: mineBlocks },
  ];
  const headers = { 'access-control-allow-origin': '*' };
  const handle = createRouter({ routes, context: () => world, headers, report: console.error });
  const paths = new Set(routes.map(({ path }) => path));
  return (path: string, options: HandleOptions): Promise<Answer> | undefined =>
    paths.has(path) ? handle(path, options) : undefined;
}

async function payOut({ context, body }: Request<Controls>): Promise<Answer> {
  const { address, sats } = fieldsOf(body);
  if (typeof address !== 'string' || !(await isAddress(context, address)))
    throw badRequest(
      `address ${shown(address)} is not an address of regtest; use one that begins with bcrt1`,
    );
  if (!Number.isSafeInteger(sats) || (sats as number) < 1)
    throw badRequest(`sats ${shown(sats)} is not an amount; use a whole number of sats`);
  try {
    const { txid, vout } = await context.fund(address, sats as number);
    return jsonAnswer({ txid, vout });
  } catch (error) {
    // What the node refuses (dust) and what the purse does not have.
    throw badRequest(
      error instanceof RpcError
        ? `the node refused ${shown(sats)} sats: ${error.message}`
        : String((error as Error).message),
    );
  }
}

async function mineBlocks({ context, body }: Request<Controls>): Promise<Answer> {
  const { blocks = 1 } = fieldsOf(body);
  if (!Number.isInteger(blocks) || (blocks as number) < 1 || (blocks as number) > MAX_BLOCKS)
    throw badRequest(`blocks ${shown(blocks)} is not a whole number from 1 to ${MAX_BLOCKS}`);
  const hash = (await context.mine(blocks as number)).at(-1)!;
  const { height } = (await context.call('getblockheader', [hash])) as { height: number };
  return jsonAnswer({ height, hash });
}

function fieldsOf(body: string): Record<string, unknown> {
  if (body === '') return {};
  try {
    const given: unknown = JSON.parse(body);
    if (typeof given === 'object' && given !== null) return given as Record<string, unknown>;
  } catch {
    // said below
  }
  throw badRequest('the body is not a JSON object; send one such as {"blocks":1}');
}

const isAddress = async ({ call }: Controls, address: string): Promise<boolean> =>
  ((await call('validateaddress', [address])) as { isvalid: boolean }).isvalid;

const shown = (value: unknown): string => JSON.stringify(value) ?? 'undefined';
