/**
 * Posts to URLs that others chose, so it must not become a way into the operator's own network:
 *
 * - https only, no user and password in the URL, no redirects;
 * - the name is resolved once, every address must be public, and the connection goes to that address;
 * - a bounded response, and one time-out over everything.
 *
 * `allowPrivate` lifts the first two, for development.
 */
import { lookup as resolveName } from 'node:dns';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { Sent, WebhookSender } from './port.ts';

const TIMEOUT_MS = 10_000;
const MAX_RESPONSE_BYTES = 64 * 1024;

/** Addresses that are not of the public internet (the registries of IANA for special purposes). */
const SPECIAL = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  SPECIAL.addSubnet(net, prefix, 'ipv4');
/** Of IPv6, only global unicast is public; in it, these carry other addresses or nothing. */
const GLOBAL_UNICAST = new BlockList();
GLOBAL_UNICAST.addSubnet('2000::', 3, 'ipv6');
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  SPECIAL.addSubnet(net, prefix, 'ipv6');

/** Whether an IP address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !SPECIAL.check(address, 'ipv4');
  return family === 6 && GLOBAL_UNICAST.check(address, 'ipv6') && !SPECIAL.check(address, 'ipv6');
}

/** Why a URL cannot be that of a webhook, as far as its text shows; null: it can. */
export function flawOf(url: string, { allowPrivate }: SenderOptions): string | null {
  if (!URL.canParse(url)) return `${url} is no URL`;
  const { protocol, username, password, hostname } = new URL(url);
  if (username !== '' || password !== '') return `${url} must have no user and no password`;
  if (protocol !== 'https:' && !(allowPrivate && protocol === 'http:'))
    return `${url} must begin with https://`;
  const address = hostname.replace(/^\[|\]$/g, '');
  if (!allowPrivate && isIP(address) !== 0 && !isPublicAddress(address))
    return `${url} names ${address}, which is not an address of the public internet`;
  return null;
}

export interface SenderOptions {
  /** True: `http://` and private addresses too. */
  readonly allowPrivate: boolean;
  readonly timeoutMs?: number;
  /** How names are resolved. Default: as the system does. */
  readonly resolve?: typeof resolveName;
}

export function httpsSender(options: SenderOptions): WebhookSender {
  const { allowPrivate, timeoutMs = TIMEOUT_MS, resolve = resolveName } = options;
  // The connection goes to what this returns: a name cannot resolve to something else in between.
  const lookup: LookupFunction = (hostname, _options, found) => {
    resolve(hostname, { all: true }, (error, addresses) => {
      if (error) return found(error, []);
      const closed = addresses.find(({ address }) => !allowPrivate && !isPublicAddress(address));
      if (closed || addresses.length === 0)
        return found(
          new Error(`${hostname} resolves to ${closed?.address ?? 'nothing'}, not the public internet`),
          [],
        );
      found(null, addresses);
    });
  };

  return {
    post(url, headers, body) {
      const flaw = flawOf(url, options);
      if (flaw) return Promise.resolve({ fault: flaw });
      return new Promise<Sent>((settle) => {
        const open = new URL(url).protocol === 'https:' ? httpsRequest : httpRequest;
        const sent = open(
          url,
          {
            method: 'POST',
            lookup,
            agent: false,
            signal: AbortSignal.timeout(timeoutMs),
            headers: {
              ...headers,
              'content-length': Buffer.byteLength(body),
              'user-agent': 'ordbook-webhooks',
            },
          },
          (response) => {
            let size = 0;
            response.on('data', (chunk: Buffer) => {
              size += chunk.length;
              if (size > MAX_RESPONSE_BYTES) sent.destroy(new Error('the response is too large'));
            });
            response.on('end', () => settle({ status: response.statusCode! }));
            response.on('error', (error) => settle({ fault: error.message }));
          },
        );
        sent.on('error', (error) =>
          settle({
            fault:
              error.name === 'AbortError' || error.name === 'TimeoutError'
                ? `no response within ${timeoutMs} ms`
                : error.message,
          }),
        );
        sent.end(body);
      });
    },
  };
}
