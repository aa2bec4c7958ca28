import { type Answer, notFound, Refused } from '../http/answer.ts';
import type { Payload } from './envelope.ts';
import { contentEncodingOf, contentTypeOf, delegateOf } from './inscription.ts';
import type { InscriptionId } from './inscription-id.ts';
import { entryById } from './inscription-json.ts';
import type { Tables } from './tables.ts';

const CONTENT_SECURITY_POLICIES = [
  "default-src 'self' 'unsafe-eval' 'unsafe-inline' data: blob:",
  "default-src *:*/content/ *:*/blockheight *:*/blockhash *:*/blockhash/ *:*/blocktime *:*/r/ 'unsafe-eval' 'unsafe-inline' data: blob:",
];

/** How the content of an inscription is asked for. */
export interface ContentRequest {
  readonly acceptEncoding: string | undefined;
  /** Follow the delegate, if the inscription names one. */
  readonly followDelegate: boolean;
  /** False when another inscription may answer the same path later. */
  readonly cacheable: boolean;
}

/** `GET /content/<id>`: the body as inscribed. @throws Refused */
export function contentAnswer(tables: Tables, id: InscriptionId, request: ContentRequest): Answer {
  const entry = entryById(tables, id);
  if (entry === undefined) throw notFound(`inscription ${id}`);
  let { payload } = entry;
  const delegate = request.followDelegate ? delegateOf(payload) : undefined;
  if (delegate !== undefined) {
    const delegated = entryById(tables, delegate);
    if (delegated === undefined) throw notFound(`delegate ${id}`);
    payload = delegated.payload;
  }
  return bodyAnswer(payload, id, request);
}

function bodyAnswer(payload: Payload, id: InscriptionId, request: ContentRequest): Answer {
  const encoding = contentEncodingOf(payload);
  if (encoding !== undefined && !accepts(request.acceptEncoding, encoding)) {
    throw new Refused(406, notAcceptable(encoding, request.acceptEncoding));
  }
  if (payload.body === undefined) throw notFound(`inscription ${id} content`);
  const type = contentTypeOf(payload);
  return {
    status: 200,
    headers: {
      'content-security-policy': CONTENT_SECURITY_POLICIES,
      'cache-control': request.cacheable ? 'public, max-age=1209600, immutable' : 'no-store',
      'content-type': type !== undefined && isHeaderValue(type) ? type : 'application/octet-stream',
      ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
    },
    body: payload.body,
  };
}

const isHeaderValue = (text: string): boolean => /^[\t\x20-\x7e]*$/.test(text);

const accepts = (accepted: string | undefined, encoding: string): boolean =>
  (accepted ?? '').split(',').some((each) => each.split(';')[0]!.trim() === encoding);

function notAcceptable(encoding: string, accepted: string | undefined): string {
  const header = accepted === undefined ? 'not present' : `: \`${accepted}\``;
  const separator = accepted === undefined ? ' ' : '';
  return `inscription content encoding \`${encoding}\` is not acceptable. \`Accept-Encoding\` header${separator}${header}`;
}
