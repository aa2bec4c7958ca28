import { request } from 'node:http';
import { addressOf } from '../../src/address/address.ts';
import type { Ord } from '../../src/ord/ord.ts';
import type { ScenarioLog } from './scenario.ts';

/** One request that both indexes answer. */
export interface Probe {
  path: string;
  body?: string;
  acceptEncoding?: string;
}

/** What of an answer is compared. */
interface Seen {
  status: number;
  headers: Record<string, string | null>;
  body: string;
}

const COMPARED_HEADERS = [
  'content-type',
  'content-encoding',
  'cache-control',
  'content-security-policy',
  'strict-transport-security',
  'access-control-allow-origin',
  'location',
];

const UNKNOWN_PATH = '/nothing';

/** A path with both answers where they differ. */
export interface Difference {
  probe: Probe;
  real: Seen;
  ours: Seen;
}

/** Asks both indexes and lists where they differ in status, headers or the bytes of the body. */
export async function differences(
  realUrl: string,
  ours: Ord,
  probes: readonly Probe[],
): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const probe of probes) {
    const [real, own] = [await askReal(realUrl, probe), await askOurs(ours, probe)];
    if (JSON.stringify(real) === JSON.stringify(own)) continue;
    // the real server says nothing where devnode says what there is
    if (probe.path === UNKNOWN_PATH && real.status === 404 && own.status === 404) continue;
    found.push({ probe, real, ours: own });
  }
  return found;
}

/** Without an encoding the real server would compress, so only probes of encoded content ask for one. */
const headersOf = ({ body, acceptEncoding = 'identity' }: Probe): Record<string, string> => ({
  accept: 'application/json',
  'accept-encoding': acceptEncoding,
  ...(body === undefined ? {} : { 'content-type': 'application/json' }),
});

async function askReal(url: string, probe: Probe): Promise<Seen> {
  const { path, body } = probe;
  const headers = headersOf(probe);
  return new Promise((resolve, reject) => {
    const call = request(url + path, { method: body === undefined ? 'GET' : 'POST', headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: pick((name) => response.headersDistinct[name]),
          body: normalize(path, Buffer.concat(chunks)),
        }),
      );
    });
    call.on('error', reject);
    call.end(body);
  });
}

async function askOurs(ord: Ord, probe: Probe): Promise<Seen> {
  const { path, body } = probe;
  const method = body === undefined ? 'GET' : 'POST';
  const answer = await ord.handle(path, { method, body, headers: headersOf(probe) });
  return {
    status: answer.status,
    headers: pick((name) => {
      const value = answer.headers[name];
      return typeof value === 'string' ? [value] : value;
    }),
    body: normalize(path, answer.body),
  };
}

const pick = (get: (name: string) => readonly string[] | undefined): Record<string, string | null> =>
  Object.fromEntries(COMPARED_HEADERS.map((name) => [name, get(name)?.join(' | ') ?? null]));

/** Leaves out when the servers started, and where in an unreadable request body a parser gave up. */
function normalize(path: string, body: Uint8Array): string {
  const isContent = path.startsWith('/content') || path.startsWith('/r/undelegated');
  const text = Buffer.from(body).toString(isContent ? 'hex' : 'utf8');
  if (text.startsWith('Failed to')) return text.split(':')[0]!;
  if (path !== '/status') return text;
  return text
    .replace(/"(initial_sync_time|uptime)":\{[^}]*\}/g, '"$1":0')
    .replace(/"started":"[^"]*"/, '"started":0');
}

/** Every endpoint that both have, over everything that the scenario made. */
export async function probesFor(ours: Ord, log: ScenarioLog): Promise<Probe[]> {
  const json = async (path: string): Promise<unknown> =>
    JSON.parse(Buffer.from((await ours.handle(path)).body).toString());
  const { height, inscriptions } = (await json('/status')) as { height: number; inscriptions: number };
  const ids: string[] = [];
  for (let page = 0; ids.length < inscriptions; page++) {
    ids.push(...((await json(`/inscriptions/${page}`)) as { ids: string[] }).ids);
  }
  const isEncoded = new Set<string>();
  for (const id of ids) {
    if ((await ours.handle(`/content/${id}`)).status === 406) isEncoded.add(`/content/${id}`);
  }
  const encoded = ({ path }: Probe): boolean => isEncoded.has(path);
  const sats = new Set<number>();
  for (const id of ids) {
    const { sat } = (await json(`/inscription/${id}`)) as { sat: number | null };
    if (sat !== null) sats.add(sat);
  }
  return [
    ...fixedPaths(),
    ...range(height + 2).flatMap(blockPaths),
    ...range(5).flatMap((page) => [`/inscriptions/${page}`, `/galleries/${page}`]),
    ...ids.flatMap(inscriptionPaths),
    ...range(inscriptions + 1).flatMap((n) => [`/inscription/${n}`, `/inscription/${-n}`]),
    ...[...sats].flatMap(satPaths),
    ...log.scripts.map((script) => addressOf(script)!).flatMap(addressPaths),
    ...log.txids.flatMap((txid) => [`/tx/${txid}`, `/r/tx/${txid}`]),
    ...log.outpoints.flatMap((outpoint) => [
      `/output/${outpoint}`,
      `/r/utxo/${outpoint}`,
      `/satpoint/${outpoint}:7`,
    ]),
  ]
    .map((path): Probe => ({ path }))
    .concat(ids.map((id) => ({ path: `/content/${id}`, acceptEncoding: 'identity, br' })).filter(encoded))
    .concat(batches(ids, log.outpoints));
}

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

