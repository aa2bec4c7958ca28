import { sha256 } from '@noble/hashes/sha2.js';
import { hex } from '@scure/base';
import { addressOf } from '../address/address.ts';
import { tipOf } from '../chain/chain.ts';
import { outpointKey } from '../chain/coins.ts';
import { RpcError, refuse } from '../rpc/call.ts';
import { scriptArgument, withChecksum } from '../rpc/descriptor.ts';
import { coinAt, type NodeState, type RpcMethod, transactionOf } from '../rpc/method.ts';
import { btc, hashArgument } from '../rpc/parameters.ts';
import { formJson, rangeArgument } from '../rpc/tools.ts';
import { sumSats } from '../transaction/transaction.ts';
import { coinsOf, type WalletCoin } from './coins.ts';
import { bip32Library, pathText, readDescriptor, VERSIONS } from './descriptor.ts';
import { historyOf, lastBlock } from './history.ts';
import type { Imported, Wallet } from './shelf.ts';
import {
  ADDRESS_TYPES,
  activeSource,
  GAP,
  loadedWallets,
  notice,
  type OpenWallet,
  ownerOf,
  rangeOf,
  type Source,
  shelfMethod,
  sourcesOf,
  walletMethod,
  walletOf,
} from './wallet.ts';

/** The descriptors of a new wallet, by the purpose in their path (BIP44, 49, 84, 86). */
const NEW: readonly (readonly [purpose: number, wrap: (key: string) => string])[] = [
  [44, (key) => `pkh(${key})`],
  [49, (key) => `sh(wpkh(${key}))`],
  [84, (key) => `wpkh(${key})`],
  [86, (key) => `tr(${key})`],
];

/** Wallets, their descriptors and their addresses. */
export const WALLET_METHODS: Readonly<Record<string, RpcMethod>> = {
  createwallet: shelfMethod(
    'wallet_name:string disable_private_keys?:boolean blank?:boolean passphrase?:string avoid_reuse?:boolean descriptors?:boolean load_on_startup?:boolean external_signer?:boolean',
    async (
      node,
      name,
      watchOnly = false,
      blank = false,
      passphrase = '',
      avoidReuse,
      descriptors,
      _,
      signer,
    ) => {
      if (passphrase !== '' || avoidReuse === true || descriptors === false || signer === true)
        refuse(
          'WALLET_ERROR',
          'devnode has descriptor wallets without passphrase, avoid_reuse and external_signer only; leave these out',
        );
      return create(node, name as string, { watchOnly: watchOnly as boolean, blank: blank as boolean });
    },
  ),
  loadwallet: shelfMethod('filename:string load_on_startup?:boolean', ({ wallets }, name) => {
    const wallet = wallets.get(name as string);
    if (!wallet)
      refuse(
        'WALLET_NOT_FOUND',
        `Wallet file verification failed. Failed to load database path '${String(name)}'. Path does not exist.`,
      );
    if (wallet.loaded) refuse('WALLET_ALREADY_LOADED', `Wallet "${String(name)}" is already loaded.`);
    wallet.loaded = true;
    return { name };
  }),
  unloadwallet: shelfMethod(
    'wallet_name?:string load_on_startup?:boolean',
    ({ wallets, walletName }, name = walletName) => {
      const wallet = walletOf({ wallets, walletName: String(name ?? '') });
      wallet.loaded = false;
      wallet.locked = [];
      return {};
    },
  ),
  listwallets: shelfMethod('', ({ wallets }) => loadedWallets(wallets).map(({ name }) => name)),
  listwalletdir: shelfMethod('', ({ wallets }) => ({
    wallets: [...wallets.keys()].map((name) => ({ name })),
  })),
  getwalletinfo: walletMethod('', (open) => ({
    walletname: open.wallet.name,
    walletversion: 169900,
    format: 'sqlite',
    txcount: historyOf(open).length,
    keypoolsize: GAP,
    keypoolsize_hd_internal: GAP,
    private_keys_enabled: open.wallet.privateKeys,
    avoid_reuse: false,
    scanning: false,
    descriptors: true,
    external_signer: false,
    blank: open.sources.length === 0,
    flags: ['descriptor_wallet'],
    lastprocessedblock: lastBlock(open),
  })),
  importdescriptors: walletMethod('requests:array', (open, requests) =>
    importAll(open, requests as unknown[]),
  ),
  listdescriptors: walletMethod('private?:boolean', ({ wallet, sources }, secrets = false) => {
    const descriptors = sources.map((source) => descriptorJson(source, secrets as boolean));
    return { wallet_name: wallet.name, descriptors: descriptors.sort((a, b) => (a.desc < b.desc ? -1 : 1)) };
  }),
  getnewaddress: walletMethod('label?:string address_type?:string', (open, label = '', type = 'bech32') => {
    const script = nextScript(open, String(type), false);
    open.wallet.labels[hex.encode(script)] = String(label);
    return addressOf(script);
  }),
  getrawchangeaddress: walletMethod('address_type?:string', (open, type = 'bech32') =>
    addressOf(nextScript(open, String(type), true)),
  ),
  getaddressinfo: walletMethod('address:string', (open, address) => addressJson(open, String(address))),
  lockunspent: walletMethod(
    'unlock:boolean transactions?:array persistent?:boolean',
    (open, unlock, transactions) => {
      const { wallet } = open;
      if (transactions === undefined) {
        if (unlock) wallet.locked = [];
        return true;
      }
      const keys = (transactions as unknown[]).map((item) => lockArgument(open, item, unlock as boolean));
      wallet.locked = unlock
        ? wallet.locked.filter((key) => !keys.includes(key))
        : [...wallet.locked, ...keys];
      return true;
    },
  ),
  listlockunspent: walletMethod('', ({ wallet }) =>
    wallet.locked.map((key) => ({ txid: key.slice(0, 64), vout: Number(key.slice(65)) })),
  ),
  getbalances: walletMethod('', (open) => {
    const sum = (coins: readonly WalletCoin[]) => btc(sumSats(coins));
    const coins = coinsOf(open);
    return {
      mine: {
        trusted: sum(coins.filter(({ safe, immature }) => safe && !immature)),
        untrusted_pending: sum(coins.filter(({ safe }) => !safe)),
        immature: sum(coins.filter(({ immature }) => immature)),
      },
      lastprocessedblock: lastBlock(open),
    };
  }),
};

