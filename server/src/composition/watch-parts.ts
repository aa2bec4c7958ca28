import { setTimeout as sleep } from 'node:timers/promises';
import type { NetworkName } from '@ordbook/protocol/network';
import { operatorSentence, Refusal } from '@ordbook/protocol/refusals';
import { Gauge, type Registry } from 'prom-client';
import type { SignerState } from '../api/monitoring/health.ts';
import { MINUTE_MS } from '../base/clock.ts';
import { requireTransactionIndex } from '../chain/transaction-index.ts';
import type { FillSigners } from '../signer/fill-port.ts';
import type { Wait } from '../signer/limits/ledger.ts';
import type { SignerKeys } from '../signer/signing/role-keys.ts';
import { waitsText } from '../signer/transport/settings-messages.ts';
import type { TradingContext } from '../trading/context.ts';
import { requireNetwork, WrongNetwork } from './genesis.ts';
import { requireSignersOf } from './key-set-file.ts';
import type { Settings } from './settings.ts';

const ASK_EVERY_MS = 5_000;
/** How long the start waits for the first responses: a signer that hangs does not block the rest. */
const FIRST_LOOK_MS = 2_000;
/** A part that comes and goes is logged at most this often. */
const QUIET_MS = MINUTE_MS;
/** One that stays away is logged again after this time. */
const REMIND_MS = 10 * MINUTE_MS;

interface Watched {
  readonly name: string;
  readonly setting: keyof Settings;
  /** True: without it, little works. False: only collection offers need it, or another does its work. */
  readonly isRequired: boolean;
  /** Throws `Refusal('unavailable')` when the part is unreachable. Resolves to the keys of a signer. */
  ask(): Promise<Partial<SignerKeys>>;
  /** Of a signer: what it does not sign for now. */
  readonly waits?: (() => Promise<readonly Wait[]>) | undefined;
}

/** Asks signers what they do not sign for now, by the setting that names each. */
export type SignerWaits = Partial<Record<keyof Settings, () => Promise<readonly Wait[]>>>;

interface State {
  isUp: boolean | null;
  detail: string;
  /** What a signer does not sign for now. */
  waits: readonly Wait[];
  /** For the operator; empty while it is up. */
  reason: string;
  loggedUp: boolean;
  loggedAt: number;
}

