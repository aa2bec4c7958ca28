import { hex } from '@scure/base';
import { addressOf, readAddress } from '../address/address.ts';
import { blockSizes } from '../chain/block.ts';
import { tipOf } from '../chain/chain.ts';
import { subsidySats } from '../chain/coinbase.ts';
import { isP2sh, witnessProgramOf } from '../script/templates.ts';
import { serializeTransaction } from '../transaction/serialize.ts';
import { sumSats, type Transaction, type TransactionOutput } from '../transaction/transaction.ts';
import { readDescriptor } from '../wallet/descriptor.ts';
import { refuse } from './call.ts';
import { withChecksum } from './descriptor.ts';
import { method, type NodeState, type RpcMethod } from './method.ts';
import { amountArgument, btc, hashArgument, isHex } from './parameters.ts';

const DIFFICULTY = 4.656542373906925e-10;
const FINAL = 0xffffffff;
/** The sequence of an input that may be replaced. */
export const REPLACEABLE = 0xfffffffd;
const LOCKED = 0xfffffffe;

/** The parameters of methods that make an unsigned transaction. */
export const UNSIGNED_PARAMETERS =
  'inputs:array outputs:any locktime?:number replaceable?:boolean version?:number';

/** The transaction of those parameters. Throws the RpcErrors of Core. */
export function unsignedTransaction(...args: unknown[]): Transaction {
  const [inputs, outputs, lockTime = 0, replaceable = true, version = 2] = args;
  return {
    version: version as number,
    inputs: (inputs as unknown[]).map((item) =>
      inputArgument(item, lockTime as number, replaceable as boolean),
    ),
    outputs: outputsArgument(outputs),
    lockTime: lockTime as number,
  };
}

/**
 * What clients of a node without wallet call besides: addresses, descriptors, raw transactions, the node
 * itself.
 */
