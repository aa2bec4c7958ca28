import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A file in memory, in every form in which it is sent. */
export interface KeptFile {
  readonly body: Buffer;
  readonly contentType: string;
  /** null: as it is. */
  readonly gzipped: Buffer | null;
  readonly tag: string;
}

/** Below this size, compression gains nothing. */
const LEAST_TO_COMPRESS = 1_024;

const compress = promisify(gzip);

/** The file with its tag and its compressed form. */
export async function keptFile(content: Uint8Array | string, contentType: string): Promise<KeptFile> {
  const body = Buffer.from(content);
  const gzipped = body.length < LEAST_TO_COMPRESS ? null : await compress(body, { level: 9 });
  const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return { body, contentType, gzipped, tag };
}

/** Sends the file, or 304 to who has it. */
export function sendFile(request: FastifyRequest, reply: FastifyReply, file: KeptFile): FastifyReply {
  reply.headers({ etag: file.tag, vary: 'accept-encoding' });
  if (request.headers['if-none-match']?.includes(file.tag)) return reply.code(304).send();
  reply.type(file.contentType);
  const takesGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  if (file.gzipped === null || !takesGzip) return reply.send(file.body);
  return reply.header('content-encoding', 'gzip').send(file.gzipped);
}
