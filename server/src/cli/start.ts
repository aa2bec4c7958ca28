import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '@ordbook/protocol/refusals';
import type { Logger } from 'pino';
import { openLogger } from '../api/edge/log.ts';
import { MINUTE_MS } from '../base/clock.ts';
import { fingerprint } from '../base/fingerprint.ts';
import { listening } from '../base/listen-fault.ts';
import { VERSION } from '../base/version.ts';
import { listenForAdmin } from '../composition/admin-listener.ts';
import { buildService, type Service } from '../composition/build-service.ts';
import { checkSettings, scanWarning } from '../composition/check-settings.ts';
import { databaseName } from '../composition/database-name.ts';
import { MissingPart } from '../composition/missing-part.ts';
import { serveWhileWaiting, type WaitingServer } from '../composition/serve-while-waiting.ts';
import { readSettings, type Settings } from '../composition/settings.ts';
import { stopOnSignal } from '../composition/stop-on-signal.ts';
import { tracingOf } from '../composition/tracing.ts';
import { startWatchdog } from '../composition/watchdog.ts';
import type { TradingContext } from '../trading/context.ts';
import { collectGarbage } from './collect-garbage.ts';

const RETRY_MS = 1_000;
const REMIND_MS = MINUTE_MS;

/**
 * Runs the service until SIGINT or SIGTERM. While something that it cannot start without is unreachable, it
 * listens, says what it waits for, and tries again. Throws when a setting is wrong, when a signer shows
 * another key than expected, and when node or database are of another network.
 */
export async function runService(env: NodeJS.ProcessEnv): Promise<void> {
  const settings = readSettings(env);
  checkSettings(settings);
  let close: () => Promise<void> = async () => undefined;
  stopOnSignal(() => close());
  startWatchdog(env);
  const logger = await openLogger(settings.LOG_LEVEL);
  const tracing = await tracingOf(env, 'ordbook');
  const service = await buildWhenPossible(settings, logger);
  const running = { version: VERSION, network: settings.NETWORK, database: databaseName(settings) };
  const keys = Object.fromEntries(
    Object.entries({ ...service.ctx.keys, ...service.ctx.collectionOffers?.keys }).map(([role, key]) => [
      role,
      fingerprint(key),
    ]),
  );
  logger.info({ ...running, keys }, 'the service starts');
  close = async () => {
    await service.close();
    await tracing.close();
    logger.info(running, 'the service has stopped');
  };
  const warning = scanWarning(settings);
  if (warning) service.ctx.log.warn({ setting: 'ESPLORA_URL' }, `${warning.detail}; ${warning.advice}`);
  void service.wrongPart.then((error) => endWith(error, service));
  const at = { host: settings.HOST, port: settings.PORT };
  await listening(service.api.listen(at), at, 'PORT');
  await listenForAdmin(service, settings);
  service.ledFollower.start();
  await announceIndex(service.ctx);
}

/** Builds the service, as often as it takes for everything to be reachable. */
async function buildWhenPossible(settings: Settings, logger: Logger): Promise<Service> {
  let server: WaitingServer | null = null;
  const tell = createTeller(logger);
  try {
    for (;;) {
      const built = await buildOnce(settings, logger);
      if (!(built instanceof MissingPart)) {
        if (server) logger.info({}, 'everything that the start needs is reachable now');
        // the port is closed for as short as possible
        await built.api.ready();
        // before anybody is served
        await collectGarbage();
        return built;
      }
      tell(built);
      server ??= await serveWhileWaiting({ host: settings.HOST, port: settings.PORT }, built);
      server.waitFor(built);
      await sleep(RETRY_MS);
    }
  } finally {
    await server?.close();
  }
}

async function buildOnce(settings: Settings, logger: Logger): Promise<Service | MissingPart> {
  try {
    return await buildService(settings, { logger });
  } catch (error) {
    if (error instanceof MissingPart) return error;
    throw error;
  }
}

/** Logs what the start waits for: when it changes, and then once a minute. */
function createTeller(logger: Logger): (missing: MissingPart) => void {
  let logged = '';
  let loggedAt = 0;
  return ({ message, setting }) => {
    if (message === logged && Date.now() - loggedAt < REMIND_MS) return;
    logged = message;
    loggedAt = Date.now();
    logger.warn({ setting }, `waiting to start: ${message}`);
  };
}

async function endWith(error: Error, { ctx, close }: Service): Promise<void> {
  ctx.log.error({}, `${error.message}; the service ends`);
  process.stderr.write(`ordbook: ${error.message}\n`);
  await close().catch(() => undefined);
  process.exit(1);
}

/**
 * Checks the index once at start. The service starts even when the index is unreachable, too old or wrongly
 * run: reads from our own store work, and requests that need the index return 503.
 */
export async function announceIndex({
  ordinals,
  log,
}: Pick<TradingContext, 'ordinals' | 'log'>): Promise<void> {
  try {
    log.info(await ordinals.status(), 'the inscription index is usable');
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    log.error(
      { reason: error.message },
      `${error.message}; requests that need the index return 503 until this is fixed, other reads work (see \`ordbook check\`)`,
    );
  }
}
