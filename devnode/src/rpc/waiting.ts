import { tipOf } from '../chain/chain.ts';
import { refuse } from './call.ts';
import { method, type NodeState, type RpcMethod } from './method.ts';
import { hashArgument } from './parameters.ts';

/**
 * Calls that respond when the chain has moved, so that clients need no ZMQ. A timeout of 0 ms waits for
 * ever.
 */
export const WAITING_METHODS: Readonly<Record<string, RpcMethod>> = {
  waitfornewblock: method('timeout?:number current_tip?:string', (node, timeout, current) => {
    const known = current === undefined ? tipOf(node.chain).block.hash : hashArgument(current, 'current_tip');
    return waitUntil(node, timeout, () => tipOf(node.chain).block.hash !== known);
  }),
  waitforblock: method('blockhash:string timeout?:number', (node, blockhash, timeout) => {
    const hash = hashArgument(blockhash, 'blockhash');
    return waitUntil(node, timeout, () => tipOf(node.chain).block.hash === hash);
  }),
  waitforblockheight: method('height:number timeout?:number', (node, height, timeout) =>
    waitUntil(node, timeout, () => tipOf(node.chain).height >= (height as number)),
  ),
};

const tipJson = ({ chain }: NodeState) => {
  const { block, height } = tipOf(chain);
  return { hash: block.hash, height };
};

/** The tip once the condition holds or the time is over, as in Core. */
function waitUntil(node: NodeState, timeout: unknown, holds: () => boolean): unknown {
  const ms = timeout === undefined ? 0 : (timeout as number);
  if (ms < 0) refuse('MISC_ERROR', 'Negative timeout');
  if (holds()) return tipJson(node);
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const stop = node.onTip(() => {
      if (holds()) finish();
    });
    const finish = () => {
      stop();
      clearTimeout(timer);
      resolve(tipJson(node));
    };
    if (ms > 0) timer = setTimeout(finish, ms);
  });
}
