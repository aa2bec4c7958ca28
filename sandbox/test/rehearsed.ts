import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { planRehearsal, type RehearsalReport, type RehearseOptions } from '@ordbook/server/cli/rehearse';
import type { Sandbox } from '../src/sandbox.ts';

/** What an operator has for a rehearsal: settings, two wallets as files, and an inscription. */
export interface Rehearsal {
  readonly options: RehearseOptions;
  readonly env: Readonly<Record<string, string>>;
  /** Rehearses while blocks come. */
  run(changed?: Partial<RehearseOptions>): Promise<RehearsalReport>;
}

/** Writes the wallets to `folder`; the second one gets the inscription. */
export async function openRehearsal(sandbox: Sandbox, folder: string): Promise<Rehearsal> {
  const control = async <T>(route: string, body: object): Promise<T> => {
    const answer = await fetch(`${sandbox.url}/sandbox/${route}`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    });
    return (await answer.json()) as T;
  };
  const wallet: string[] = [];
  let address = '';
  for (const name of ['a', 'b']) {
    const wanted = { paymentType: 'p2wpkh', fundSats: 1_000_000 };
    const made = await control<{ ordinals: { address: string }; payment: object }>('wallets', wanted);
    address = made.ordinals.address;
    wallet.push(join(folder, `${name}.json`));
    await writeFile(wallet.at(-1)!, JSON.stringify({ network: 'regtest', ...made }));
  }
  const collection = sandbox.world.collections[0]!.slug;
  const { inscriptionIds } = await control<{ inscriptionIds: string[] }>('inscribe', {
    ...{ address, collectionSlug: collection, count: 1 },
  });
  const options = { wallet, collection, inscription: inscriptionIds[0]!, price: '100000', json: true };
  const env = {
    ...{ NETWORK: 'regtest', CHAIN_RPC_URL: sandbox.node, ORD_URL: sandbox.index },
    PUBLIC_URL: sandbox.url,
  };
  return {
    ...{ options, env },
    async run(changed = {}) {
      const plan = await planRehearsal({ ...options, ...changed }, env);
      const miner = setInterval(() => void control('mine', { blocks: 1 }), 2_000);
      const lines = await plan.run!({ actor: { name: 'test' }, reason: 'a test' }).finally(() =>
        clearInterval(miner),
      );
      process.exitCode = undefined;
      return JSON.parse(lines[0]!) as RehearsalReport;
    },
  };
}
