import type { Payload } from './envelope.ts';
import { contentTypeOf } from './inscription.ts';

/** Content types that `ord` shows on its front pages: no text, code or unknown types. */
const SHOWN_CONTENT_TYPES = new Set([
  'application/pdf',
  'audio/flac',
  'audio/mpeg',
  'audio/ogg',
  'audio/ogg;codecs=opus',
  'audio/wav',
  'font/otf',
  'font/ttf',
  'font/woff',
  'font/woff2',
  'image/apng',
  'image/avif',
  'image/gif',
  'image/jpeg',
  'image/jxl',
  'image/png',
  'image/svg+xml',
  'image/webp',
  'model/gltf+json',
  'model/gltf-binary',
  'text/html',
  'text/html;charset=utf-8',
  'text/markdown',
  'text/markdown;charset=utf-8',
  'video/mp4',
  'video/webm',
]);

const BRC_420 = /^\s*\/content\/[0-9a-fA-F]{64}i\d+\s*$/;
const BVM_NETWORK =
  '<body style="background:#F61;color:#fff;"><h1 style="height:100%">bvm.network</h1></body>';

/** True for inscriptions that `ord` leaves out of its front pages and of its list of galleries. */
export function isHidden(payload: Payload): boolean {
  if (payload.metaprotocol !== undefined || payload.body === undefined) return true;
  if (!SHOWN_CONTENT_TYPES.has(contentTypeOf(payload) ?? '')) return true;
  const body = Buffer.from(payload.body).toString('latin1');
  return BRC_420.test(body) || body.startsWith(BVM_NETWORK);
}
