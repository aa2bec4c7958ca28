import { GONE, type RefusalCode } from '@ordbook/protocol/refusals';
import { readable } from './unexpected-response.ts';

/** A code of `docs/errors.md`, or of a service that is newer than this client. */
export type ErrorCode = RefusalCode | (string & {});

/** What came with a response that is not a success, besides its status and text. */
export interface ErrorDetails {
  readonly code?: ErrorCode | null;
  readonly requestId?: string | null;
  readonly retryAfterSeconds?: number | null;
  readonly operation?: string | null;
}

/**
 * A response that is not a success. `message` is the service's sentence, for people: at most 500 characters
 * without control characters. Programs should rely on `code`, or on `status`.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** Why, from the header `X-Error-Code`; null when the response is not from the service itself. */
  readonly code: ErrorCode | null;
  /** For the operator, who finds it in the log; null when there is none. */
  readonly requestId: string | null;
  /** Seconds after which a retry makes sense; null: the response does not say. */
  readonly retryAfterSeconds: number | null;
  /** The method and the path, as in `POST /collection/{slug}/purchases/submit`; null for another server. */
  readonly operation: string | null;

  constructor(status: number, message: string, details: ErrorDetails = {}) {
    super(readable(message) || `status ${status}`);
    this.status = status;
    this.code = details.code ?? null;
    this.requestId = details.requestId ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
    this.operation = details.operation ?? null;
  }
}

/**
 * Whether the service refused because somebody was faster: what was to be bought, sold or spent is gone. Take
 * the next one; a repeat is refused again. Source: docs/errors.md.
 */
export function isGone(error: unknown): error is ApiError {
  return error instanceof ApiError && GONE.has(error.code ?? '');
}

/**
 * A call without a complete response: there was no connection, or it was dropped. Whether the service carried
 * the call out is unknown. `cause` is what `fetch` threw.
 */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
  readonly operation: string;

  constructor(operation: string, cause: unknown) {
    const reason = readable(cause instanceof Error ? cause.message : String(cause));
    super(`${operation} got no complete response: ${reason}`, { cause });
    this.operation = operation;
  }
}

const CODE = /^[a-z][a-z_]{0,63}$/;
const REQUEST_ID = /^[\x21-\x7e]{1,128}$/;
const SECOND_MS = 1_000;

/** What the headers of a response say about an error. A header of another form counts as missing. */
export function detailsIn(headers: Headers, operation: string): ErrorDetails {
  const code = headers.get('x-error-code');
  const requestId = headers.get('x-request-id');
  return {
    code: code !== null && CODE.test(code) ? code : null,
    requestId: requestId !== null && REQUEST_ID.test(requestId) ? requestId : null,
    retryAfterSeconds: retryAfter(headers.get('retry-after')),
    operation,
  };
}

/** Seconds of a Retry-After header, which has a number of seconds or a date; null for anything else. */
export function retryAfter(header: string | null): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const at = /^[A-Z][a-z]{2}, .{20,24} GMT$/.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / SECOND_MS));
}
