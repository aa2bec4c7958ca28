import { finished } from 'node:stream';
import { refuse } from '@ordbook/protocol/refusals';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ipKey } from '../edge/limits.ts';

/** Bounds of what readers have asked for and not yet taken, all of it in memory. */
export interface ReaderBounds {
  /** Bytes of the largest body. */
  readonly largest: number;
  /** Bytes, of all readers. */
  readonly most: number;
  /** Bytes, of one address. */
  readonly mostPerCaller: number;
  /** A body that is not taken within this time, ms, ends with its connection. */
  readonly withinMs: number;
}

/** A reader of the largest body needs 2 Mbit/s. */
export const READER_BOUNDS: ReaderBounds = {
  largest: 16_000_000,
  most: 128_000_000,
  mostPerCaller: 32_000_000,
  withinMs: 60_000,
};

interface SlowReaders {
  /** Refuses 429 or 503 when a body of `bytes`, by default of any size, would be too much. */
  requireRoom(request: FastifyRequest, bytes?: number): void;
  /** The same, and counts the bytes until the reader has taken them. Call it before they are sent. */
  wait(request: FastifyRequest, reply: FastifyReply, bytes: number): void;
}

export function slowReaders({ largest, most, mostPerCaller, withinMs }: ReaderBounds): SlowReaders {
  const waiting = new Map<string, number>();
  let total = 0;

  function add(caller: string, bytes: number): void {
    total += bytes;
    const left = (waiting.get(caller) ?? 0) + bytes;
    if (left > 0) waiting.set(caller, left);
    else waiting.delete(caller);
  }

  function requireRoom({ ip }: FastifyRequest, bytes = largest): void {
    const own = waiting.get(ipKey(ip)) ?? 0;
    if (own + bytes > mostPerCaller)
      refuse('rate_limited', `this IP address has not read ${own} bytes that it asked for; read them first`);
    if (total + bytes > most)
      refuse('unavailable', `readers have not read ${total} bytes that they asked for; wait and retry`);
  }

  return {
    requireRoom,
    wait(request, reply, bytes) {
      requireRoom(request, bytes);
      const caller = ipKey(request.ip);
      add(caller, bytes);
      let isWaiting = true;
      const end = () => {
        if (isWaiting) add(caller, -bytes);
        isWaiting = false;
        clearTimeout(timer);
      };
      // a response that waits for an earlier one on the connection is not told that this has closed
      const timer = setTimeout(() => {
        request.raw.socket.destroy();
        end();
      }, withinMs);
      finished(reply.raw, end);
    },
  };
}
