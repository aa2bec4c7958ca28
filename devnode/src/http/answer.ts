import { type Json, toJson } from './json.ts';

/** An HTTP response. Header names are lower case; a list means several headers of the same name. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Uint8Array;
}

/** Ends a request with a status and one sentence of plain text, as `ord` words it. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'Refused';
    this.status = status;
  }
}

export const badRequest = (message: string): Refused => new Refused(400, message);

export const notFound = (what: string): Refused => new Refused(404, `${what} not found`);

const encoder = new TextEncoder();

export const jsonAnswer = (value: Json, status = 200): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: encoder.encode(toJson(value)),
});

export const textAnswer = (text: string, status = 200): Answer => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: encoder.encode(text),
});

export const bytesAnswer = (body: Uint8Array): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/octet-stream' },
  body,
});

export const emptyAnswer = (status: number, headers: Answer['headers'] = {}): Answer => ({
  status,
  headers,
  body: new Uint8Array(),
});

/** Missing things must not be cached: they may appear with the next block. */
export function refusalAnswer({ status, message }: Refused): Answer {
  const answer = textAnswer(message, status);
  return status === 404 ? withHeaders(answer, { 'cache-control': 'no-store' }) : answer;
}

/** Adds headers, keeping those that the response already has. */
export const withHeaders = (answer: Answer, headers: Answer['headers']): Answer => ({
  ...answer,
  headers: { ...headers, ...answer.headers },
});
