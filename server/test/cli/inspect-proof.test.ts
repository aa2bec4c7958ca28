import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeBundle } from '@ordbook/protocol/custody/bundle';
import { Transaction } from '@scure/btc-signer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { madeProof } from '../../../protocol/test/custody/made-proof.ts';
import { explainPsbt } from '../../src/cli/inspect.ts';
import { provenBy } from '../../src/cli/inspect-proof.ts';

const { bundle, inscriptionId, again, moved } = madeProof();
const proof = Buffer.from(encodeBundle(bundle));

let directory: string;
let server: Server;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'ordbook-proof-'));
  server = createServer((request, response) => {
    const isAsked = request.url === `/market/inscriptions/${inscriptionId}/custody`;
    response.writeHead(isAsked ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isAsked ? { proof: proof.toString('base64') } : { error: 'unknown' }));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
});
afterAll(() => {
  server.close();
  rmSync(directory, { recursive: true });
});

function inFile(name: string, content: string | Buffer): string {
  const path = join(directory, name);
  writeFileSync(path, content);
  return `${inscriptionId}=${path}`;
}

/** A PSBT that spends this coin. */
function spending(txid: string): string {
  const transaction = new Transaction();
  const script = Buffer.from(`0014${'77'.repeat(20)}`, 'hex');
  transaction.addInput({ txid, index: 0, witnessUtxo: { script, amount: 700n } });
  transaction.addOutput({ script, amount: 600n });
  return Buffer.from(transaction.toPSBT()).toString('base64');
}

test('a proof in a file, as bytes or base64, or at a service says place, moves, block, and what is not shown', async () => {
  const { port } = server.address() as AddressInfo;
  const places = [
    inFile('bytes', proof),
    inFile('base64', `${proof.toString('base64')}\n`),
    `${inscriptionId}=http://127.0.0.1:${port}`,
  ];
  for (const place of places) {
    const proven = await provenBy(place, 'regtest');
    const { printed } = explainPsbt(spending(again.txid), { network: 'regtest' }, [proven]);
    expect(printed).toMatch(
      new RegExp(`Checked here: ${inscriptionId} is on ${again.txid}:0, 2 moves since .* in block 300 \\(`),
    );
    expect(printed).toContain('Input 0 spends that coin.');
    expect(printed).toContain('Not shown: that block 300 is in the chain');
    const elsewhere = explainPsbt(spending(moved.txid), { network: 'regtest' }, [proven]).printed;
    expect(elsewhere).toContain(`Not shown: that this PSBT spends ${again.txid}:0: no input does.`);
  }
});

test('a proof that is false, of nothing, or nowhere is refused with the reason', async () => {
  const of = inFile('whole', proof);
  await expect(provenBy(inFile('cut', proof.subarray(0, -3)), 'regtest')).rejects.toThrow(
    `shows nothing of ${inscriptionId}: `,
  );
  await expect(provenBy(of, 'mainnet')).rejects.toThrow('the proof is of regtest, not of mainnet');
  await expect(provenBy(`${inscriptionId}=${directory}/none`, 'regtest')).rejects.toThrow(
    `${directory}/none`,
  );
  await expect(provenBy('a.proof', 'regtest')).rejects.toThrow('is not <inscription id>=<file or URL>');
  const { port } = server.address() as AddressInfo;
  const unknown = `${'ab'.repeat(32)}i0=http://127.0.0.1:${port}`;
  expect((await provenBy(unknown, 'regtest')).notShown.join()).toContain(
    'the service has no proof (unknown)',
  );
});
