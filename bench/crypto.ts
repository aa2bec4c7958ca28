/**
 * What a signature costs by each implementation of the curve that is installed: libsecp256k1 in WASM (what
 * the service and the signers use), in JavaScript (browsers), and OpenSSL's through Node. BENCH_NATIVE names
 * a folder whose node_modules has native bindings to compare with (`secp256k1`, `secp256k1-native`). All in
 * turns; the best round counts.
 */
import { createHash, createPublicKey, verify as opensslVerify } from 'node:crypto';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import * as wasm from 'tiny-secp256k1';
import * as javascript from '../protocol/src/bitcoin/curve-js.ts';
import { report, rounds } from './report.ts';

const ROUNDS = rounds(5);
const CALLS = 200;
/** Workers that verify at once in the last rows. */
const WORKERS = 2;

const secret = createHash('sha256').update('bench').digest();
const first = createHash('sha256').update('a transaction').digest();
const hash = createHash('sha256').update(first).digest();
const key = wasm.pointFromScalar(secret, true)!;
const xOnly = key.subarray(1);
const ecdsa = wasm.sign(hash, secret);
const bip340 = wasm.signSchnorr(hash, secret);
const tweak = createHash('sha256').update('a tweak').digest();

type Work = () => unknown;
const candidates: Record<string, { ecdsa?: Work; schnorr?: Work; sign?: Work; tweak?: Work }> = {
  'libsecp256k1, WASM (tiny-secp256k1)': {
    ecdsa: () => wasm.verify(hash, key, ecdsa, true),
    schnorr: () => wasm.verifySchnorr(hash, xOnly, bip340),
    sign: () => wasm.signSchnorr(hash, secret),
    tweak: () => wasm.xOnlyPointAddTweak(xOnly, tweak),
  },
  'JavaScript (@noble/curves)': {
    ecdsa: () => javascript.verify(hash, key, ecdsa, true),
    schnorr: () => javascript.verifySchnorr(hash, xOnly, bip340),
    sign: () => javascript.signSchnorr(hash, secret),
    tweak: () => javascript.xOnlyPointAddTweak(xOnly, tweak),
  },
  'OpenSSL (node:crypto)': openssl(),
  ...native(process.env['BENCH_NATIVE']),
};

/** A sighash is two rounds of SHA-256, of which OpenSSL makes the second. It has no BIP340. */
function openssl(): { ecdsa: Work } {
  const full = wasm.pointCompress(key, false);
  const jwk = {
    kty: 'EC',
    crv: 'secp256k1',
    x: Buffer.from(full.subarray(1, 33)).toString('base64url'),
    y: Buffer.from(full.subarray(33)).toString('base64url'),
  };
  const publicKey = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const };
  return { ecdsa: () => opensslVerify('sha256', first, publicKey, ecdsa) };
}

interface Native {
  ecdsaVerify?(signature: Uint8Array, hash: Uint8Array, key: Uint8Array): boolean;
}

function native(folder: string | undefined): typeof candidates {
  if (!folder) return {};
  const load = createRequire(join(resolve(folder), 'x.js'));
  const found: typeof candidates = {};
  try {
    const bindings = load('secp256k1/bindings.js') as Native;
    if (bindings.ecdsaVerify)
      found['libsecp256k1, native (secp256k1)'] = {
        ecdsa: () => bindings.ecdsaVerify!(ecdsa, hash, key),
      };
  } catch (error) {
    console.log(`secp256k1: ${String(error).split('\n')[0]}`);
  }
  try {
    found['libsecp256k1, native (secp256k1-native)'] = sodiumStyle(load('secp256k1-native'));
  } catch (error) {
    console.log(`secp256k1-native: ${String(error).split('\n')[0]}`);
  }
  return found;
}

type Library = Record<string, (...args: unknown[]) => unknown>;

function sodiumStyle(module: unknown): (typeof candidates)[string] {
  const curve = module as Library & Record<string, number>;
  const context = curve['secp256k1_context_create']!(curve['secp256k1_context_VERIFY']);
  const parsedKey = Buffer.alloc(64);
  curve['secp256k1_ec_pubkey_parse']!(context, parsedKey, Buffer.from(key));
  const parsedSignature = Buffer.alloc(64);
  curve['secp256k1_ecdsa_signature_parse_compact']!(context, parsedSignature, Buffer.from(ecdsa));
  return { ecdsa: () => curve['secp256k1_ecdsa_verify']!(context, parsedSignature, hash, parsedKey) };
}

function microseconds(work: Work): number {
  if (work() === false) throw new Error('a valid signature does not verify');
  const started = performance.now();
  for (let call = 0; call < CALLS; call += 1) work();
  return ((performance.now() - started) / CALLS) * 1000;
}

const best = new Map<string, number>();
for (let round = 0; round < ROUNDS; round += 1) {
  process.stderr.write(`round ${round + 1} of ${ROUNDS}\n`);
  for (const [name, works] of Object.entries(candidates))
    for (const [kind, work] of Object.entries(works)) {
      const measured = microseconds(work as Work);
      best.set(
        `${name} ${kind}`,
        Math.min(measured, best.get(`${name} ${kind}`) ?? Number.POSITIVE_INFINITY),
      );
    }
}
const [today] = Object.keys(candidates);
const cell = (name: string, kind: string) => {
  const measured = best.get(`${name} ${kind}`);
  if (measured === undefined) return '';
  return `${measured.toFixed(0)} (${(measured / best.get(`${today} ${kind}`)!).toFixed(2)})`;
};
report(
  'microseconds for one, and the ratio to WASM',
  Object.keys(candidates).map((name) => ({
    curve: name,
    'verify ECDSA': cell(name, 'ecdsa'),
    'verify BIP340': cell(name, 'schnorr'),
    'sign BIP340': cell(name, 'sign'),
    'tweak a key': cell(name, 'tweak'),
  })),
);

/** Signatures verified per second by threads, with what it takes to send each message. */
async function throughput(threads: number, perMessage: number): Promise<number> {
  const source = `
    const { parentPort } = require('node:worker_threads');
    const wasm = require(${JSON.stringify(createRequire(import.meta.url).resolve('tiny-secp256k1'))});
    parentPort.on('message', (asked) => parentPort.postMessage(
      asked.map(([hash, key, signature]) => wasm.verify(hash, key, signature, true))));`;
  const workers = Array.from({ length: threads }, () => new Worker(source, { eval: true }));
  const asked = Array.from({ length: perMessage }, () => [hash, key, ecdsa]);
  const ask = (worker: Worker) =>
    new Promise<void>((done) => {
      worker.once('message', () => done());
      worker.postMessage(asked);
    });
  await Promise.all(workers.map(ask));
  const messages = Math.ceil(CALLS / perMessage);
  const started = performance.now();
  await Promise.all(
    workers.map(async (worker) => {
      for (let message = 0; message < messages; message += 1) await ask(worker);
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  await Promise.all(workers.map((worker) => worker.terminate()));
  return (threads * messages * perMessage) / seconds;
}

const alone = 1e6 / best.get(`${today} ecdsa`)!;
const rows = [{ where: 'in the process itself', 'verified per second': Math.round(alone), ratio: '1.00' }];
for (const [threads, perMessage] of [
  [1, 1],
  [1, 20],
  [WORKERS, 20],
] as const) {
  const reached = await throughput(threads, perMessage);
  rows.push({
    where: `${threads} worker thread${threads === 1 ? '' : 's'}, ${perMessage} in a message`,
    'verified per second': Math.round(reached),
    ratio: (reached / alone).toFixed(2),
  });
}
report('the same WASM in worker threads', rows);
