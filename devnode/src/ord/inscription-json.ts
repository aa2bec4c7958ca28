import { addressOf } from '../address/address.ts';
import type { Json } from '../http/json.ts';
import { inCharmOrder } from './charms.ts';
import { contentTypeOf, delegateOf, metaprotocolOf } from './inscription.ts';
import type { InscriptionId } from './inscription-id.ts';
import type { InscriptionQuery } from './params.ts';
import { propertiesOf } from './properties.ts';
import {
  type IndexedOutput,
  type InscriptionEntry,
  LOST_OUTPOINT,
  satpointText,
  type Tables,
  UNBOUND_OUTPOINT,
} from './tables.ts';

/** Parents and children listed in an inscription's own answer. */
const RELATIVES_SHOWN = 4;

export function entryById(tables: Tables, id: InscriptionId): InscriptionEntry | undefined {
  const sequence = tables.sequenceById.get(id);
  return sequence === undefined ? undefined : tables.inscriptions.get(sequence);
}

export const idOf = (tables: Tables, sequence: number): InscriptionId =>
  tables.inscriptions.get(sequence)!.id;

export const idsOf = (tables: Tables, sequences: readonly number[]): InscriptionId[] =>
  sequences.map((sequence) => idOf(tables, sequence));

/** The inscription that a query names, or its child at an index. */
export function findInscription(
  tables: Tables,
  query: InscriptionQuery,
  child?: number,
): InscriptionEntry | undefined {
  let sequence: number | undefined;
  if ('id' in query) sequence = tables.sequenceById.get(query.id);
  else if ('number' in query) sequence = tables.sequenceByNumber.get(query.number);
  else sequence = tables.sequencesBySat.get(query.sat)[0];
  if (sequence !== undefined && child !== undefined) sequence = tables.children.get(sequence)[child];
  return sequence === undefined ? undefined : tables.inscriptions.get(sequence);
}

/** The output an inscription is on; undefined for lost and unbound ones, which are on none. */
function realOutput(tables: Tables, { sequence }: InscriptionEntry): IndexedOutput | undefined {
  const { outpoint } = tables.satpoints.get(sequence)!;
  const isReal = outpoint !== LOST_OUTPOINT && outpoint !== UNBOUND_OUTPOINT;
  return isReal ? tables.outputs.get(outpoint) : undefined;
}

function effectiveContentType(tables: Tables, entry: InscriptionEntry): string | null {
  const delegate = delegateOf(entry.payload);
  const shown = (delegate === undefined ? undefined : entryById(tables, delegate)) ?? entry;
  return contentTypeOf(shown.payload) ?? null;
}

/** `GET /inscription/<id>`. */
export function inscriptionJson(tables: Tables, entry: InscriptionEntry): Json {
  const { sequence, payload } = entry;
  const satpoint = tables.satpoints.get(sequence)!;
  const output = realOutput(tables, entry);
  const children = tables.children.get(sequence);
  const { gallery, attributes } = propertiesOf(payload);
  const isLost = satpoint.outpoint === LOST_OUTPOINT;
  return {
    address: output === undefined ? null : (addressOf(output.script) ?? null),
    charms: isLost ? inCharmOrder([...entry.charms, 'lost']) : entry.charms,
    child_count: children.length,
    children: idsOf(tables, children.slice(0, RELATIVES_SHOWN)),
    content_length: payload.body?.length ?? null,
    content_type: contentTypeOf(payload) ?? null,
    effective_content_type: effectiveContentType(tables, entry),
    fee: entry.feeSats,
    height: entry.height,
    id: entry.id,
    metaprotocol: metaprotocolOf(payload) ?? null,
    next: tables.inscriptions.get(sequence + 1)?.id ?? null,
    number: entry.number,
    parents: idsOf(tables, entry.parents.slice(0, RELATIVES_SHOWN)),
    previous: tables.inscriptions.get(sequence - 1)?.id ?? null,
    properties: {
      gallery: gallery.map((item) => ({ id: item.id, attributes: { ...item.attributes } })),
      attributes: { ...attributes },
    },
    rune: null,
    sat: entry.sat,
    satpoint: satpointText(satpoint),
    timestamp: entry.time,
    value: output?.valueSats ?? null,
  };
}

/** `GET /r/inscription/<id>`. Undefined when it is lost: `ord` then misses the transaction that holds it. */
export function recursiveInscriptionJson(tables: Tables, entry: InscriptionEntry): Json | undefined {
  const { charms, ...rest } = relativeJson(tables, entry.sequence);
  if (rest.output === LOST_OUTPOINT) return undefined;
  const output = realOutput(tables, entry);
  return {
    charms,
    content_type: contentTypeOf(entry.payload) ?? null,
    content_length: entry.payload.body?.length ?? null,
    delegate: delegateOf(entry.payload) ?? null,
    ...rest,
    value: output?.valueSats ?? null,
    address: output === undefined ? null : (addressOf(output.script) ?? null),
  };
}

/** A row of `GET /r/children/<id>/inscriptions` and `GET /r/parents/<id>/inscriptions`. */
export function relativeJson(tables: Tables, sequence: number) {
  const entry = tables.inscriptions.get(sequence)!;
  const satpoint = tables.satpoints.get(sequence)!;
  return {
    charms: entry.charms,
    fee: entry.feeSats,
    height: entry.height,
    id: entry.id,
    number: entry.number,
    output: satpoint.outpoint,
    sat: entry.sat,
    satpoint: satpointText(satpoint),
    timestamp: entry.time,
  };
}
