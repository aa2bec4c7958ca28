import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import type { PrettyOptions } from 'pino-pretty';
import { tradeIds } from '../../base/trade-scope.ts';

/** Fields that never reach the log, at the top level or nested one or two levels deep. */
const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'sessionToken',
  'signature',
  'psbtBase64',
  'secret',
  'privateKey',
  'wif',
];

/**
 * The root logger of a process: as `createLogger`, but on a terminal the lines are for people.
 *
 * @param level a pino level, or `silent`
 */
export async function openLogger(level: string): Promise<Logger> {
  return createLogger(level, process.stdout.isTTY ? await linesForPeople(process.stdout.fd) : undefined);
}

/**
 * A logger of lines with times, and the ids of the trades that a line is about. Each is a JSON object with an
 * ISO time.
 *
 * @param level a pino level, or `silent`
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    // of the trades that the line is about
    mixin: () => {
      const ids = tradeIds();
      return ids.length === 0 ? {} : { tradeId: ids.length === 1 ? ids[0] : ids };
    },
    redact: {
      paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: '[hidden]',
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Writes each log line as time, level, message and fields. Colours need a terminal, and no `NO_COLOR`. */
export async function linesForPeople(
  destination: NonNullable<PrettyOptions['destination']>,
): Promise<DestinationStream> {
  const { default: pretty } = await import('pino-pretty');
  return pretty({
    destination,
    colorize: process.stdout.isTTY && !process.env['NO_COLOR'],
    ignore: 'pid,hostname',
    translateTime: 'SYS:HH:MM:ss',
    singleLine: true,
    sync: true,
  });
}
