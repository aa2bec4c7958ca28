import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FillSigners } from '../../../src/signer/fill-port.ts';
import { fillSigners } from '../../../src/signer/transport/fill-clients.ts';
import {
  GATE_MESSAGES,
  MARKET_FILL_MESSAGES,
  POLICY_MESSAGES,
} from '../../../src/signer/transport/fill-messages.ts';
import { serveSigner } from '../../../src/signer/transport/process.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The signers behind sockets, as in processes of their own: messages are checked against their schemas. */
export async function served(
  signers: FillSigners,
): Promise<{ readonly signers: FillSigners; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'ordbook-hacked-'));
  const at = (role: string) => ({ socketPath: join(folder, role), timeoutMs: 30_000 });
  const serve = (role: keyof FillSigners, messages: object) =>
    serveSigner(signers[role], { ...at(role), log: quiet, messages: messages as typeof GATE_MESSAGES });
  const processes = await Promise.all([
    serve('market', MARKET_FILL_MESSAGES),
    serve('policy', POLICY_MESSAGES),
    serve('gate', GATE_MESSAGES),
  ]);
  return {
    signers: fillSigners({ market: at('market'), policy: at('policy'), gate: at('gate') }),
    async close() {
      await Promise.all(processes.map((process) => process.close()));
      await rm(folder, { recursive: true });
    },
  };
}
