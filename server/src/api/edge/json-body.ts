import { Refusal } from '@ordbook/protocol/refusals';
import type { FastifyInstance } from 'fastify';

/**
 * Largest bodies, bytes. Honest clients stay well below, even when they echo whole preflight responses and
 * send coins with every field that their own source returned.
 */
export const BODY_LIMITS = {
  /** Neither coins nor PSBTs. */
  plain: 64 * 1024,
  /** Up to 1,000 coins of 500 bytes, or a target of many traits. */
  coins: 512 * 1024,
  /** PSBTs that spend the seller's own coins: 20 listings take 350 KB with every allowed field present. */
  signed: 512 * 1024,
  /** Coins, and PSBTs that spend hundreds of them, with their previous transactions. */
  payments: 2 * 1024 * 1024,
} as const;

/** Most values in one body. 1,500 coins of 12 fields have 20,000. */
export const MAX_VALUES = 30_000;
/** Deepest nesting of arrays and objects. The API's own bodies nest up to 7 deep. */
export const MAX_DEPTH = 32;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/**
 * Accepts JSON bodies. Values are counted before parsing: a million empty arrays are no larger than a PSBT,
 * but block the event loop a hundred times as long.
 */
export function takeJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['text/plain', 'application/json']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const flaw = structureFlaw(body as string);
    if (flaw) done(new Refusal('malformed', flaw));
    else void parse(request, body as string, done);
  });
}

/**
 * What makes a JSON text too expensive to parse, or null. One pass. Whether it is valid JSON is left to the
 * parser.
 */
export function structureFlaw(text: string): string | null {
  let values = 1;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
      if (at < 0) return null;
    } else if (code === COMMA) values += 1;
    else if (isOpening(code)) {
      values += 1;
      depth += 1;
      if (depth > MAX_DEPTH) return `body must not nest arrays and objects more than ${MAX_DEPTH} deep`;
    } else if (isClosing(code)) depth -= 1;
    if (values > MAX_VALUES) return `body must have at most ${MAX_VALUES} values`;
  }
  return null;
}

/** The index of the quote that ends the string starting at `start`, or -1. */
function endOfString(text: string, start: number): number {
  let end = start;
  for (;;) {
    end = text.indexOf('"', end + 1);
    if (end < 0) return -1;
    let before = end;
    while (text.charCodeAt(before - 1) === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 0) return end;
  }
}

/** `[` or `{`. */
function isOpening(code: number): boolean {
  return code === 0x5b || code === 0x7b;
}

/** `]` or `}`. */
function isClosing(code: number): boolean {
  return code === 0x5d || code === 0x7d;
}
