import { addressOf } from '../address/address.ts';
import type { Json } from '../http/json.ts';
import { satCharms } from './charms.ts';
import { idsOf } from './inscription-json.ts';
import {
  cycleOf,
  decimalOf,
  degreeOf,
  epochOf,
  heightOf,
  nameOf,
  offsetInBlock,
  percentileOf,
  periodOf,
  rarityOf,
} from './sat.ts';
import {
  LOST_OUTPOINT,
  type SatPoint,
  satpointText,
  type Tables,
  tipHeight,
  UNBOUND_OUTPOINT,
} from './tables.ts';

/** Where a sat is, as far as `ord` knows it: rare sats and inscribed ones. */
function whereabouts(tables: Tables, sat: number): SatPoint | undefined {
  const rare = tables.rareSats.get(sat);
  if (rare !== undefined) return rare;
  const first = tables.sequencesBySat.get(sat)[0];
  return first === undefined ? undefined : tables.satpoints.get(first);
}

/** Seconds: the time of the sat's block, or on regtest ten minutes after 1970 for each block until then. */
function timeOf(tables: Tables, sat: number): number {
  const height = heightOf(sat);
  return tables.blocks.get(height)?.time ?? (height - (tipHeight(tables) ?? 0)) * 600;
}

/** `GET /sat/<sat>`. Undefined for a lost sat: `ord` then misses the transaction that holds it. */
export function satJson(tables: Tables, sat: number): Json | undefined {
  const satpoint = whereabouts(tables, sat);
  if (satpoint?.outpoint === LOST_OUTPOINT) return undefined;
  const isReal = satpoint !== undefined && satpoint.outpoint !== UNBOUND_OUTPOINT;
  const output = isReal ? tables.outputs.get(satpoint.outpoint) : undefined;
  return {
    address: output === undefined ? null : (addressOf(output.script) ?? null),
    block: heightOf(sat),
    charms: satCharms(sat),
    cycle: cycleOf(sat),
    decimal: decimalOf(sat),
    degree: degreeOf(sat),
    epoch: epochOf(sat),
    inscriptions: idsOf(tables, tables.sequencesBySat.get(sat)),
    name: nameOf(sat),
    number: sat,
    offset: offsetInBlock(sat),
    percentile: percentileOf(sat),
    period: periodOf(sat),
    rarity: rarityOf(sat),
    satpoint: satpoint === undefined ? null : satpointText(satpoint),
    timestamp: timeOf(tables, sat),
  };
}
