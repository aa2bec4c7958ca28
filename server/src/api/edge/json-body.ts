import { Refusal } from '@ordbook/protocol/refusals';
import type { FastifyInstance } from 'fastify';

/**
 * Largest bodies, bytes. What an honest client sends stays well below: it echoes whole preflight answers, and passes on coins as
 * its own source told them.
 */
export const BODY_LIMITS = {
  /** Neither coins nor PSBTs. */
  plain: 64 * 1024,
  /** Up to 1,000 coins of 500 bytes, or a target of many traits. */
  coins: 512 * 1024,
  /** PSBTs that spend the seller's own coins: 20 listings take 350 KB when every field that is allowed is there. */
  signed: 512 * 1024,
  /** Coins, and PSBTs that spend hundreds of them, with their previous transactions. */
  payments: 2 * 1024 * 1024,
} as const;

/** Values of one body. 1,500 coins of 12 fields have 20,000. */
export const MAX_VALUES = 30_000;
/** Arrays and objects inside each other. Bodies of the API have up to 7. */
export const MAX_DEPTH = 32;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/**
 * Takes JSON bodies. Their values are counted before they are parsed: a million empty arrays are as many bytes as a PSBT, and
 * hold the event loop a hundred times as long.
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

/** What makes a JSON text too dear to parse, or null. One pass; whether it is JSON at all is the parser's to say. */
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
      if (depth > MAX_DEPTH) return `body has arrays and objects more than ${MAX_DEPTH} deep`;
    } else if (isClosing(code)) depth -= 1;
    if (values > MAX_VALUES) return `body has more than ${MAX_VALUES} values`;
  }
  return null;
}

/** The index of the quote that ends the string which begins at `start`, or -1. */
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