export interface PartWatch {
  /** The signers as they were last seen. */
  signers(): readonly SignerState[];
  /**
   * Resolves when a signer shows another key than the expected one, or the node is of another network. The
   * service must not go on then.
   */
  readonly wrongPart: Promise<Error>;
  /** The first look, or as much of it as took two seconds. Throws the Error of `wrongPart`. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Asks node, index and signers every five seconds. Logs when one becomes unreachable or reachable, with the
 * setting that names it, and sets the gauge `ordbook_part_up`. `expected`: the keys that signers must show.
 * `writeFault`: why PostgreSQL takes reads and no writes; absent: the database is embedded.
 */
export function watchParts(
  ctx: Pick<TradingContext, 'chain' | 'ordinals' | 'signer' | 'log'>,
  {
    expected,
    fills,
    network,
    metrics,
    writeFault,
    waits = {},
  }: {
    expected: Partial<SignerKeys>;
    fills: FillSigners | undefined;
    network: NetworkName;
    metrics: Registry;
    writeFault?: (() => object | null) | undefined;
    waits?: SignerWaits;
  },
): PartWatch {
  const watched = partsOf(ctx, fills, network).map((part) => ({
    part: { ...part, waits: waits[part.setting] },
    state: {
      isUp: null,
      detail: 'not asked yet',
      waits: [],
      reason: '',
      loggedUp: true,
      loggedAt: -Infinity,
    } as State,
  }));
  installGauge(metrics, watched, writeFault);
  const ending = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let fault: Error | null = null;
  let fail: (error: Error) => void = () => {};
  const wrongPart = new Promise<Error>((resolve) => {
    fail = resolve;
  });

  async function look(): Promise<void> {
    await Promise.all(
      watched.map(async ({ part, state }) => {
        const found = await asked(part);
        if (ending.signal.aborted) return;
        state.isUp = !('refusal' in found);
        state.waits = 'waits' in found ? found.waits : [];
        state.detail = 'refusal' in found ? found.refusal : waitsText(state.waits) || 'reachable';
        state.reason = 'reason' in found ? found.reason : '';
        if ('refusal' in found) return tell(ctx.log, part, state);
        try {
          if ('fault' in found) throw found.fault;
          requireSignersOf(expected, found.keys);
        } catch (error) {
          fault ??= error as Error;
        }
        tell(ctx.log, part, state);
      }),
    );
    if (fault) fail(fault);
  }

  async function keepLooking(first: Promise<void>): Promise<void> {
    await first;
    while (!ending.signal.aborted) {
      await sleep(ASK_EVERY_MS, undefined, { signal: ending.signal }).catch(() => undefined);
      if (!ending.signal.aborted) await look();
    }
  }

  return {
    signers: () =>
      watched
        .filter(({ part }) => part.setting.endsWith('SIGNER_ENDPOINT'))
        .map(({ part: { name, isRequired }, state: { isUp, detail, waits: waiting } }) => ({
          name,
          isRequired,
          // without sales little works; without fan-outs or returns for some hours, most does
          isUp: isUp === true && waiting.every(({ what }) => isRequired && what !== 'sales'),
          detail,
        })),
    wrongPart,
    async start() {
      const first = look();
      running = keepLooking(first);
      await Promise.race([first, sleep(FIRST_LOOK_MS, undefined, { ref: false })]);
      if (fault) throw fault;
    },
    async stop() {
      ending.abort();
      // a question to a part that hangs ends by its own timeout; nothing waits for it
      running.catch(() => undefined);
    },
  };
}

function partsOf(
  { chain, ordinals, signer }: Pick<TradingContext, 'chain' | 'ordinals' | 'signer'>,
  fills: FillSigners | undefined,
  network: NetworkName,
): Watched[] {
  const none = () => ({});
  const parts: Watched[] = [
    { name: 'node', setting: 'CHAIN_RPC_URL', isRequired: true, ask: () => askNode(chain, network) },
    { name: 'index', setting: 'ORD_URL', isRequired: true, ask: () => ordinals.status().then(none) },
    ...(ordinals.pair?.indexes ?? []).map((index, i) => ({
      name: i === 0 ? 'firstIndex' : 'secondIndex',
      setting: 'ORD_URL' as const,
      isRequired: false,
      ask: () => index.status().then(none),
    })),
    { name: 'signer', setting: 'SIGNER_ENDPOINT', isRequired: true, ask: () => signer.publicKeys() },
  ];
  if (!fills) return parts;
  return [
    ...parts,
    {
      name: 'policySigner',
      setting: 'POLICY_SIGNER_ENDPOINT',
      isRequired: false,
      ask: () => fills.policy.publicKeys(),
    },
    {
      name: 'gateSigner',
      setting: 'GATE_SIGNER_ENDPOINT',
      isRequired: false,
      ask: () => fills.gate.publicKeys(),
    },
  ];
}

/** A node of the network, which responds and has its transactions indexed. */
async function askNode(chain: TradingContext['chain'], network: NetworkName): Promise<Partial<SignerKeys>> {
  await requireNetwork(chain, network);
  await chain.tip();
  await requireTransactionIndex(chain);
  return {};
}

async function asked(
  part: Watched,
): Promise<
  | { keys: Partial<SignerKeys>; waits: readonly Wait[] }
  | { refusal: string; reason: string }
  | { fault: Error }
> {
  try {
    const [keys, waits] = await Promise.all([part.ask(), part.waits?.().catch(() => []) ?? []]);
    return { keys, waits };
  } catch (error) {
    if (error instanceof WrongNetwork) return { fault: error };
    // /healthz shows the refusal to anyone; the reason, with paths and addresses, is for the log
    const reason = operatorSentence(error);
    return { refusal: error instanceof Refusal ? error.message : reason, reason };
  }
}

/** Logs a state that has changed since it was last logged, and reminds of a part that stays away. */
function tell(log: TradingContext['log'], { name, setting, isRequired }: Watched, state: State): void {
  const since = Date.now() - state.loggedAt;
  const isNews = state.isUp !== state.loggedUp;
  if (isNews ? since < QUIET_MS : state.isUp || since < REMIND_MS) return;
  state.loggedUp = state.isUp === true;
  state.loggedAt = Date.now();
  if (state.isUp) log.info({ part: name, setting }, `${name} (${setting}) is reachable again`);
  else
    log.error(
      { part: name, setting, reason: state.reason },
      `waiting for ${name} (${setting}): ${state.reason}; ${setting === 'ORD_URL' && !isRequired ? 'the other index does its work' : 'what needs it returns 503'}`,
    );
}

function installGauge(
  metrics: Registry,
  watched: readonly { part: Watched; state: State }[],
  writeFault: (() => object | null) | undefined,
): void {
  new Gauge({
    name: 'ordbook_part_up',
    help: '1: node, index or signer responded when it was last asked, or no write fails in a database that responds. 0: not so.',
    labelNames: ['part'],
    registers: [metrics],
    collect() {
      for (const { part, state } of watched)
        if (state.isUp !== null) this.set({ part: part.name }, state.isUp ? 1 : 0);
      if (writeFault) this.set({ part: 'databaseWrites' }, writeFault() ? 0 : 1);
    },
  });
}
