import { request } from 'node:http';
import { adminTokens } from '../composition/admin-access.ts';
import { type AdminPlace, adminFlaws, adminPlace } from '../composition/admin-settings.ts';
import { readSettings } from '../composition/settings.ts';
import { SETTINGS_GUIDE, wrongSettings } from '../composition/wrong-settings.ts';

/** One request to the admin API. */
export interface AdminAsk {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
  /** Whom the caller acts for; kept beside the name of the token or user, which counts. */
  readonly by?: string | undefined;
}

const TIMEOUT_MS = 120_000;
const TOKEN_ADVICE = 'set ADMIN_TOKEN, or ADMIN_TOKEN_FILE, to a token that the service has';

/**
 * What the running service answers, at the ADMIN_LISTEN and with the token of the environment. Throws an
 * Error with the service's sentence when it refuses, and one that says what to do when nothing listens. Acts
 * may be repeated.
 */
export async function askAdmin<Answer>(env: NodeJS.ProcessEnv, ask: AdminAsk): Promise<Answer> {
  const settings = readSettings(env);
  const flaws = adminFlaws(settings);
  if (flaws.length > 0) throw wrongSettings(flaws, SETTINGS_GUIDE);
  const place = adminPlace(settings, settings.PORT, env);
  if (!place) throw new Error('ADMIN_LISTEN is off: set it to where the service has its admin API');
  const [token] = await adminTokens(settings);
  const headers = {
    ...(token ? { authorization: `Bearer ${token.token}` } : {}),
    ...(ask.by === undefined ? {} : { 'x-ordbook-by': ask.by }),
  };
  const { status, text } = await send(place, ask, headers);
  const answer = parsed(text, place);
  if (status >= 400) {
    const said = (answer as { error?: string }).error ?? `the service returned ${status}`;
    throw new Error(status === 401 ? `${said}; ${TOKEN_ADVICE}` : said);
  }
  return answer as Answer;
}

function send(
  place: AdminPlace,
  { method, path, body }: AdminAsk,
  headers: Readonly<Record<string, string>>,
): Promise<{ status: number; text: string }> {
  const content = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        ...('port' in place ? place : { socketPath: place.socketPath }),
        method,
        path,
        timeout: TIMEOUT_MS,
        headers: {
          ...headers,
          ...(content === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) }),
        },
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }),
        );
      },
    );
    sent.on('timeout', () => sent.destroy(new Error(`no answer within ${TIMEOUT_MS / 1000} s`)));
    sent.on('error', (error) => reject(unreachable(place, error)));
    sent.end(content);
  });
}

function unreachable(place: AdminPlace, error: Error): Error {
  return new Error(
    `the admin API at ${nameOf(place)} does not answer (${error.message}); run the command as the service's user and with its ADMIN_LISTEN and PORT, while the service runs`,
  );
}

function parsed(text: string, place: AdminPlace): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`what listens at ${nameOf(place)} is not the admin API; check ADMIN_LISTEN`);
  }
}

function nameOf(place: AdminPlace): string {
  return 'port' in place ? `${place.host}:${place.port}` : place.socketPath;
}