/** A wallet of a name has the same keys each time, so that equal calls make equal chains. */
async function create(
  node: NodeState,
  name: string,
  { watchOnly, blank }: { watchOnly: boolean; blank: boolean },
): Promise<{ name: string }> {
  if (node.wallets.has(name))
    refuse(
      'WALLET_ERROR',
      `Wallet file verification failed. Failed to create database path '${name}'. Database already exists.`,
    );
  const { HDKey } = await bip32Library();
  const master = HDKey.fromMasterSeed(sha256(new TextEncoder().encode(`devnode wallet/${name}`)), VERSIONS);
  const imported = [0, 1].flatMap((chain) =>
    NEW.map(([purpose, wrap]) => ({
      text: wrap(`${master.privateExtendedKey}/${purpose}h/1h/0h/${chain}/*`),
      timestamp: node.now(),
      active: true,
      internal: chain === 1,
      next: 0,
      end: 0,
    })),
  );
  const wallet: Wallet = {
    name,
    loaded: true,
    privateKeys: !watchOnly,
    imported: watchOnly || blank ? [] : imported,
    locked: [],
    labels: {},
  };
  node.wallets.set(name, wallet);
  return { name };
}

/** Imports each request apart, then looks through the whole chain for what pays them. */
async function importAll(open: OpenWallet, requests: readonly unknown[]): Promise<Record<string, unknown>[]> {
  const answers: Record<string, unknown>[] = [];
  for (const request of requests) {
    try {
      const warnings = await importOne(open, request as Record<string, unknown>);
      answers.push({ success: true, ...(warnings.length > 0 && { warnings }) });
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      answers.push({ success: false, error: { code: error.code, message: error.message } });
    }
  }
  const { chain, pool } = open.node;
  const all = [...[...chain.confirmed.values()], ...pool.byTxid.values()].flatMap(({ tx }) => tx.outputs);
  notice({ sources: await sourcesOf(open.wallet) }, all);
  return answers;
}

async function importOne({ node, wallet }: OpenWallet, request: Record<string, unknown>): Promise<string[]> {
  const { desc, timestamp, active = false, internal = false, range, next_index, label } = request;
  if (typeof desc !== 'string') refuse('INVALID_PARAMETER', 'Descriptor not found.');
  if (timestamp !== 'now' && typeof timestamp !== 'number')
    refuse('TYPE_ERROR', 'Missing required timestamp field for key');
  if (!desc.includes('#')) refuse('INVALID_ADDRESS_OR_KEY', 'Missing checksum');
  const { isRange, hasSecrets, kind, at, publicText } = await readDescriptor(desc);
  if (!isRange && range !== undefined)
    refuse('INVALID_PARAMETER', 'Range should not be specified for an un-ranged descriptor');
  if (active === true && !isRange) refuse('INVALID_PARAMETER', 'Active descriptors must be ranged');
  if (hasSecrets && !wallet.privateKeys)
    refuse('WALLET_ERROR', 'Cannot import private keys to a wallet with private keys disabled');
  if (!hasSecrets && wallet.privateKeys)
    refuse(
      'WALLET_ERROR',
      'Cannot import descriptor without private keys to a wallet with private keys enabled',
    );
  if (label !== undefined && isRange)
    refuse('INVALID_PARAMETER', 'Ranged descriptors should not have a label');
  const end = isRange && range !== undefined ? rangeArgument(range)[1] + 1 : 0;
  const fresh: Imported = {
    text: desc.slice(0, -9),
    timestamp: timestamp === 'now' ? tipOf(node.chain).medianTime : timestamp,
    active: active as boolean,
    internal: internal as boolean,
    next: (next_index as number | undefined) ?? 0,
    end,
  };
  const others: Imported[] = [];
  for (const old of wallet.imported) {
    const { kind: oldKind, publicText: oldText } = await readDescriptor(old.text);
    if (oldText === publicText) {
      fresh.next = Math.max(fresh.next, old.next);
      continue;
    }
    // One descriptor of a kind makes the new addresses.
    if (fresh.active && oldKind === kind && old.internal === fresh.internal) old.active = false;
    others.push(old);
  }
  wallet.imported = [...others, fresh];
  if (label !== undefined) wallet.labels[hex.encode(at(0).script)] = String(label);
  return isRange && range === undefined ? ['Range not given, using default keypool range'] : [];
}

