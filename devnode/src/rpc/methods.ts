import { MONEY_METHODS } from '../wallet/money-methods.ts';
import { WALLET_METHODS } from '../wallet/wallet-methods.ts';
import { BLOCK_METHODS } from './blocks.ts';
import { refuse } from './call.ts';
import { COIN_METHODS } from './coins.ts';
import { MEMPOOL_METHODS } from './mempool.ts';
import { method, type NodeState, type RpcMethod } from './method.ts';
import { MINING_METHODS } from './mining.ts';
import { NETWORK_METHODS } from './network.ts';
import { readArguments, usage } from './parameters.ts';
import { PSBT_METHODS } from './psbt.ts';
import { SIGNING_METHODS } from './signing.ts';
import { SUBMISSION_METHODS } from './submission.ts';
import { TOOL_METHODS } from './tools.ts';
import { TRANSACTION_METHODS } from './transactions.ts';
import { WAITING_METHODS } from './waiting.ts';

const HELP: RpcMethod = method('command?:string', (_, command) => {
  const usages = [...METHODS].map(([name, { parameters }]) => usage(name, parameters)).sort();
  if (command === undefined) return usages.join('\n');
  const found = METHODS.get(String(command));
  if (found) return usage(String(command), found.parameters);
  return `help: unknown command: ${String(command)}${hintFor(String(command))}`;
});

/** Every method of this node, by name. */
export const METHODS: ReadonlyMap<string, RpcMethod> = new Map(
  [
    BLOCK_METHODS,
    TRANSACTION_METHODS,
    COIN_METHODS,
    MEMPOOL_METHODS,
    SUBMISSION_METHODS,
    MINING_METHODS,
    PSBT_METHODS,
    SIGNING_METHODS,
    NETWORK_METHODS,
    WAITING_METHODS,
    TOOL_METHODS,
    WALLET_METHODS,
    MONEY_METHODS,
    { help: HELP },
  ].flatMap((group) => Object.entries(group)),
);

/** Methods that Core has and this node cannot have, and what to use in their place. */
const ABSENT: readonly (readonly [names: RegExp, instead: string])[] = [
  [
    /^(send|sendmany|sendall|listsinceblock|walletpassphrase|walletlock|encryptwallet|bumpfee|psbtbumpfee|settxfee|dumpprivkey|importprivkey|importaddress|generate|getreceivedbyaddress|listreceivedbyaddress|listaddressgroupings|backupwallet|restorewallet|signmessage|setlabel|abandontransaction|rescanblockchain)$/,
    'the wallets of devnode are small: use sendtoaddress, walletcreatefundedpsbt or importdescriptors',
  ],
  [
    /^(addnode|disconnectnode|setban|listbanned|clearbanned|getaddednodeinfo|getnodeaddresses|setnetworkactive)$/,
    'devnode has no peers',
  ],
  [/^(getblockfilter|scanblocks)$/, 'devnode has no block filters: use scantxoutset or Esplora'],
  [/^(prioritisetransaction|getprioritisedtransactions)$/, 'devnode has no fee deltas: raise the fee itself'],
  [
    /^(signmessagewithprivkey|verifymessage|createmultisig|combinerawtransaction|analyzepsbt|combinepsbt|joinpsbts|converttopsbt|descriptorprocesspsbt)$/,
    'verify and combine with a library',
  ],
  [/^(gettxoutproof|verifytxoutproof)$/, 'Esplora has proofs at /tx/<txid>/merkleblock-proof'],
  [/^(getblocktemplate|submitheader)$/, 'mine with generateblock, or send whole blocks with submitblock'],
  [
    /^(getchaintxstats|getdeploymentinfo|getchainstates|verifychain|getmemoryinfo|getnettotals|logging|echo|preciousblock|pruneblockchain|dumptxoutset|loadtxoutset|importmempool|getorphantxs|getblockfrompeer|getdescriptoractivity)$/,
    'help lists the methods of devnode',
  ],
  [/^stop$/, 'the program that made the node ends it'],
];

/** What to use in place of a method of Core that is not here; nothing for a name that Core does not have. */
function hintFor(name: string): string {
  const instead = ABSENT.find(([names]) => names.test(name))?.[1];
  return instead === undefined ? '' : ` (${instead})`;
}

/**
 * Answers a call, or throws the RpcError Core would answer. `given` is an array, or an object of named
 * arguments; `walletName` the wallet that the call names, if any.
 */
export function answer(node: NodeState, name: string, given: unknown, walletName?: string): unknown {
  const found = METHODS.get(name);
  if (!found) refuse('METHOD_NOT_FOUND', `Method not found${hintFor(name)}`);
  const about: NodeState =
    walletName === undefined ? node : Object.create(node, { walletName: { value: walletName } });
  return found.answer(about, ...readArguments(name, found.parameters, given));
}
