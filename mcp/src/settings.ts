/** What the agent may do, from the environment. */
import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

const KeySource = z.union([
  z.strictObject({ type: z.enum(['p2wpkh', 'p2sh-p2wpkh', 'p2tr']), wif: z.string().min(1) }),
  z.strictObject({ type: z.enum(['p2wpkh', 'p2sh-p2wpkh', 'p2tr']), secret: z.string().length(64) }),
]);

const WalletFile = z.strictObject({
  network: z.enum(['mainnet', 'testnet', 'signet', 'regtest']),
  ordinals: KeySource,
  payment: KeySource,
});

const sats = z.coerce.number().int().min(0).max(2_100_000_000_000_000);
/** An empty variable counts as not set. */
const optional = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

const Environment = z.object({
  ORDBOOK_URL: z.url({ error: 'is the URL of the trading service, such as https://market.example' }),
  ORDBOOK_WALLET: optional(z.string()),
  ORDBOOK_TOKEN: optional(z.string()),
  ORD_URL: optional(z.url()),
  ESPLORA_URL: optional(z.url()),
  SPEND_LIMIT_SATS: optional(sats),
  MIN_SALE_SATS: optional(sats),
  ASK_ABOVE_SATS: optional(sats),
  READ_ONLY: optional(z.enum(['true', 'false'])),
  STATE_FILE: optional(z.string()),
});

export interface AgentSettings {
  readonly baseUrl: string;
  /** null: reads only, with `token`. */
  readonly wallet: z.infer<typeof WalletFile> | null;
  readonly token: string | null;
  /** An ord server of yours: where inscriptions are. */
  readonly ordUrl: string | null;
  /** An Esplora server of yours: which coins can pay. */
  readonly esploraUrl: string | null;
  /** Most that the agent's signatures may cost in 24 hours, sats. 0: it may spend nothing. */
  readonly spendLimitSats: number;
  /** Lowest price for which the agent may sell one inscription, sats. null: it may sell nothing. */
  readonly minSaleSats: number | null;
  /** A person is asked before anything is signed that moves more, sats. null: nobody is asked. */
  readonly askAboveSats: number | null;
  /** No tool trades, though there is a wallet. */
  readonly readOnly: boolean;
  /** Keeps what was spent, pinned keys and open signatures. */
  readonly stateFile: string;
}

/** Shown by `--help`. */
export const HELP = `ordbook-mcp: the order book of an ordbook service as tools of an agent (Model Context Protocol, stdio).

Settings, from the environment:
  ORDBOOK_URL        the trading service, such as https://market.example
  ORDBOOK_WALLET     file with the keys that sign in and trade, readable by you alone (chmod 600):
                     {"network": "mainnet", "ordinals": {"type": "p2tr", "wif": "…"}, "payment": {"type": "p2wpkh", "wif": "…"}}
  ORDBOOK_TOKEN      instead of a wallet: a session token, for reading only
  ORD_URL            your ord server: tells where inscriptions are; it must agree with the service's proofs
  ESPLORA_URL        your Esplora server: tells which coins can pay, and has the blocks of the proofs. Required to buy and to bid
  SPEND_LIMIT_SATS   most that may be spent in 24 hours, sats. Default 0: nothing is bought
  MIN_SALE_SATS      lowest price of a sale, sats. Default: nothing is sold
  ASK_ABOVE_SATS     a person is asked, through the agent's program, before anything is signed that pays, brings or at
                     worst loses more, sats; a program that cannot ask is refused. Default: nobody is asked
  READ_ONLY          true: no tool trades; the wallet signs in, and nothing else
  STATE_FILE         default ~/.ordbook/agent.json

Keep little money in the agent's wallet: an agent can be talked into a bad trade within its limits.`;

/** Throws an Error that names every wrong setting. */
export function readSettings(env: NodeJS.ProcessEnv): AgentSettings {
  const parsed = Environment.safeParse(env);
  if (!parsed.success)
    throw new Error(
      parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ') +
        '; ordbook-mcp --help lists the settings',
    );
  const given = parsed.data;
  if (!given.ORDBOOK_WALLET && !given.ORDBOOK_TOKEN)
    throw new Error('set ORDBOOK_WALLET to trade, or ORDBOOK_TOKEN to read only; ordbook-mcp --help');
  return {
    baseUrl: given.ORDBOOK_URL,
    wallet: given.ORDBOOK_WALLET ? readWallet(given.ORDBOOK_WALLET) : null,
    token: given.ORDBOOK_TOKEN ?? null,
    ordUrl: given.ORD_URL ?? null,
    esploraUrl: given.ESPLORA_URL ?? null,
    spendLimitSats: given.SPEND_LIMIT_SATS ?? 0,
    minSaleSats: given.MIN_SALE_SATS ?? null,
    askAboveSats: given.ASK_ABOVE_SATS ?? null,
    readOnly: given.READ_ONLY === 'true',
    stateFile: given.STATE_FILE ?? join(homedir(), '.ordbook', 'agent.json'),
  };
}

function readWallet(file: string): z.infer<typeof WalletFile> {
  const { mode } = statSync(file);
  if ((mode & 0o077) !== 0) throw new Error(`ORDBOOK_WALLET: others can read ${file}; run chmod 600 ${file}`);
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // the parser's message would show a part of the file
    throw new Error(`ORDBOOK_WALLET: ${file} is not JSON`);
  }
  const parsed = WalletFile.safeParse(json);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map(({ path }) => path.join('.') || 'the whole').join(', ');
  throw new Error(`ORDBOOK_WALLET: wrong in ${file}: ${wrong}; ordbook-mcp --help shows its form`);
}
