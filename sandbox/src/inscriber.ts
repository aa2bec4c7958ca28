import { addressOf } from '@ordbook/protocol/bitcoin/keys';
import { outputKey, TAPSCRIPT, tapLeafHash, taprootScript } from '@ordbook/protocol/bitcoin/taproot';
import type { Trait } from '@ordbook/server/ordinals/port';
import { schnorr } from '@ordbook/server/signer/signing/signatures';
import { hex, utf8 } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import { type Inscription, p2tr_ord_reveal } from 'micro-ordinals';
import { xOnlyPointFromScalar } from 'tiny-secp256k1';
import { type Cbor, cbor } from './cbor.ts';
import { keyOf, payTo, REGTEST, scriptOf, secretOf, signKeyPath, taprootHash } from './keys.ts';
import type { Miner } from './miner.ts';

export interface Artwork {
  readonly contentType: string;
  readonly body: Uint8Array;
  readonly title: string;
  readonly traits: readonly Trait[];
}

/** A parent inscription of the curator, and its current location. */
export interface Parent {
  readonly id: string;
  txid: string;
  vout: number;
  readonly valueSats: number;
}

/** `ord`'s tag for properties (gallery, title, traits), CBOR. */
const PROPERTIES_TAG = new Uint8Array([17]);
/** Envelopes in one reveal: far below a block, large enough to be quick. */
const MAX_PER_REVEAL = 100;
const REVEAL_FEE_RATE = 2;
const CURATOR = 'curator';
const INSCRIBER = 'inscriber';

/** The address of the curator, who holds parents and galleries. */
export const curatorAddress = keyOf(CURATOR, 'p2tr').address;

/**
 * Inscribes with real commit and reveal transactions, one block each. Reveals are put directly into the
 * block, because some nodes' mempool policy refuses them. Returns the inscriptions' ids in order.
 */
export async function inscribe(
  miner: Miner,
  to: { readonly address: string; readonly postageSats: number },
  artworks: readonly Artwork[],
  parent?: Parent,
): Promise<string[]> {
  const ids: string[] = [];
  for (let start = 0; start < artworks.length; start += MAX_PER_REVEAL) {
    ids.push(...(await reveal(miner, to, artworks.slice(start, start + MAX_PER_REVEAL), parent)));
  }
  return ids;
}

/** Inscribes a gallery: its properties name the items, each with its own title and traits. */
export async function inscribeGallery(
  miner: Miner,
  title: string,
  items: readonly { readonly id: string; readonly artwork: Artwork }[],
): Promise<string> {
  const gallery = items.map(
    ({ id, artwork }) =>
      new Map<number, Cbor>([
        [0, idBytes(id)],
        [1, attributes(artwork)],
      ]),
  );
  const properties = new Map<number, Cbor>([
    [0, gallery],
    [1, new Map([[0, title]])],
  ]);
  const body = utf8.decode(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><title>${title}</title></svg>`,
  );
  const envelope = envelopeOf('image/svg+xml', body, properties);
  const [id] = await revealEnvelopes(miner, { address: curatorAddress, postageSats: 10_000 }, [envelope]);
  return id!;
}

async function reveal(
  miner: Miner,
  to: { address: string; postageSats: number },
  artworks: readonly Artwork[],
  parent?: Parent,
): Promise<string[]> {
  const before = parent?.valueSats ?? 0;
  const envelopes = artworks.map((artwork, i) => {
    const envelope = envelopeOf(
      artwork.contentType,
      artwork.body,
      new Map([[1, attributes(artwork)]]),
      parent,
    );
    envelope.tags.pointer = BigInt(before + i * to.postageSats);
    return envelope;
  });
  return revealEnvelopes(miner, to, envelopes, parent);
}

async function revealEnvelopes(
  miner: Miner,
  to: { address: string; postageSats: number },
  envelopes: Inscription[],
  parent?: Parent,
): Promise<string[]> {
  const lock = lockOf(envelopes);
  const bytes = envelopes.reduce((sum, { body }) => sum + body.length + 600, 0);
  const feeSats = REVEAL_FEE_RATE * (200 + 43 * envelopes.length + Math.ceil(bytes / 4));
  const commitSats = envelopes.length * to.postageSats + feeSats;
  const commit = await miner.pay([{ address: lock.address, sats: commitSats }]);
  await miner.mine(1);

  const transaction = new Transaction({ allowUnknownOutputs: true, disableScriptCheck: true });
  if (parent) {
    const curator = payTo(secretOf(CURATOR), 'p2tr');
    transaction.addInput({
      ...curator,
      txid: parent.txid,
      index: parent.vout,
      witnessUtxo: { script: curator.script, amount: BigInt(parent.valueSats) },
    });
    transaction.addOutputAddress(curatorAddress, BigInt(parent.valueSats), REGTEST);
  }
  transaction.addInput({
    txid: commit.txid,
    index: 0,
    witnessUtxo: { script: lock.script, amount: BigInt(commitSats) },
  });
  const script = scriptOf(to.address);
  for (const _ of envelopes) transaction.addOutput({ script, amount: BigInt(to.postageSats) });
  if (parent) {
    signKeyPath(transaction, [0], secretOf(CURATOR));
    transaction.finalizeIdx(0);
  }
  const last = transaction.inputsLength - 1;
  transaction.updateInput(last, {
    finalScriptWitness: lock.witness(taprootHash(transaction, last, lock.leaf)),
  });
  await miner.mineOnly([hex.encode(transaction.extract())]);
  if (parent) {
    parent.txid = transaction.id;
    parent.vout = 0;
  }
  return envelopes.map((_, i) => `${transaction.id}i${i}`);
}

/** An output that only a reveal of these inscriptions spends, by its leaf. */
function lockOf(envelopes: Inscription[]) {
  const secret = secretOf(INSCRIBER);
  const own = xOnlyPointFromScalar(secret);
  const leaf = p2tr_ord_reveal(own, envelopes).script;
  const { key, parity } = outputKey(own, tapLeafHash(leaf));
  const script = taprootScript(key);
  const control = Uint8Array.of(TAPSCRIPT | parity, ...own);
  return {
    script,
    address: addressOf(hex.encode(script), 'regtest')!,
    leaf,
    witness: (hash: Uint8Array) => [schnorr(hash, secret), leaf, control],
  };
}

function envelopeOf(
  contentType: string,
  body: Uint8Array,
  properties: Map<number, Cbor>,
  parent?: Parent,
): Inscription {
  const encoded = cbor(properties);
  // A push holds at most 520 bytes: `ord` joins the chunks of this tag.
  const chunks: [Uint8Array, Uint8Array][] = [];
  for (let start = 0; start < encoded.length; start += 520)
    chunks.push([PROPERTIES_TAG, encoded.slice(start, start + 520)]);
  // The library's type of `parent` is that of its coder; it takes the id.
  return { tags: { contentType, unknown: chunks, ...(parent ? { parent: parent.id as never } : {}) }, body };
}

function attributes({ title, traits }: Artwork): Map<number, Cbor> {
  return new Map<number, Cbor>([
    [0, title],
    [1, new Map(traits.map(({ type, value }) => [type, value]))],
  ]);
}

/** The txid's bytes and the index in little endian without trailing zeros: `ord`'s compact form. */
function idBytes(id: string): Uint8Array {
  const [txid, index] = id.split('i');
  const bytes = [...hex.decode(txid!).reverse()];
  for (let rest = Number(index); rest > 0; rest = Math.floor(rest / 256)) bytes.push(rest % 256);
  return new Uint8Array(bytes);
}