function descriptorJson(source: Source, secrets: boolean) {
  const { imported, descriptor } = source;
  const { timestamp, active, internal, next } = imported;
  return {
    desc: withChecksum(secrets ? imported.text : descriptor.normalText),
    timestamp,
    active,
    ...(active && { internal }),
    ...(descriptor.isRange && { range: rangeOf(source), next, next_index: next }),
  };
}

function nextScript(open: OpenWallet, type: string, internal: boolean): Uint8Array {
  const kind = ADDRESS_TYPES[type];
  if (!kind) refuse('INVALID_ADDRESS_OR_KEY', `Unknown address type '${type}'`);
  if (!open.sources.some(({ imported }) => imported.active && imported.internal === internal))
    refuse('WALLET_ERROR', 'Error: This wallet has no available keys');
  const source = activeSource(open, kind, internal);
  if (!source) refuse('WALLET_KEYPOOL_RAN_OUT', `Error: No ${type} addresses available.`);
  const { script } = source.descriptor.at(source.imported.next);
  source.imported.next += 1;
  return script;
}

function lockArgument(open: OpenWallet, item: unknown, unlock: boolean): string {
  const { txid, vout } = (item ?? {}) as { txid?: unknown; vout?: unknown };
  if (typeof vout !== 'number') refuse('TYPE_ERROR', 'Missing vout');
  const outpoint = { txid: hashArgument(txid, 'txid'), vout };
  const key = outpointKey(outpoint);
  const isLocked = open.wallet.locked.includes(key);
  if (unlock && !isLocked) refuse('INVALID_PARAMETER', 'Invalid parameter, expected locked output');
  if (!unlock && isLocked) refuse('INVALID_PARAMETER', 'Invalid parameter, output already locked');
  if (!transactionOf(open.node, outpoint.txid))
    refuse('INVALID_PARAMETER', 'Invalid parameter, unknown transaction');
  if (!unlock && (!coinAt(open.node, outpoint) || open.node.pool.spenders.has(key)))
    refuse('INVALID_PARAMETER', 'Invalid parameter, expected unspent output');
  return key;
}

function addressJson(open: OpenWallet, address: string): Record<string, unknown> {
  const script = scriptArgument(address, 'Invalid or unsupported Segwit (Bech32) or Base58 encoding.');
  const scriptHex = hex.encode(script);
  const owned = ownerOf(open, scriptHex);
  const key = owned?.output.key;
  const redeemScript = owned?.output.redeemScript;
  const label = open.wallet.labels[scriptHex];
  const pubkey = key && owned.descriptor.kind !== 'tr' && { pubkey: hex.encode(key.publicKey) };
  return {
    address,
    scriptPubKey: scriptHex,
    ismine: owned !== undefined,
    solvable: key !== undefined,
    ...(owned && {
      desc: withChecksum(owned.output.text),
      parent_desc: withChecksum(owned.descriptor.normalText),
    }),
    iswatchonly: false,
    ...formJson(script),
    ...(redeemScript && {
      script: 'witness_v0_keyhash',
      hex: hex.encode(redeemScript),
      embedded: {
        ...formJson(redeemScript),
        ...pubkey,
        address: addressOf(redeemScript),
        scriptPubKey: hex.encode(redeemScript),
      },
    }),
    ...pubkey,
    ...(owned?.descriptor.kind === 'pkh' && { iscompressed: true }),
    ischange: owned?.imported.internal ?? false,
    ...(owned && { timestamp: owned.imported.timestamp }),
    ...(key && {
      hdkeypath: `m${pathText(key.origin.path)}`,
      hdmasterfingerprint: key.origin.fingerprint.toString(16).padStart(8, '0'),
    }),
    labels: label === undefined ? [] : [label],
  };
}
