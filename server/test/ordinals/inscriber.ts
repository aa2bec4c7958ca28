import { concatBytes } from '@noble/hashes/utils.js';
import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import type { Utxo } from '@ordbook/protocol/outpoint';
import { hex, utf8 } from '@scure/base';
import { p2tr, RawTx, Script, TAPROOT_UNSPENDABLE_KEY } from '@scure/btc-signer';
import { type Cbor, cbor } from '../../../sandbox/src/cbor.ts';
import type { RpcCall } from '../../src/chain/transport.ts';
import type { Purse } from '../chain/purse.ts';

export interface Attributes {
  readonly title?: string;
  readonly traits?: Readonly<Record<string, string | number | boolean | null>>;
}

export interface InscribeOptions extends Attributes {
  readonly gallery?: readonly (Attributes & { readonly id: string })[];
  /** An inscription that lies on `ANYONE`; it is spent and returned there. */
  readonly parent?: Inscribed;
  /** Where the inscription goes; the purse by default. */
  readonly script?: string;
}

export interface Inscribed {
  readonly id: string;
  readonly coin: Utxo;
  /** The parent's output afterwards. */
  readonly parent: Inscribed | null;
  /** What is left of the coin that paid. */
  readonly change: Utxo;
}

/** A script that everybody may spend (OP_1), which has no address. */
export const ANYONE = '51';

const POSTAGE_SATS = 10_000;
const TAG = { contentType: 1, parent: 3, properties: 17 } as const;

/** Inscribes a text with commit and reveal in one block (mempools may refuse reveals), paid by `coin` of the purse. */
export async function inscribe(
  call: RpcCall,
  purse: Purse,
  coin: Utxo,
  options: InscribeOptions = {},
): Promise<Inscribed> {
  const { parent } = options;
  const leaf = leafOf(options);
  const lock = p2tr(TAPROOT_UNSPENDABLE_KEY, { script: leaf }, undefined, true);
  const { controlBlock } = lock.leaves![0] as unknown as { controlBlock: Uint8Array };
  const commit = purse.spend(
    [coin],
    [{ valueSats: POSTAGE_SATS + 1_000, script: lock.script }, coin.valueSats - POSTAGE_SATS - 2_000],
  );
  const made = { amount: BigInt(POSTAGE_SATS), script: hex.decode(options.script ?? purse.script) };
  const returned = parent && { amount: BigInt(parent.coin.valueSats), script: hex.decode(ANYONE) };
  const reveal = hex.encode(
    RawTx.encode({
      version: 2,
      segwitFlag: true,
      inputs: [...(parent ? [inputOf(parent.coin)] : []), inputOf(commit.outputs[0]!)],
      outputs: [...(returned ? [returned] : []), made],
      witnesses: [...(parent ? [[]] : []), [leaf, controlBlock]],
      lockTime: 0,
    }),
  );
  await call('generateblock', [purse.address, [commit.raw, reveal]]);
  const txid = readTransaction(reveal).txid;
  return {
    id: `${txid}i0`,
    coin: { txid, vout: parent ? 1 : 0, valueSats: POSTAGE_SATS },
    parent: parent ? { ...parent, coin: { ...parent.coin, txid, vout: 0 } } : null,
    change: commit.outputs[1]!,
  };
}

function leafOf({ parent, ...options }: InscribeOptions): Uint8Array {
  const field = (tag: number, value: Uint8Array) => Script.encode([Uint8Array.of(tag), value]);
  const properties = propertiesOf(options);
  return concatBytes(
    Script.encode([0, 'IF', utf8.decode('ord')]),
    field(TAG.contentType, utf8.decode('text/plain')),
    ...(parent ? [field(TAG.parent, idBytes(parent.id))] : []),
    ...(properties ? [field(TAG.properties, properties)] : []),
    Script.encode([0, utf8.decode('hello'), 'ENDIF', 1]),
  );
}

function propertiesOf({ gallery, ...own }: Omit<InscribeOptions, 'parent'>): Uint8Array | null {
  if (!gallery && own.title === undefined && !own.traits) return null;
  const items = (gallery ?? []).map(
    (item): Cbor =>
      new Map<number, Cbor>([
        [0, idBytes(item.id)],
        [1, attributesOf(item)],
      ]),
  );
  return cbor(
    new Map<number, Cbor>([
      [0, items],
      [1, attributesOf(own)],
    ]),
  );
}

function attributesOf({ title, traits }: Attributes): Cbor {
  const members = new Map<number, Cbor>();
  if (title !== undefined) members.set(0, title);
  if (traits) members.set(1, new Map<string, Cbor>(Object.entries(traits)));
  return members;
}

/** An id of index 0 in bytes: the txid in the order of the wire. */
function idBytes(id: string): Uint8Array {
  return hex.decode(id.slice(0, 64)).reverse();
}

function inputOf({ txid, vout }: Utxo) {
  return { txid: hex.decode(txid), index: vout, finalScriptSig: new Uint8Array(), sequence: 0xffff_ffff };
}
