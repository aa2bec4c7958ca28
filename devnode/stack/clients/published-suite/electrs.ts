/**
 * devnode's Esplora server behind the command line of electrs, for test suites that start `electrs` beside
 * `bitcoind`. Of the Electrum protocol it speaks what such suites wait with: the newest header, and `ping`.
 */
import { createServer as createHttpServer, request } from 'node:http';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';

/** How often the tip is read for subscribers. */
const POLL_MS = 100;
const HOST = '127.0.0.1';

function option(name: string): string {
  const at = process.argv.indexOf(`--${name}`);
  const value = process.argv[at + 1];
  if (at < 0 || value === undefined) throw new Error(`--${name} is missing`);
  return value;
}
const portOf = (address: string) => Number(address.slice(address.lastIndexOf(':') + 1));

const esplora = await esploraUrl();

/** Of bitcoind.ts, which the suite has started before. */
async function esploraUrl(): Promise<string> {
  const response = await fetch(`http://${option('daemon-rpc-addr')}`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(option('cookie')).toString('base64')}` },
    body: JSON.stringify({ method: 'esploraurl', params: [], id: 1 }),
  });
  return ((await response.json()) as { result: string }).result;
}

async function read(path: string): Promise<string> {
  const response = await fetch(`${esplora}${path}`);
  if (!response.ok) throw new Error(`${path} returned ${response.status}`);
  return response.text();
}

async function newestHeader(): Promise<{ height: number; hex: string }> {
  const hash = await read('/blocks/tip/hash');
  const { height } = JSON.parse(await read(`/block/${hash}`)) as { height: number };
  return { height, hex: await read(`/block/${hash}/header`) };
}

const answers: Record<string, () => unknown> = {
  'server.version': () => ['devnode', '1.4'],
  'server.ping': () => null,
  'blockchain.headers.subscribe': newestHeader,
};

createServer((socket) => {
  let known: string | null = null;
  const send = (message: object) => void socket.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const timer = setInterval(() => {
    if (known === null) return;
    newestHeader().then((header) => {
      if (header.hex === known) return;
      known = header.hex;
      send({ method: 'blockchain.headers.subscribe', params: [header] });
    }, end);
  }, POLL_MS);
  const end = () => {
    clearInterval(timer);
    socket.destroy();
  };
  socket.on('close', end).on('error', end);
  createInterface({ input: socket }).on('line', (line) => void answer(line).catch(end));

  async function answer(line: string): Promise<void> {
    const { id, method } = JSON.parse(line) as { id: number; method: string };
    const find = answers[method];
    if (!find) return send({ id, error: { code: -32601, message: `unknown method ${method}` } });
    const result = await find();
    if (method === 'blockchain.headers.subscribe') known = (result as { hex: string }).hex;
    send({ id, result });
  }
}).listen(portOf(option('electrum-rpc-addr')), HOST);

createHttpServer((asked, answer) => {
  const { method, url, headers } = asked;
  const forwarded = request(`${esplora}${url}`, { method, headers }, (response) => {
    answer.writeHead(response.statusCode!, response.headers);
    response.pipe(answer);
  });
  forwarded.on('error', () => answer.destroy());
  asked.pipe(forwarded);
}).listen(portOf(option('http-addr')), HOST);

// The signal says that a block was mined; this program sees it anyway.
process.on('SIGUSR1', () => undefined);
