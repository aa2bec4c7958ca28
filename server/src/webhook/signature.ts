/**
 * Signatures of webhooks as the Standard Webhooks specification 1.0.0 has them
 * (https://github.com/standard-webhooks/standard-webhooks): HMAC-SHA256 over `id.timestamp.body`.
 */
import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const KEY_BYTES = 32;

export function newSecret(): string {
  return PREFIX + randomBytes(KEY_BYTES).toString('base64');
}

/**
 * The headers of one delivery. `id` is the same in every attempt, so a receiver can leave out what it
 * has.
 */
export function signedHeaders(
  secret: string,
  { id, body, at }: { readonly id: string; readonly body: string; readonly at: Date },
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}
