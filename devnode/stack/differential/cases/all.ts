import type { Case } from '../verdicts.ts';
import { LOOKUPS, REORGS } from './chain.ts';
import { PACKAGES } from './packages.ts';
import { ALREADY_KNOWN, DUST_LIMITS, FEES, OUTPUTS, SHAPES } from './policy.ts';
import { PSBTS_AND_SIGNATURES } from './psbt.ts';
import { CLUSTERS, FAMILIES, REPLACEMENTS } from './replacement.ts';
import { RPC_ERRORS } from './rpc-errors.ts';
import { KEY_PATH_SPENDS, OTHER_PROGRAMS } from './spends-programs.ts';
import { SEGWIT_SPENDS } from './spends-segwit.ts';
import { BRANCHES, LEAF_SPENDS } from './spends-tapscript.ts';
import { LOCKTIMES, RELATIVE_LOCKS, SCRIPT_LOCKS } from './timelocks.ts';
import { TRUC } from './truc.ts';

/** The whole table, by theme. */
export const CASES: Readonly<Record<string, readonly Case[]>> = {
  'segwit version 0': SEGWIT_SPENDS,
  'taproot key path': KEY_PATH_SPENDS,
  tapscript: [...LEAF_SPENDS, ...BRANCHES],
  'other programs': OTHER_PROGRAMS,
  'dust, fees and outputs': [...DUST_LIMITS, ...FEES, ...OUTPUTS],
  'shape and inputs': [...SHAPES, ...ALREADY_KNOWN],
  replacement: REPLACEMENTS,
  families: FAMILIES,
  clusters: CLUSTERS,
  packages: PACKAGES,
  truc: TRUC,
  'time locks': [...LOCKTIMES, ...RELATIVE_LOCKS, ...SCRIPT_LOCKS],
  'blocks and reorgs': REORGS,
  lookups: LOOKUPS,
  'PSBTs and signatures': PSBTS_AND_SIGNATURES,
  'rpc errors': RPC_ERRORS,
};
