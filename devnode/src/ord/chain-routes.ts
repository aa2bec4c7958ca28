import { type Answer, badRequest, emptyAnswer, jsonAnswer, Refused, textAnswer } from '../http/answer.ts';
import type { Json } from '../http/json.ts';
import { found } from '../http/router.ts';
import { blockJson, statusJson, transactionAnswer } from './block-json.ts';
import type { OrdContext, OrdRequest, OrdRoute } from './context.ts';
import { addressJson, inscribedOutput, isSpecial, outpointsOf, outputJson } from './output-json.ts';
import * as read from './params.ts';
import { satJson } from './sat-json.ts';
import { satAt } from './sat-ranges.ts';
import { type Outpoint, satpointText, tipHeight } from './tables.ts';

const LOST = 'could not get transaction for sat';

async function output(context: OrdContext, outpoint: Outpoint): Promise<Json> {
  return found(await outputJson(context, outpoint), `output ${outpoint}`);
}

async function outputBatch({ context, body }: OrdRequest): Promise<Answer> {
  const rows: Json[] = [];
  for (const outpoint of read.outpointBatch(body)) {
    if (isSpecial(outpoint)) throw badRequest(`outpoint ${outpoint} may not be queried in batch`);
    rows.push(await output(context, outpoint));
  }
  return jsonAnswer(rows);
}

const OUTPUT_TYPES = ['any', 'cardinal', 'inscribed', 'runic'];

async function addressOutputs({ context, params, query }: OrdRequest): Promise<Answer> {
  const script = read.addressParam(params[0]!);
  const type = query.get('type') ?? 'any';
  if (!OUTPUT_TYPES.includes(type)) {
    const expected = OUTPUT_TYPES.map((each) => `\`${each}\``).join(', ');
    throw badRequest(
      `Failed to deserialize query string: type: unknown variant \`${type}\`, expected one of ${expected}`,
    );
  }
  if (type !== 'any' && !context.emptyRuneIndex) throw badRequest('this server has no runes index');
  const included = (outpoint: Outpoint) =>
    type === 'any' ||
    (type !== 'runic' && inscribedOutput(context.tables, outpoint) === (type === 'inscribed'));
  const rows: Json[] = [];
  for (const outpoint of outpointsOf(context.tables, script, 'stored').filter(included)) {
    rows.push(await output(context, outpoint));
  }
  return jsonAnswer(rows);
}

async function satAtSatpoint({ context, params }: OrdRequest): Promise<Answer> {
  const satpoint = read.satpointParam(params[0]!);
  const text = satpointText(satpoint);
  found(await outputJson(context, satpoint.outpoint), `satpoint ${text}`);
  const ranges = context.tables.outputs.get(satpoint.outpoint)?.ranges;
  // The words of `ord` for outputs that are spent or not confirmed, though it has a sat index.
  if (ranges === undefined) throw new Refused(404, 'sat index required');
  const sat = found(satAt(ranges, satpoint.offset), `satpoint ${text}`);
  return emptyAnswer(303, { location: `/sat/${sat}` });
}

function sat({ context, params }: OrdRequest): Answer {
  const json = satJson(context.tables, read.satParam(params[0]!));
  // `ord` fails on lost sats rather than to call them missing.
  if (json === undefined) throw new Error(LOST);
  return jsonAnswer(json);
}

async function block({ context, params }: OrdRequest): Promise<Answer> {
  const query = read.blockParam(params[0]!);
  const name = 'hash' in query ? query.hash : query.height;
  return jsonAnswer(found(await blockJson(context, query), `block ${name}`));
}

/** The hash at a height, or of the tip. */
export function blockHash({ context: { tables }, params }: OrdRequest): string {
  const height = params[0] === undefined ? tipHeight(tables) : read.integerParam(params[0], 'u32');
  return found(height === undefined ? undefined : tables.blocks.get(height)?.hash, 'blockhash');
}

export const blockHeight = ({ context }: OrdRequest): Answer =>
  textAnswer(String(found(tipHeight(context.tables), 'blockheight')));

export function blockTime({ context: { tables } }: OrdRequest): Answer {
  const height = found(tipHeight(tables), 'blocktime');
  return textAnswer(String(tables.blocks.get(height)!.time));
}

async function transaction({ context, params }: OrdRequest): Promise<Answer> {
  const txid = read.txidParam(params[0]!);
  return jsonAnswer(found(await transactionAnswer(context, txid), `transaction ${txid}`));
}

export const chainRoutes: readonly OrdRoute[] = [
  { path: '/status', get: ({ context }) => jsonAnswer(statusJson(context)) },
  { path: '/blockcount', get: ({ context }) => textAnswer(String(context.tables.blocks.size)) },
  { path: '/blockheight', get: blockHeight },
  { path: '/blocktime', get: blockTime },
  { path: '/blockhash', get: (request) => textAnswer(blockHash(request)) },
  { path: '/blockhash/*', get: (request) => textAnswer(blockHash(request)) },
  { path: '/block/*', get: block },
  { path: '/tx/*', get: transaction },
  {
    path: '/output/*',
    get: async ({ context, params }) => jsonAnswer(await output(context, read.outpointParam(params[0]!))),
  },
  { path: '/outputs', post: outputBatch },
  { path: '/outputs/*', get: addressOutputs },
  {
    path: '/address/*',
    get: ({ context, params }) => jsonAnswer(addressJson(context, read.addressParam(params[0]!))),
  },
  { path: '/sat/*', get: sat },
  { path: '/satpoint/*', get: satAtSatpoint },
];
