import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import pretty, { type PrettyOptions } from 'pino-pretty';
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
 * The service's root logger: lines with times, and the ids of the trades that a line is about. On a terminal
 * they are for people; everywhere else each is a JSON object with an ISO time.
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
  const lines = destination ?? (process.stdout.isTTY ? linesForPeople(process.stdout.fd) : undefined);
  return lines ? pino(options, lines) : pino(options);
}

/** Writes each log line as time, level, message and fields. Colours need a terminal, and no `NO_COLOR`. */
export function linesForPeople(destination: NonNullable<PrettyOptions['destination']>): DestinationStream {
  return pretty({
    destination,
    colorize: process.stdout.isTTY && !process.env['NO_COLOR'],
    ignore: 'pid,hostname',
    translateTime: 'SYS:HH:MM:ss',
    singleLine: true,
    sync: true,
  });
}
