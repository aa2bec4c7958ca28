import { hex } from '@scure/base';
import type { TransactionInput } from '@scure/btc-signer/psbt.js';
import { hash160, sha256, tagSchnorr, taprootTweakPubkey } from '@scure/btc-signer/utils.js';
import type { ReadInput } from './read-psbt.ts';

/** How a coin is unlocked. */
export interface Spending {
  /** What its signatures are over. `legacy`: without the value of the coin. */
  readonly digest: 'legacy' | 'v0' | 'taproot';
  /** Keys in the script that is shown, hex; empty: it is locked by one key alone. */
  readonly keys: readonly string[];
  /** Why nobody can say what a signature here allows; null: one can. */
  readonly doubt: Doubt | null;
}

export interface Doubt {
  readonly code: 'unknown-script' | 'leaf-not-in-output' | 'two-paths';
  /** Completes `Input 0 …`. */
  readonly text: string;
}

/** How the coin of an input is unlocked, by its script and by what the PSBT shows of it. */
export function spendingOf({ script, fields }: ReadInput): Spending {
  // the value may be known all the same
  if (script === null)
    return { digest: 'legacy', keys: [], doubt: doubt('does not show the script of its coin') };
  if (/^5120[0-9a-f]{64}$/.test(script)) return taproot(script, fields);
  const { redeemScript, witnessScript } = fields;
  const isNested = /^a914[0-9a-f]{40}87$/.test(script);
  if (isNested && !(redeemScript && script === `a914${hex.encode(hash160(redeemScript))}87`))
    return { digest: 'legacy', keys: [], doubt: doubt('does not show the script of its coin') };
  const program = isNested ? hex.encode(redeemScript!) : script;
  if (/^0014[0-9a-f]{40}$/.test(program)) return { digest: 'v0', keys: [], doubt: null };
  if (/^0020[0-9a-f]{64}$/.test(program)) {
    if (!witnessScript || program !== `0020${hex.encode(sha256(witnessScript))}`)
      return { digest: 'v0', keys: [], doubt: doubt('does not show the script of its coin') };
    return { digest: 'v0', ...keysIn(witnessScript) };
  }
  if (/^76a914[0-9a-f]{40}88ac$/.test(script)) return { digest: 'legacy', keys: [], doubt: null };
  if (isNested) return { digest: 'legacy', ...keysIn(redeemScript!) };
  return { digest: 'legacy', ...keysIn(hex.decode(script)) };
}

const doubt = (text: string, code: Doubt['code'] = 'unknown-script'): Doubt => ({ code, text });

function taproot(
  script: string,
  { tapLeafScript = [], tapInternalKey, tapMerkleRoot }: TransactionInput,
): Spending {
  const stray = tapLeafScript.some(([control, leaf]) => !isLeafInOutput(script, control, leaf));
  if (stray)
    return {
      digest: 'taproot',
      keys: [],
      doubt: doubt('shows a script that is not in the coin that it spends', 'leaf-not-in-output'),
    };
  const leaves = tapLeafScript.map(([, leaf]) =>
    leaf.at(-1) === TAPSCRIPT
      ? keysIn(leaf.subarray(0, -1), true)
      : { keys: [], doubt: doubt('has a leaf of an unknown version') },
  );
  const keys = leaves.flatMap((leaf) => leaf.keys);
  const hasKeyPath = Boolean(tapInternalKey ?? tapMerkleRoot);
  if (keys.length > 1 && hasKeyPath)
    return {
      digest: 'taproot',
      keys,
      doubt: doubt(
        'shows a script of several keys and the fields of the key path, which wallets sign as well',
        'two-paths',
      ),
    };
  return {
    digest: 'taproot',
    keys: leaves.flatMap(({ keys }) => keys),
    doubt: leaves.find((leaf) => leaf.doubt !== null)?.doubt ?? null,
  };
}

const TAPSCRIPT = 0xc0;

type Control = NonNullable<TransactionInput['tapLeafScript']>[number][0];

/**
 * Whether a leaf, with its version as its last byte, is in the output `script` (hex). Source: BIP341, "Script
 * validation rules".
 */
export function isLeafInOutput(
  script: string,
  { version, internalKey, merklePath }: Control,
  versioned: Uint8Array,
): boolean {
  const leaf = versioned.subarray(0, -1);
  const size = leaf.length < 0xfd ? [leaf.length] : [0xfd, leaf.length & 0xff, leaf.length >> 8];
  let root = tagSchnorr('TapLeaf', versioned.subarray(-1), Uint8Array.from(size), leaf);
  for (const sibling of merklePath) {
    const [low, high] = hex.encode(root) < hex.encode(sibling) ? [root, sibling] : [sibling, root];
    root = tagSchnorr('TapBranch', low, high);
  }
  try {
    const [key, parity] = taprootTweakPubkey(internalKey, root);
    return (
      merklePath.length <= 128 &&
      (version & 0xfe) === versioned.at(-1) &&
      parity === (version & 1) &&
      script === `5120${hex.encode(key)}`
    );
  } catch {
    return false;
  }
}

const CHECKS = new Set([0xac, 0xad, 0xba]);
const MULTISIGS = new Set([0xae, 0xaf]);
const DROPS = new Set([0x6d, 0x75]);
/**
 * Codes of scripts that read top to bottom: numbers, comparisons, hash and time locks. Branches, code
 * separators and codes whose meaning a later version may change are none of them.
 */
const PLAIN = new Set([
  0x69, 0x76, 0x7c, 0x82, 0x87, 0x88, 0x9a, 0x9c, 0x9d, 0xa2, 0xa8, 0xa9, 0xaa, 0xb1, 0xb2,
]);

/**
 * The keys of a script; a doubt unless it reads top to bottom, and each of its checks counts. In a leaf, a key of
 * another size than 32 bytes checks nothing (BIP342).
 */
function keysIn(script: Uint8Array, isLeaf = false): Pick<Spending, 'keys' | 'doubt'> {
  const keys: string[] = [];
  let before = -1;
  let first = -1;
  for (let at = 0; at < script.length; ) {
    const code = script[at]!;
    at += 1;
    const size = code === 0x4c ? (script[at++] ?? 0) : code <= 0x4b ? code : 0;
    const pushed = script.subarray(at, at + size);
    if (pushed.length !== size) return { keys, doubt: doubt('has a script that ends early') };
    at += size;
    if (first < 0) first = code;
    const isKey = isLeaf ? size === 32 && CHECKS.has(script[at]!) : size === 33 && (pushed[0]! & 0xfe) === 2;
    if (isKey) keys.push(hex.encode(pushed));
    const isNumber = code <= 0x4c || (code >= 0x51 && code <= 0x60);
    const isDropped = DROPS.has(code) && before !== 0xac && before !== 0xba;
    const isChecked = CHECKS.has(code) && (!isLeaf || before === 32);
    // as many signatures as keys
    const isWhole = MULTISIGS.has(code) && first === before && first === 0x50 + keys.length;
    if (!isNumber && !isDropped && !isChecked && !isWhole && !PLAIN.has(code))
      return { keys, doubt: doubt('has a script that the judge does not read') };
    before = code;
  }
  return { keys, doubt: keys.length > 0 ? null : doubt('has a script that checks no signature') };
}
