import { hex } from '@scure/base';
import { refuse } from '../rpc/call.ts';
import { method, type NodeState, type RpcMethod } from '../rpc/method.ts';
import { type DerivedOutput, type Descriptor, type Kind, readDescriptor } from './descriptor.ts';
import type { Imported, Wallet, Wallets } from './shelf.ts';

/** A wallet with its descriptors read. */
export type OpenWallet = {
  readonly node: NodeState;
  readonly wallet: Wallet;
  readonly sources: readonly Source[];
};

export type Source = { readonly imported: Imported; readonly descriptor: Descriptor };

/** Whose an output is. */
export type Owned = Source & { readonly index: number; readonly output: DerivedOutput };

/** How many unused addresses a wallet looks ahead. */
export const GAP = 20;

const NO_WALLET =
  'No wallet is loaded. Load a wallet using loadwallet or create a new one with createwallet. (Note: A default wallet is no longer automatically created)';
const SEVERAL =
  'Multiple wallets are loaded. Please select which wallet to use by requesting the RPC through the /wallet/<walletname> URI path.';

/** The last call of each node's wallets: they run one after another, so that no two spend the same coin. */
const turns = new WeakMap<Wallets, Promise<unknown>>();

/** A method of the wallets, which waits for the one before. */
export const shelfMethod = (parameters: string, answer: RpcMethod['answer']): RpcMethod =>
  method(parameters, (node, ...args) => {
    const turn = (turns.get(node.wallets) ?? Promise.resolve()).then(() => answer(node, ...args));
    turns.set(
      node.wallets,
      turn.catch(() => undefined),
    );
    return turn;
  });

/** A method of one wallet: the one of the path `/wallet/<name>`, else the only one that is loaded. */
export const walletMethod = (
  parameters: string,
  answer: (open: OpenWallet, ...args: unknown[]) => unknown,
): RpcMethod => shelfMethod(parameters, async (node, ...args) => answer(await opened(node), ...args));

export const loadedWallets = (wallets: Wallets): Wallet[] =>
  [...wallets.values()].filter(({ loaded }) => loaded);

/** The wallet that a call means. Throws -18 when there is none, -19 when it could be several. */
export function walletOf({ wallets, walletName }: Pick<NodeState, 'wallets' | 'walletName'>): Wallet {
  const loaded = loadedWallets(wallets);
  if (walletName === undefined) {
    if (loaded.length > 1) refuse('WALLET_NOT_SPECIFIED', SEVERAL);
    if (!loaded[0]) refuse('WALLET_NOT_FOUND', NO_WALLET);
    return loaded[0];
  }
  const named = loaded.find(({ name }) => name === walletName);
  if (!named) refuse('WALLET_NOT_FOUND', 'Requested wallet does not exist or is not loaded');
  return named;
}

async function opened(node: NodeState): Promise<OpenWallet> {
  const wallet = walletOf(node);
  const open = { node, wallet, sources: await sourcesOf(wallet) };
  notice(open, [
    ...node.chain.coins.values(),
    ...[...node.pool.byTxid.values()].flatMap(({ tx }) => tx.outputs),
  ]);
  return open;
}

export const sourcesOf = (wallet: Wallet): Promise<Source[]> =>
  Promise.all(
    wallet.imported.map(async (imported) => ({ imported, descriptor: await readDescriptor(imported.text) })),
  );

/** Moves on to the address after the last one that was paid. */
export function notice(
  open: Pick<OpenWallet, 'sources'>,
  outputs: Iterable<{ readonly script: Uint8Array }>,
): void {
  const scripts = new Set<string>();
  for (const { script } of outputs) scripts.add(hex.encode(script));
  let moved = true;
  while (moved) {
    moved = false;
    for (const script of scripts) {
      const owned = ownerOf(open, script);
      if (!owned || owned.index < owned.imported.next) continue;
      owned.imported.next = owned.index + 1;
      scripts.delete(script);
      moved = true;
    }
  }
}

const endOf = ({ imported, descriptor }: Source): number =>
  descriptor.isRange ? Math.max(imported.end, imported.next + GAP) : 1;

/** Whose a script (bytes or hex) is; undefined when it is not the wallet's. */
export function ownerOf(
  { sources }: Pick<OpenWallet, 'sources'>,
  script: Uint8Array | string,
): Owned | undefined {
  const wanted = typeof script === 'string' ? script : hex.encode(script);
  for (const source of sources) {
    const index = source.descriptor.find(wanted, endOf(source));
    if (index !== undefined) return { ...source, index, output: source.descriptor.at(index) };
  }
  return undefined;
}

/** The indexes that a descriptor covers, as Core shows them: the last one too. */
export const rangeOf = (source: Source): [number, number] => [0, endOf(source) - 1];

/** The names of Core for the types of addresses, by descriptor. */
export const ADDRESS_TYPES: Readonly<Record<string, Kind>> = {
  legacy: 'pkh',
  'p2sh-segwit': 'sh',
  bech32: 'wpkh',
  bech32m: 'tr',
};

/**
 * The descriptor that makes new addresses of a kind, for change if `internal`; undefined when there is none.
 */
export const activeSource = ({ sources }: OpenWallet, kind: Kind, internal: boolean): Source | undefined =>
  sources.find(
    ({ imported, descriptor }) =>
      imported.active && imported.internal === internal && descriptor.kind === kind,
  );
