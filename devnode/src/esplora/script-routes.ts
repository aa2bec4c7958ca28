import { readAddress } from '../address/address.ts';
import { type Answer, badRequest, jsonAnswer } from '../http/answer.ts';
import type { Request, Route } from '../http/router.ts';
import { scriptStatsJson, utxosJson } from './address-json.ts';
import type { EsploraContext } from './context.ts';
import { historyOf, pageAfter, scriptOfHash } from './history.ts';
import { transactionJson } from './transaction-json.ts';
import type { FoundTransaction } from './view.ts';

type ScriptRequest = Request<EsploraContext>;

/** The script that the path names, by address or by hash. */
type ScriptOf = (request: ScriptRequest) => Uint8Array;

const byAddress: ScriptOf = ({ params }) => {
  const reading = readAddress(params[0]!);
  if (reading === 'no address') throw badRequest('Invalid Bitcoin address');
  if (reading === 'other network') throw badRequest('Address on invalid network');
  return reading.script;
};

/** A hash to which nothing was paid stands for a script that is nowhere. */
const byHash: ScriptOf = ({ context, params }) => {
  const hash = params[0]!;
  if (!/^[0-9a-f]{64}$/i.test(hash)) throw badRequest('Invalid hex string');
  return scriptOfHash(context, hash.toLowerCase()) ?? new Uint8Array();
};

const listed = ({ context }: ScriptRequest, found: readonly FoundTransaction[]): Answer =>
  jsonAnswer(found.map((each) => transactionJson(context, each)));

/** The same routes under `/address` and `/scripthash`. */
function routesOf(name: 'address' | 'scripthash', scriptOf: ScriptOf): Route<EsploraContext>[] {
  const history = (request: ScriptRequest) => historyOf(request.context, scriptOf(request));
  return [
    {
      path: `/${name}/*`,
      get: (request) =>
        jsonAnswer({ [name]: request.params[0]!, ...scriptStatsJson(request.context, scriptOf(request)) }),
    },
    {
      path: `/${name}/*/utxo`,
      get: (request) => jsonAnswer(utxosJson(request.context, scriptOf(request))),
    },
    {
      path: `/${name}/*/txs`,
      get: (request) => {
        const found = history(request);
        return listed(request, [...found.unconfirmed, ...pageAfter(found, undefined)]);
      },
    },
    {
      path: `/${name}/*/txs/mempool`,
      get: (request) => listed(request, history(request).unconfirmed),
    },
    {
      path: `/${name}/*/txs/chain`,
      get: (request) => listed(request, pageAfter(history(request), undefined)),
    },
    {
      path: `/${name}/*/txs/chain/*`,
      get: (request) => listed(request, pageAfter(history(request), request.params[1]!.toLowerCase())),
    },
  ];
}

export const scriptRoutes: readonly Route<EsploraContext>[] = [
  ...routesOf('address', byAddress),
  ...routesOf('scripthash', byHash),
];
