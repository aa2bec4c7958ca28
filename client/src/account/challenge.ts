/**
 * The sign-in message, checked before a wallet signs it. A signature of any other text could be a login
 * elsewhere, or a promise to someone. So the message is rebuilt from its fields, and must be the same text.
 */
import { signInMessage, signInOpening } from '@ordbook/protocol/sign-in-message';
import type { Answer } from '../operation.ts';
import type { Wallet } from '../wallet/wallet.ts';

export type Challenge = Answer<'/auth/challenge'>['challenges'][number];

/** A challenge that is not the sign-in message of the service for an address of ours. Nothing was signed. */
export class UnsafeChallenge extends Error {
  override readonly name = 'UnsafeChallenge';
}

export interface ChallengeTerms {
  readonly wallet: Pick<Wallet, 'network' | 'ordinalsAddress' | 'paymentAddress'>;
  /** Domains of which one must be in the message. */
  readonly domains: readonly string[];
  /** Our clock, ms since 1970. */
  readonly nowMs: number;
  /** The profile that the wallet is to be linked to. Absent: the wallet signs in. */
  readonly profileId?: string;
}

/** How far issue and expiry may be from our clock, and by how much clocks may differ, minutes. */
const FRESH_MINUTES = 10;
const SKEW_MINUTES = 5;
const MINUTE_MS = 60_000;

const NONCE = /^[0-9a-f]{32}$/;
const PRINTABLE = /^[\x21-\x7e]{1,253}$/;

/**
 * The domains that messages of the service at `baseUrl` may name: its host, with or without the port. The
 * loopback addresses may also be called `localhost`. Throws `UnsafeChallenge` when `baseUrl` has no host.
 */
export function domainsOf(baseUrl: string): string[] {
  if (!URL.canParse(baseUrl))
    throw new UnsafeChallenge(`the base URL ${baseUrl} has no host; set the option domain`);
  const { host, hostname } = new URL(baseUrl);
  const isLoopback = ['127.0.0.1', '[::1]'].includes(hostname);
  return [hostname, host, ...(isLoopback ? ['localhost'] : [])];
}

/**
 * Throws `UnsafeChallenge` unless there is exactly one challenge for each of our two addresses (one in all
 * when they are equal), and every message is the exact sign-in message for it.
 */
export function checkChallenges(challenges: readonly Challenge[], terms: ChallengeTerms): void {
  const { ordinalsAddress, paymentAddress } = terms.wallet;
  const expected =
    ordinalsAddress === paymentAddress
      ? [{ role: 'ordinals', address: ordinalsAddress }]
      : [
          { role: 'ordinals', address: ordinalsAddress },
          { role: 'payment', address: paymentAddress },
        ];
  demand(Array.isArray(challenges), () => 'the service returned no list of challenges');
  demand(challenges.length === expected.length, () => {
    return `the service asks for ${challenges.length} signatures, not for ${expected.length}`;
  });
  for (const { role, address } of expected) {
    const own = challenges.filter((challenge) => challenge?.address === address);
    demand(own.length === 1, () => {
      return `the service asks ${own.length} times for a signature by the ${role} address ${address}, not once`;
    });
    checkChallenge(own[0]!, role, terms);
  }
}

function checkChallenge(challenge: Challenge, role: string, terms: ChallengeTerms): void {
  const { challengeId, address, message } = challenge;
  const what = `the challenge for ${address}`;
  demand(typeof challengeId === 'string' && PRINTABLE.test(challengeId), () => `${what} has no id`);
  demand(challenge.role === role, () => `${what} has the role ${shown(challenge.role)}, not ${role}`);
  demand(typeof message === 'string', () => `${what} has no message`);

  const lines = message.split('\n');
  const { profileId = null } = terms;
  const domain = terms.domains.find((one) => lines[0] === signInOpening({ domain: one, profileId }));
  demand(domain !== undefined, () => {
    return `${what} begins with ${shown(lines[0])}, not with ${shown(signInOpening({ domain: terms.domains[0] ?? '', profileId }))}; if the service signs in under another name, set the option domain`;
  });
  const nonce = valueIn(lines[5], 'Nonce: ');
  demand(NONCE.test(nonce), () => `${what} has the nonce ${shown(nonce)}, not 32 hex digits`);
  const issued = valueIn(lines[6], 'Issued at: ');
  const expires = valueIn(lines[7], 'Expires at: ');
  checkTimes(what, issued, expires, terms.nowMs);

  const { network } = terms.wallet;
  const template = signInMessage({ domain, address, role, network, nonce, issued, expires, profileId });
  demand(message === template, () => `${what} is not the sign-in message: ${differenceOf(lines, template)}`);
}

/** Issue and expiry, as ISO texts, around our clock. */
function checkTimes(what: string, issued: string, expires: string, nowMs: number): void {
  const clock = new Date(nowMs).toISOString();
  const limits = `the limit is ${FRESH_MINUTES} minutes, plus ${SKEW_MINUTES} for clocks that differ`;
  const minutesFromNow = (field: string, text: string): number => {
    const ms = Date.parse(text);
    const isExact = Number.isFinite(ms) && new Date(ms).toISOString() === text;
    demand(isExact, () => `${what} has the ${field} time ${shown(text)}, which is not an ISO time in UTC`);
    return (ms - nowMs) / MINUTE_MS;
  };
  const issuedAt = minutesFromNow('issue', issued);
  const expiresAt = minutesFromNow('expiry', expires);
  demand(issuedAt >= -FRESH_MINUTES - SKEW_MINUTES && issuedAt <= SKEW_MINUTES, () => {
    return `${what} was issued at ${issued}, and our clock says ${clock}; ${limits}`;
  });
  demand(expiresAt > -SKEW_MINUTES && expiresAt <= FRESH_MINUTES + SKEW_MINUTES, () => {
    return `${what} expires at ${expires}, and our clock says ${clock}; ${limits}`;
  });
  demand(expiresAt > issuedAt, () => `${what} expires at ${expires}, before it was issued at ${issued}`);
}

/** The rest of a line after its label; empty when it has another label. */
function valueIn(line: string | undefined, label: string): string {
  return line?.startsWith(label) ? line.slice(label.length) : '';
}

/** The first line that is not that of the template. */
function differenceOf(lines: readonly string[], template: string): string {
  const wanted = template.split('\n');
  const at = lines.findIndex((line, index) => line !== wanted[index]);
  if (at < 0) return `it ends after line ${lines.length} of ${wanted.length}`;
  if (at >= wanted.length) return `line ${at + 1}, ${shown(lines[at])}, is too many`;
  return `line ${at + 1} is ${shown(lines[at])}, not ${shown(wanted[at])}`;
}

/** A value in quotes, at most 120 characters; what is not printable ASCII is shown by its code. */
function shown(value: unknown): string {
  const text = (JSON.stringify(value) ?? 'missing').slice(0, 120);
  return text.replace(/[^\x20-\x7e]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

function demand(holds: boolean, sentence: () => string): asserts holds {
  if (!holds) throw new UnsafeChallenge(sentence());
}
