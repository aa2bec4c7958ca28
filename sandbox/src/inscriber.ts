import type { Trait } from '@ordbook/server/ordinals/port';
import { schnorr } from '@ordbook/server/signer/signing/signatures';
import { hex, utf8 } from '@scure/base';
import { p2tr, SigHash, Transaction } from '@scure/btc-signer';
import { tapLeafHash } from '@scure/btc-signer/payment.js';
import { pubSchnorr } from '@scure/btc-signer/utils.js';
import { type Inscription, OutOrdinalReveal, p2tr_ord_reveal } from 'micro-ordinals';
import { type Cbor, cbor } from './cbor.ts';
import { keyOf, payTo, REGTEST, scriptOf, secretOf } from './keys.ts';
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
  const secret = secretOf(INSCRIBER);
  const customScripts = [OutOrdinalReveal];
  const lock = p2tr(
    undefined,
    p2tr_ord_reveal(pubSchnorr(secret), envelopes) as never,
    REGTEST,
    false,
    customScripts,
  );
  // its last byte is the version of the leaf
  const [[, leaf]] = lock.tapLeafScript as [[unknown, Uint8Array]];
  const bytes = envelopes.reduce((sum, { body }) => sum + body.length + 600, 0);
  const feeSats = REVEAL_FEE_RATE * (200 + 43 * envelopes.length + Math.ceil(bytes / 4));
  const commitSats = envelopes.length * to.postageSats + feeSats;
  const commit = await miner.pay([{ address: lock.address!, sats: commitSats }]);
  await miner.mine(1);

  const transaction = new Transaction({ customScripts, allowUnknownOutputs: true, disableScriptCheck: true });
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
    tapInternalKey: lock.tapInternalKey,
    tapLeafScript: lock.tapLeafScript!,
    txid: commit.txid,
    index: 0,
    witnessUtxo: { script: lock.script, amount: BigInt(commitSats) },
  });
  const script = scriptOf(to.address);
  for (const _ of envelopes) transaction.addOutput({ script, amount: BigInt(to.postageSats) });
  if (parent) transaction.signIdx(secretOf(CURATOR), 0);
  signReveal(transaction, leaf.subarray(0, -1), leaf.at(-1)!);
  transaction.finalize();
  await miner.mineOnly([hex.encode(transaction.extract())]);
  if (parent) {
    parent.txid = transaction.id;
    parent.vout = 0;
  }
  return envelopes.map((_, i) => `${transaction.id}i${i}`);
}

/**
 * Signs the last input, by which the inscriptions in `script` are revealed. Uses the service's libsecp256k1:
 * with the library's own curve, whose JavaScript is not compiled yet, a reveal takes tens of milliseconds.
 */
function signReveal(transaction: Transaction, script: Uint8Array, version: number): void {
  const secret = secretOf(INSCRIBER);
  const spent = Array.from(
    { length: transaction.inputsLength },
    (_, i) => transaction.getInput(i).witnessUtxo!,
  );
  const index = spent.length - 1;
  const hash = transaction.preimageWitnessV1(
    index,
    spent.map((output) => output.script),
    SigHash.DEFAULT,
    spent.map(({ amount }) => amount),
    undefined,
    script,
    version,
  );
  const signer = { pubKey: pubSchnorr(secret), leafHash: tapLeafHash(script, version) };
  transaction.updateInput(index, { tapScriptSig: [[signer, schnorr(hash, secret)]] }, true);
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