export const TOOL_METHODS: Readonly<Record<string, RpcMethod>> = {
  validateaddress: method('address:string', (_, address) => addressJson(String(address))),
  getdescriptorinfo: method('descriptor:string', (_, descriptor) => descriptorJson(String(descriptor))),
  deriveaddresses: method('descriptor:string range?:any', async (_, descriptor, range) => {
    const text = String(descriptor);
    if (!/#[a-z0-9]{8}$/.test(text)) refuse('INVALID_ADDRESS_OR_KEY', 'Missing checksum');
    const { isRange, at } = await readDescriptor(text);
    if (isRange !== (range !== undefined))
      refuse(
        'INVALID_PARAMETER',
        isRange
          ? 'Range must be specified for a ranged descriptor'
          : 'Range should not be specified for an un-ranged descriptor',
      );
    const [begin, end] = isRange ? rangeArgument(range) : [0, 0];
    return Array.from({ length: end - begin + 1 }, (_none, n) => {
      const address = addressOf(at(begin + n).script);
      if (address) return address;
      return refuse('INVALID_ADDRESS_OR_KEY', 'Descriptor does not have a corresponding address');
    });
  }),
  createrawtransaction: method(UNSIGNED_PARAMETERS, (_, ...args) =>
    hex.encode(serializeTransaction(unsignedTransaction(...args))),
  ),
  getdifficulty: method('', () => DIFFICULTY),
  getmininginfo: method('', (node) => ({
    blocks: tipOf(node.chain).height,
    bits: '207fffff',
    difficulty: DIFFICULTY,
    target: `7fffff${'0'.repeat(58)}`,
    networkhashps: 0,
    pooledtx: node.pool.byTxid.size,
    blockmintxfee: btc(node.policy.blockMinFee),
    chain: 'regtest',
    next: {
      height: tipOf(node.chain).height + 1,
      bits: '207fffff',
      difficulty: DIFFICULTY,
      target: `7fffff${'0'.repeat(58)}`,
    },
    warnings: [],
  })),
  getnetworkhashps: method('nblocks?:number height?:number', () => 0),
  getblockstats: method('hash_or_height:any stats?:array', blockStats),
  gettxoutsetinfo: method('hash_type?:string', ({ chain }, hashType = 'none') => {
    if (hashType !== 'none')
      refuse('INVALID_PARAMETER', `devnode computes no ${String(hashType)}; use hash_type none`);
    let totalSats = 0;
    for (const { valueSats } of chain.coins.values()) totalSats += valueSats;
    const tip = tipOf(chain);
    return {
      height: tip.height,
      bestblock: tip.block.hash,
      txouts: chain.coins.size,
      bogosize: [...chain.coins.values()].reduce((sum, { script }) => sum + 50 + script.length, 0),
      transactions: new Set([...chain.coins.keys()].map((key) => key.slice(0, 64))).size,
      disk_size: 0,
      total_amount: btc(totalSats),
    };
  }),
  getconnectioncount: method('', () => 0),
  getpeerinfo: method('', () => []),
  getzmqnotifications: method('', () => []),
  ping: method('', () => null),
  getrpcinfo: method('', () => ({ active_commands: [], logpath: '' })),
  savemempool: method('', () => {
    refuse('MISC_ERROR', 'devnode writes no files; dump() returns chain and mempool as text');
  }),
};

function addressJson(address: string): Record<string, unknown> {
  const reading = readAddress(address);
  if (typeof reading === 'string')
    return {
      isvalid: false,
      error_locations: [],
      error:
        reading === 'other network'
          ? 'Invalid or unsupported Segwit (Bech32) or Base58 encoding.'
          : 'Invalid address',
    };
  return { isvalid: true, address, scriptPubKey: hex.encode(reading.script), ...formJson(reading.script) };
}

/** What the script of an address says of its form. */
export function formJson(script: Uint8Array): Record<string, unknown> {
  const witness = witnessProgramOf(script);
  return {
    isscript: isP2sh(script) || witness?.program.length === 32,
    iswitness: witness !== null,
    ...(witness && { witness_version: witness.version, witness_program: hex.encode(witness.program) }),
  };
}

async function descriptorJson(text: string): Promise<Record<string, unknown>> {
  const { publicText, isRange, kind, hasSecrets } = await readDescriptor(text);
  return {
    descriptor: withChecksum(publicText),
    checksum: withChecksum(text.replace(/#.*$/, '')).slice(-8),
    isrange: isRange,
    issolvable: kind !== 'fixed',
    hasprivatekeys: hasSecrets,
  };
}

const MOST_INDEXES = 1_000_000;

/** `n` or `[begin, end]` as the first and the last index. */
export function rangeArgument(range: unknown): [begin: number, end: number] {
  const [begin, end] = (Array.isArray(range) ? range : [0, range]) as [number, number];
  if (
    Number.isInteger(begin) &&
    Number.isInteger(end) &&
    begin >= 0 &&
    begin <= end &&
    end - begin < MOST_INDEXES
  )
    return [begin, end];
  refuse(
    'INVALID_PARAMETER',
    `range ${JSON.stringify(range)} is not an index or two, of at most ${MOST_INDEXES} apart`,
  );
}

function inputArgument(item: unknown, lockTime: number, replaceable: boolean): Transaction['inputs'][number] {
  const { txid, vout, sequence } = (item ?? {}) as { txid?: unknown; vout?: unknown; sequence?: unknown };
  if (typeof vout !== 'number') refuse('INVALID_PARAMETER', 'Invalid parameter, missing vout key');
  if (vout < 0) refuse('INVALID_PARAMETER', 'Invalid parameter, vout cannot be negative');
  const fallback = replaceable ? REPLACEABLE : lockTime > 0 ? LOCKED : FINAL;
  return {
    txid: hashArgument(txid, 'txid'),
    vout,
    scriptSig: new Uint8Array(),
    sequence: typeof sequence === 'number' ? sequence : fallback,
    witness: [],
  };
}

/** Outputs as a list of objects or as one object: amounts by address, or `data` in hex. */
function outputsArgument(value: unknown): TransactionOutput[] {
  const groups = Array.isArray(value) ? value : [value];
  return groups
    .flatMap((group) => Object.entries((group ?? {}) as Record<string, unknown>))
    .map(([name, given]) => {
      if (name === 'data') {
        const data = isHex(String(given)) ? hex.decode(String(given)) : undefined;
        if (!data) refuse('INVALID_PARAMETER', `Data must be hexadecimal string (not '${String(given)}')`);
        return { valueSats: 0, script: dataScript(data) };
      }
      const reading = readAddress(name);
      if (typeof reading === 'string') refuse('INVALID_ADDRESS_OR_KEY', `Invalid Bitcoin address: ${name}`);
      return { valueSats: amountArgument(given), script: reading.script };
    });
}

function dataScript(data: Uint8Array): Uint8Array {
  const { length } = data;
  const push =
    length < 0x4c ? [length] : length < 0x100 ? [0x4c, length] : [0x4d, length & 0xff, length >> 8];
  return Uint8Array.of(0x6a, ...push, ...data);
}

/** The statistics that need no sorting of fee rates; naming another one is an error. */
function blockStats({ chain }: NodeState, which: unknown, names: unknown): Record<string, unknown> {
  const node =
    typeof which === 'number' ? chain.active[which] : chain.blocks.get(hashArgument(which, 'hash_or_height'));
  if (!node) refuse('INVALID_ADDRESS_OR_KEY', 'Block not found');
  const { block, height, medianTime, undo } = node;
  const { totalBytes, weight } = blockSizes(block);
  const others = block.transactions.slice(1);
  const outSats = (txs: readonly (Transaction | undefined)[]) =>
    txs.reduce((sum, tx) => sum + sumSats(tx!.outputs), 0);
  const inSats = sumSats(undo.flat());
  const all: Record<string, unknown> = {
    blockhash: block.hash,
    height,
    time: block.header.time,
    mediantime: medianTime,
    txs: block.transactions.length,
    ins: others.reduce((sum, { inputs }) => sum + inputs.length, 0),
    outs: block.transactions.reduce((sum, { outputs }) => sum + outputs.length, 0),
    subsidy: subsidySats(height),
    totalfee: inSats - outSats(others),
    total_out: outSats(others),
    total_size: totalBytes,
    total_weight: weight,
  };
  if (names === undefined) return all;
  return Object.fromEntries(
    (names as unknown[]).map((name) => {
      if (!(String(name) in all)) refuse('INVALID_PARAMETER', `Invalid selected statistic '${String(name)}'`);
      return [String(name), all[String(name)]];
    }),
  );
}
