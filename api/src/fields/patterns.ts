/**
 * Patterns of text fields. `patternDemand` says each in words, so that no refusal shows a regular expression.
 */
export const PATTERNS = {
  hash: '^[a-f0-9]{64}$',
  hex: '^([a-f0-9]{2})+$',
  signature: '^(smp|ful|pof)?[A-Za-z0-9+/]+={0,2}$',
  publicKey: '^(0[23])?[a-f0-9]{64}$',
  inscriptionId: '^[a-f0-9]{64}i[0-9]+$',
  base64: '^[A-Za-z0-9+/]+={0,2}$',
  inscriptionNumber: '^(-?[0-9]{1,10})?$',
  satpoint: '^[a-f0-9]{64}:[0-9]{1,10}:[0-9]{1,16}$',
  token: '^[A-Za-z0-9._~+/=-]+$',
  eventId: '^(0|[1-9][0-9]{0,15})-[0-9a-f]{1,12}$',
  offerEvent: '^[a-f0-9-]{36}:[a-z_]+$',
  slug: '^[a-z0-9_-]+$',
  anyCaseSlug: '^[A-Za-z0-9_-]+$',
  slugList: '^[A-Za-z0-9_-]{1,200}(,[A-Za-z0-9_-]{1,200}){0,99}$',
} as const;

const DEMANDS: ReadonlyMap<string, string> = new Map([
  [PATTERNS.hash, 'must be 64 lowercase hex characters'],
  [PATTERNS.hex, 'must be lowercase hex, two characters per byte'],
  [PATTERNS.signature, 'must be a BIP-322 simple signature in hex or base64'],
  [PATTERNS.publicKey, 'must be a public key in lowercase hex, 64 characters (x-only) or 66 (compressed)'],
  [PATTERNS.inscriptionId, 'must be an inscription id, `<txid>i<n>` in lowercase'],
  [PATTERNS.base64, 'must be base64'],
  [PATTERNS.inscriptionNumber, 'must be an inscription number as text, or empty'],
  [PATTERNS.satpoint, 'must be a satpoint, <txid>:<vout>:<offset>'],
  [PATTERNS.token, 'must be a token of letters, digits and . _ ~ + / = -'],
  [PATTERNS.eventId, 'must be the id of an event, such as 1042-9f3c1a2b04de'],
  [PATTERNS.offerEvent, 'must be an offer id and an event type with a colon between them'],
  [PATTERNS.slug, 'must be a slug of lowercase letters, digits, hyphens and underscores'],
  [PATTERNS.anyCaseSlug, 'must be a slug of letters, digits, hyphens and underscores'],
  [PATTERNS.slugList, 'must be 1 to 100 slugs separated by commas'],
]);

const HEX_FORMS: ReadonlySet<string> = new Set([PATTERNS.hash, PATTERNS.hex, PATTERNS.publicKey]);
const BASE64 = /^[A-Za-z0-9+/]{8,}={0,2}$/;

/**
 * What a text must be to match `pattern`, in words; undefined for a pattern that is not in `PATTERNS`. Says
 * so when `seen` looks like base64 where hex is wanted.
 */
export function patternDemand(pattern: string, seen?: unknown): string | undefined {
  const demand = DEMANDS.get(pattern);
  const isBase64 = HEX_FORMS.has(pattern) && typeof seen === 'string' && BASE64.test(seen) && !isHex(seen);
  return isBase64 ? `${demand}, not base64` : demand;
}

function isHex(text: string): boolean {
  return /^[0-9a-fA-F]*$/.test(text);
}
