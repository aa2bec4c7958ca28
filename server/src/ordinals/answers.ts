import { MAX_TRAIT_LENGTH } from '@ordbook/protocol/collection-offer/criteria';
import { type Outpoint, outpointText, parseOutpoint } from '@ordbook/protocol/outpoint';
import { refuse } from '@ordbook/protocol/refusals';
import { type Static, Type } from 'typebox';
import { responseReader } from '../base/remote.ts';
import type { GalleryItem, Inscription, OrdinalsOutput, Trait } from './port.ts';

/** An entry of an index of PostgreSQL has at most 2,704 bytes, the slug of the collection among them. */
const MOST_TRAIT_BYTES = 2_400;

/**
 * The JSON of the `ord` server 0.29.1 that we read (its `src/api.rs`, `src/properties.rs`,
 * `src/templates/status.rs`).
 */
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);

export const readStatus = responseReader(
  Type.Object({
    height: nullable(Type.Integer()),
    address_index: Type.Boolean(),
    inscription_index: Type.Boolean(),
    rune_index: Type.Boolean(),
    sat_index: Type.Boolean(),
    unrecoverably_reorged: Type.Boolean(),
  }),
);

export const readIds = responseReader(Type.Object({ ids: Type.Array(Type.String()), more: Type.Boolean() }));

const Attributes = Type.Object({
  title: nullable(Type.String()),
  traits: Type.Record(Type.String(), Type.Union([Type.Boolean(), Type.Number(), Type.Null(), Type.String()])),
});

const OrdInscription = Type.Object({
  address: nullable(Type.String()),
  charms: Type.Array(Type.String()),
  content_length: nullable(Type.Integer()),
  content_type: nullable(Type.String()),
  height: Type.Integer(),
  id: Type.String(),
  number: Type.Integer(),
  parents: Type.Array(Type.String()),
  previous: nullable(Type.String()),
  properties: Type.Object({
    gallery: Type.Array(Type.Object({ id: Type.String(), attributes: Attributes })),
    attributes: Attributes,
  }),
  sat: nullable(Type.Integer()),
  satpoint: Type.String({ pattern: '^[0-9a-f]{64}:\\d+:\\d+$' }),
  timestamp: Type.Integer(),
  value: nullable(Type.Integer()),
});

export type OrdInscription = Static<typeof OrdInscription>;
export const readInscription = responseReader(OrdInscription);
export const readInscriptions = responseReader(Type.Array(OrdInscription));

const OrdOutput = Type.Object({
  address: nullable(Type.String()),
  confirmations: Type.Integer(),
  indexed: Type.Boolean(),
  inscriptions: nullable(Type.Array(Type.String())),
  outpoint: Type.String(),
  runes: nullable(Type.Record(Type.String(), Type.Unknown())),
  script_pubkey: Type.String(),
  spent: Type.Boolean(),
  value: Type.Integer(),
});

export type OrdOutput = Static<typeof OrdOutput>;
export const readOutputs = responseReader(Type.Array(OrdOutput));

/** Converts an inscription. `ord` returns at most four parents. */
export function inscriptionOf(answer: OrdInscription): Inscription {
  const { satpoint, properties } = answer;
  const cut = satpoint.lastIndexOf(':');
  return {
    id: answer.id,
    number: answer.number,
    previous: answer.previous,
    contentType: storable(answer.content_type),
    contentBytes: answer.content_length,
    title: storable(properties.attributes.title),
    traits: traitsOf(properties.attributes.traits),
    parents: answer.parents,
    sat: answer.sat,
    charms: answer.charms,
    genesisHeight: answer.height,
    genesisTime: answer.timestamp,
    address: answer.address,
    location: parseOutpoint(satpoint.slice(0, cut)),
    offset: Number(satpoint.slice(cut + 1)),
    outputValueSats: answer.value,
  };
}

/** The items of a gallery; null when there are none (`ord` does not distinguish an empty gallery). */
export function galleryOf({ properties }: OrdInscription): GalleryItem[] | null {
  if (properties.gallery.length === 0) return null;
  return properties.gallery.map(({ id, attributes }) => ({
    id,
    title: storable(attributes.title),
    traits: traitsOf(attributes.traits),
  }));
}

/**
 * Traits as texts in the form that `ord` shows. `null` is no value. A number beyond the safe integers is left
 * out: its text may be that of another number. So is what the store could not count and nobody could bid for:
 * texts that are longer than those of a trait offer, or have a NUL.
 */
function traitsOf(traits: Static<typeof Attributes>['traits']): Trait[] {
  return Object.entries(traits).flatMap(([type, value]) => {
    const isText = typeof value !== 'number' || Math.abs(value) <= Number.MAX_SAFE_INTEGER;
    const trait = { type, value: String(value) };
    return value === null || !isText || !isCountable(trait) ? [] : [trait];
  });
}

function isCountable({ type, value }: Trait): boolean {
  const isShort = type.length <= MAX_TRAIT_LENGTH && value.length <= MAX_TRAIT_LENGTH;
  return isShort && Buffer.byteLength(type + value) <= MOST_TRAIT_BYTES && !`${type}${value}`.includes('\0');
}

/** Without NULs, which a text of PostgreSQL cannot have. */
function storable(text: string | null): string | null {
  return text === null ? null : text.replaceAll('\0', '');
}

/**
 * What is on an output, as of the index's blocks. Throws `Refusal('unavailable')` when the index is behind or
 * wrongly run. `ord` asks the node whether the output is unspent, which counts the mempool; the index itself
 * keeps only outputs that are unspent in blocks.
 */
export function outputOf(asked: Outpoint, answer: OrdOutput): OrdinalsOutput | null {
  const name = outpointText(asked);
  if (answer.outpoint !== name)
    refuse('unavailable', `the inscription index returned ${answer.outpoint} instead of ${name}`);
  if (answer.confirmations <= 0 && !answer.indexed) return null;
  if (!answer.indexed && !answer.spent) {
    refuse('unavailable', `the inscription index is behind the node and does not have ${name} yet`);
  }
  if (answer.inscriptions === null || answer.runes === null) {
    refuse('unavailable', 'the inscription index runs without inscriptions or runes (--index-runes)');
  }
  return {
    txid: asked.txid,
    vout: asked.vout,
    valueSats: answer.value,
    address: answer.address,
    script: answer.script_pubkey,
    inscriptionIds: answer.inscriptions,
    hasRunes: Object.keys(answer.runes).length > 0,
    spent: !answer.indexed,
  };
}
