import { hex } from '@scure/base';
import { readAddress } from '../address/address.ts';
import { OP } from '../script/opcodes.ts';
import { pushOf } from '../script/script-bytes.ts';
import { serializeTransaction } from '../transaction/serialize.ts';
import { sumSats, type Transaction, type TransactionOutput } from '../transaction/transaction.ts';
import { txidOf, vsizeOf, weightOf } from '../transaction/txid.ts';
import { envelopeScript, type InscriptionContent } from './envelope-script.ts';
import { type Key, lockToLeaf, sign } from './key.ts';
import { inputOf, type Outpoint, type Purse } from './purse.ts';

/** An inscription to make. */
export type NewInscription = InscriptionContent & {
  /** Address that receives it; default: the world's own. */
  readonly to?: string;
  /** Default 10,000. */
  readonly postageSats?: number;
  /** Id of its parent, which the world must hold on an output of its own. It stays with the world. */
  readonly parent?: string;
};

/** An inscription that was made, and where it is. */
export type Inscribed = Outpoint & { readonly id: string };

/** Where an inscription is: its output, the script there, and the offset of its sat. */
export type Located = Outpoint & { readonly script: Uint8Array; readonly offset: number };

export type InscribeOptions = {
  readonly purse: Purse;
  /** The key that holds what the world keeps. */
  readonly owner: Key;
  readonly locate: (id: string) => Promise<Located>;
  /** Sends a raw transaction. */
  readonly send: (raw: string) => Promise<unknown>;
  /** Sats per vB of the reveal, default 2. */
  readonly feeRate?: number;
};

const DEFAULT_POSTAGE_SATS = 10_000;
const DEFAULT_FEE_RATE = 2;
const MAX_STANDARD_WEIGHT = 400_000;

/**
 * Sends a commit and a reveal of all items, through the mempool. Returns the inscriptions in order. Rejects
 * with an Error when a parent is not the world's or the reveal is too large to be relayed, and with the
 * node's RpcError.
 */
export async function inscribe(
  items: readonly NewInscription[],
  options: InscribeOptions,
): Promise<Inscribed[]> {
  const { purse, owner, locate, send, feeRate = DEFAULT_FEE_RATE } = options;
  if (items.length === 0) throw new Error('name at least one inscription');
  const parentIds = [...new Set(items.flatMap(({ parent }) => (parent === undefined ? [] : [parent])))];
  const parents = await Promise.all(parentIds.map(async (id) => ownParent(id, await locate(id), owner)));
  const outputs = items.map((item) => ({
    valueSats: item.postageSats ?? DEFAULT_POSTAGE_SATS,
    script: item.to === undefined ? owner.script : scriptOf(item.to),
  }));
  const leaf = leafOf(items, outputs, parents, owner);
  const lock = lockToLeaf(owner, leaf);
  const returned = parents.map(({ valueSats, script }) => ({ valueSats, script }));
  const reveal = (commit: Outpoint) => {
    const spent = [...returned, { valueSats: commit.valueSats, script: lock.script }];
    return signed([...parents, commit], spent, [...returned, ...outputs], owner, {
      script: leaf,
      control: lock.control,
    });
  };
  const neededSats = sumSats(outputs);
  const draft = reveal({ txid: '00'.repeat(32), vout: 0, valueSats: neededSats });
  if (weightOf(draft) > MAX_STANDARD_WEIGHT)
    throw new Error(
      `the reveal has ${weightOf(draft)} WU, more than the ${MAX_STANDARD_WEIGHT} that nodes relay; make several`,
    );
  const commitSats = neededSats + Math.ceil(feeRate * vsizeOf(draft));
  const commit = await purse.pay([{ valueSats: commitSats, script: lock.script }], { feeRate });
  const transaction = reveal({ txid: commit.txid, vout: 0, valueSats: commitSats });
  await send(hex.encode(serializeTransaction(transaction)));
  const txid = txidOf(transaction);
  return outputs.map(({ valueSats }, index) => ({
    id: `${txid}i${index}`,
    txid,
    vout: parents.length + index,
    valueSats,
  }));
}

function ownParent(id: string, parent: Located, owner: Key): Located {
  if (hex.encode(parent.script) !== hex.encode(owner.script))
    throw new Error(`the parent ${id} is not on an output of the world, which therefore cannot spend it`);
  return parent;
}

/** `<key> OP_CHECKSIG` and one envelope an item, each pointing to the first sat of its output. */
function leafOf(
  items: readonly NewInscription[],
  outputs: readonly TransactionOutput[],
  parents: readonly Located[],
  owner: Key,
): Uint8Array {
  let pointer = sumSats(parents);
  const envelopes = items.map((item, index) => {
    const envelope = envelopeScript(item, {
      pointer,
      parents: item.parent === undefined ? [] : [item.parent],
    });
    pointer += outputs[index]!.valueSats;
    return envelope;
  });
  return Uint8Array.from(Buffer.concat([pushOf(owner.publicKey), Uint8Array.of(OP.CHECKSIG), ...envelopes]));
}

function signed(
  coins: readonly Outpoint[],
  spent: readonly TransactionOutput[],
  outputs: readonly TransactionOutput[],
  owner: Key,
  leaf: { script: Uint8Array; control: Uint8Array },
): Transaction {
  const unsigned: Transaction = { version: 2, inputs: coins.map(inputOf), outputs, lockTime: 0 };
  const last = coins.length - 1;
  const inputs = unsigned.inputs.map((input, index) => ({
    ...input,
    witness: sign(unsigned, index, spent, owner, index === last ? leaf : undefined),
  }));
  return { ...unsigned, inputs };
}

/** The script of a regtest address. Throws an Error that names what is wrong with it. */
export function scriptOf(address: string): Uint8Array {
  const reading = readAddress(address);
  if (reading === 'no address') throw new Error(`${address} is no Bitcoin address`);
  if (reading === 'other network') throw new Error(`${address} is an address of another network; use bcrt1…`);
  return reading.script;
}
