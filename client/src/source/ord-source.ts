/** A source that knows inscriptions and runes: the JSON of an `ord` server, 0.29 or later. */

import { esploraSource } from './esplora-source.ts';
import {
  ADDRESS,
  blockHashIn,
  type Fields,
  fieldsOf,
  heightIn,
  MAX_HEIGHT,
  MAX_SATS,
  SCRIPT,
} from './fields.ts';
import { requireTransaction } from './raw-transaction.ts';
import { type RequestOptions, requesterTo } from './request.ts';
import {
  type Child,
  type InscriptionLocation,
  type InscriptionSource,
  outpointText,
  readInscriptionId,
  requireTxid,
  SourceError,
} from './source.ts';

/** How an `ord` server is asked. */
export interface OrdSourceOptions extends RequestOptions {
  /** Esplora server for fee rates, which `ord` does not know. */
  readonly esploraUrl?: string;
}

const ID = /^[0-9a-f]{64}i(?:0|[1-9]\d{0,9})$/;
const SATPOINT = /^[0-9a-f]{64}:(?:0|[1-9]\d{0,9}):(?:0|[1-9]\d{0,15})$/;
/** Outputs of this transaction are `ord`'s names for "lost" and "on no sat". */
const NO_TRANSACTION = '0'.repeat(64);
/** `ord` has 100 children on a page. */
const MAX_PAGE = 1_000;
/** Most inscriptions on one output whose offsets are looked up. */
const MAX_BUNDLE = 500;

/**
 * The `ord` server at `url` as a source. It must run with `--index-runes`, and with `--index-sats` or
 * `--index-addresses`; `output` returns null for what it does not index. Opens no connection by itself.
 */
export function ordSource(url: string, options: OrdSourceOptions = {}): InscriptionSource {
  const { esploraUrl, ...requests } = options;
  const requester = requesterTo(url, requests);
  const { name } = requester;
  const esplora = esploraUrl === undefined ? null : esploraSource(esploraUrl, requests);

  const get = async (path: string): Promise<Fields> => fieldsOf(`${name}${path}`, await requester.json(path));

  const locate = async (inscriptionId: string): Promise<InscriptionLocation> => {
    readInscriptionId(inscriptionId);
    const fields = await get(`/inscription/${inscriptionId}`);
    const id = fields.text('id', ID);
    if (id !== inscriptionId) fields.fail('id', `is ${id}, not ${inscriptionId}`);
    const [txid = '', vout, offset] = fields.text('satpoint', SATPOINT).split(':');
    if (txid === NO_TRANSACTION)
      fields.fail('satpoint', 'is in no output: the inscription is lost, or on no sat');
    const valueSats = fields.whole('value', 1, MAX_SATS);
    const location = { txid, vout: Number(vout), offset: Number(offset), valueSats };
    if (location.offset >= valueSats) fields.fail('satpoint', `is outside its output of ${valueSats} sats`);
    return location;
  };

  return {
    name,
    locate,

    async output(outpoint) {
      const asked = outpointText(outpoint);
      const fields = await get(`/output/${asked}`);
      const answered = fields.text('outpoint', /^[0-9a-f]{64}:\d{1,10}$/);
      if (answered !== asked) fields.fail('outpoint', `is ${answered}, not ${asked}`);
      // an output that is not in the index has an empty list, which says nothing
      const isIndexed = fields.flag('indexed');
      const isKnown = isIndexed && !fields.isNull('inscriptions');
      const ids = isKnown ? fields.texts('inscriptions', ID, MAX_BUNDLE) : null;
      return {
        valueSats: fields.whole('value', 0, MAX_SATS),
        address: fields.textOrNull('address', ADDRESS),
        script: fields.text('script_pubkey', SCRIPT),
        confirmed: fields.whole('confirmations', 0, MAX_HEIGHT) > 0,
        spent: fields.flag('spent'),
        inscriptions: ids && (await offsetsOf(ids, asked)),
        hasRunes: isIndexed && !fields.isNull('runes') ? fields.size('runes') > 0 : null,
      };
    },

    async tipHeight() {
      const path = '/blockheight';
      return heightIn(`${name}${path}`, await requester.text(path, 'application/json'));
    },

    async blockHash(height) {
      const path = `/r/blockhash/${height}`;
      return blockHashIn(`${name}${path}`, await requester.json(path));
    },

    async feeRate(blocks) {
      return esplora ? esplora.feeRate(blocks) : null;
    },

    async children(inscriptionId) {
      readInscriptionId(inscriptionId);
      const found: Child[] = [];
      for (let page = 0, more = true; more; page += 1) {
        const fields = await get(`/r/children/${inscriptionId}/inscriptions/${page}`);
        const children = fields.objects('children', MAX_PAGE);
        for (const child of children)
          found.push({ id: child.text('id', ID), height: child.whole('height', 0, MAX_HEIGHT) });
        more = fields.flag('more');
        if (more && children.length === 0) fields.fail('children', 'is empty, but there are more');
      }
      return found;
    },

    async transaction(txid) {
      const path = `/r/tx/${requireTxid(txid)}`;
      const raw = await requester.json(path);
      return requireTransaction(`${name}${path}`, typeof raw === 'string' ? raw : '', txid);
    },
  };

  /** The offset of each inscription. Throws `SourceError` when one has left the output meanwhile. */
  async function offsetsOf(ids: readonly string[], outpoint: string) {
    const found = [];
    for (const id of ids) {
      const at = await locate(id);
      if (outpointText(at) !== outpoint)
        throw new SourceError(
          `${name}/output/${outpoint}: ${id} moved to ${outpointText(at)} meanwhile; ask again`,
        );
      found.push({ id, offset: at.offset });
    }
    return found;
  }
}