const ZERO = '0'.repeat(64);
const NOWHERE = 'ab'.repeat(32);

function fixedPaths(): string[] {
  const taproot = addressOf(Uint8Array.of(0x51, 32, ...new Uint8Array(32).fill(5)))!;
  return [
    '/status',
    '/blockheight',
    '/blockcount',
    '/blocktime',
    '/blockhash',
    '/r/blockheight',
    '/r/blocktime',
    '/r/blockhash',
    '/inscriptions',
    '/galleries',
    `/output/${ZERO}:0`,
    `/output/${ZERO}:4294967295`,
    `/r/utxo/${ZERO}:0`,
    `/r/utxo/${ZERO}:4294967295`,
    `/output/${NOWHERE}:0`,
    `/tx/${NOWHERE}`,
    `/block/${NOWHERE}`,
    `/r/tx/${NOWHERE}`,
    `/satpoint/${NOWHERE}:0:0`,
    ...inscriptionPaths(`${NOWHERE}i0`),
    `/address/${taproot}`,
    `/outputs/${taproot}`,
    `/outputs/${taproot}?type=cardinal`,
    '/outputs/bcrt1qnone',
    '/address/bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    '/address/1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH',
    '/inscription/UPPER',
    '/inscription/abc',
    '/inscription/0/x',
    '/children/foo',
    '/output/foo',
    '/tx/foo',
    '/block/foo',
    '/blockhash/foo',
    '/inscriptions/foo',
    '/r/sat/foo',
    UNKNOWN_PATH,
    ...['0', '1', '5000000000', 'nvtcsezkbtg', '0.5', '100000000000000', '5%', '0°1′1″0‴'].map(
      (sat) => `/sat/${encodeURIComponent(sat)}`,
    ),
  ];
}

const blockPaths = (height: number): string[] => [
  `/block/${height}`,
  `/blockhash/${height}`,
  `/r/blockhash/${height}`,
  `/inscriptions/block/${height}`,
  `/inscriptions/block/${height}/1`,
  `/sat/${height}.0`,
  `/sat/${height}.5000`,
  `/r/sat/${height * 5_000_000_000}`,
];

const inscriptionPaths = (id: string): string[] => [
  `/inscription/${id}`,
  `/inscription/${id}/0`,
  `/inscription/${id}/7`,
  `/children/${id}`,
  `/children/${id}/1`,
  `/gallery/${id}`,
  `/gallery/${id}/page/1`,
  `/content/${id}`,
  `/r/inscription/${id}`,
  `/r/undelegated-content/${id}`,
  `/r/children/${id}`,
  `/r/children/${id}/1`,
  `/r/children/${id}/inscriptions`,
  `/r/children/${id}/inscriptions/1`,
  `/r/parents/${id}`,
  `/r/parents/${id}/1`,
  `/r/parents/${id}/inscriptions`,
  `/r/metadata/${id}`,
];

const addressPaths = (address: string): string[] => [
  `/address/${address}`,
  `/outputs/${address}`,
  ...['any', 'cardinal', 'inscribed', 'runic', 'foo'].map((type) => `/outputs/${address}?type=${type}`),
];

const satPaths = (sat: number): string[] => [
  `/sat/${sat}`,
  `/r/sat/${sat}`,
  `/r/sat/${sat}/0`,
  `/r/sat/${sat}/at/0`,
  `/r/sat/${sat}/at/-1`,
  `/r/sat/${sat}/at/1/content`,
];

const batches = (ids: readonly string[], outpoints: readonly string[]): Probe[] => [
  { path: '/inscriptions', body: JSON.stringify(ids) },
  { path: '/inscriptions', body: JSON.stringify([...ids.slice(0, 3), `${NOWHERE}i0`]) },
  { path: '/inscriptions', body: '["foo"]' },
  { path: '/inscriptions', body: 'x' },
  { path: '/outputs', body: JSON.stringify(outpoints.slice(0, 200)) },
  { path: '/outputs', body: JSON.stringify([`${ZERO}:0`]) },
  { path: '/outputs', body: '["foo"]' },
];
