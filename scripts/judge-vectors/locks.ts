import { hex } from '@scure/base';
import { Script, taprootNumsKey } from '@scure/btc-signer';
import type { TransactionInput } from '@scure/btc-signer/psbt.js';
import type { ScriptType } from '@scure/btc-signer/script.js';
import {
  hash160,
  pubECDSA,
  pubSchnorr,
  sha256,
  tagSchnorr,
  taprootTweakPrivKey,
  taprootTweakPubkey,
} from '@scure/btc-signer/utils.js';

export type Holder = 'you' | 'attacker';

/** How a coin of the vectors is locked, and how signatures become its scriptSig and witness. */
export interface Lock {
  readonly kind: Kind;
  /** Of the output, hex. */
  readonly script: string;
  readonly digest: 'legacy' | 'v0' | 'taproot';
  /** What the signatures are over: the script code of ECDSA, or the leaf. */
  readonly code: Uint8Array | null;
  readonly leafHash?: Uint8Array;
  /** Fields that its owner puts into a PSBT. */
  readonly fields: TransactionInput;
  /** Whose signatures it needs, in the order of its witness. */
  readonly signers: readonly Holder[];
  readonly secrets: Readonly<Record<Holder, Uint8Array>>;
  finish(signatures: readonly Uint8Array[]): Unlocked;
}

export interface Unlocked {
  readonly scriptSig: Uint8Array;
  readonly witness: readonly Uint8Array[];
}

const EMPTY: Uint8Array = new Uint8Array();
const TRUE = Uint8Array.of(0x51);
/** What everybody knows. */
const SECRET = new Uint8Array(32).fill(0x5e);
/** Secret keys are 32 times the same byte: `n` of yours, 0xa0 + n of the attacker's. */
const secret = (holder: Holder, n: number) => new Uint8Array(32).fill(holder === 'you' ? n : 0xa0 + n);
const inScriptSig = (...items: readonly (Uint8Array | number)[]): Unlocked => ({
  scriptSig: Script.encode([...items]),
  witness: [],
});
const inWitness = (witness: readonly Uint8Array[], scriptSig = EMPTY): Unlocked => ({ scriptSig, witness });
const keyHashScript = (key: Uint8Array) =>
  Script.encode(['DUP', 'HASH160', hash160(key), 'EQUALVERIFY', 'CHECKSIG']);
const multisig = (keys: readonly Uint8Array[]) => Script.encode([2, ...keys, 2, 'CHECKMULTISIG']);
const nested = (redeem: Uint8Array) => Script.encode(['HASH160', hash160(redeem), 'EQUAL']);
const program = (hash: Uint8Array) => Script.encode([0, hash]);

const BUILDERS = {
  p2pk: (key) => ({
    digest: 'legacy',
    script: Script.encode([key, 'CHECKSIG']),
    finish: ([own]) => inScriptSig(own!),
  }),
  p2pkh: (key) => ({
    digest: 'legacy',
    script: keyHashScript(key),
    finish: ([own]) => inScriptSig(own!, key),
  }),
  'p2sh-2of2': (key, other) => {
    const redeemScript = multisig([key, other]);
    return {
      digest: 'legacy',
      script: nested(redeemScript),
      code: redeemScript,
      fields: { redeemScript },
      isShared: true,
      finish: (both) => inScriptSig(0, ...both, redeemScript),
    };
  },
  'p2sh-p2wpkh': (key) => {
    const redeemScript = program(hash160(key));
    return {
      digest: 'v0',
      script: nested(redeemScript),
      code: keyHashScript(key),
      fields: { redeemScript },
      finish: ([own]) => inWitness([own!, key], Script.encode([redeemScript])),
    };
  },
  p2wpkh: (key) => ({
    digest: 'v0',
    script: program(hash160(key)),
    code: keyHashScript(key),
    finish: ([own]) => inWitness([own!, key]),
  }),
  'p2wsh-2of2': (key, other) => {
    const witnessScript = multisig([key, other]);
    return {
      digest: 'v0',
      script: program(sha256(witnessScript)),
      code: witnessScript,
      fields: { witnessScript },
      isShared: true,
      finish: (both) => inWitness([EMPTY, ...both, witnessScript]),
    };
  },
  'p2sh-p2wsh-2of2': (key, other) => {
    const witnessScript = multisig([key, other]);
    const redeemScript = program(sha256(witnessScript));
    return {
      digest: 'v0',
      script: nested(redeemScript),
      code: witnessScript,
      fields: { witnessScript, redeemScript },
      isShared: true,
      finish: (both) => inWitness([EMPTY, ...both, witnessScript], Script.encode([redeemScript])),
    };
  },
  'p2wsh-branches': (key, other) => {
    const witnessScript = Script.encode(['IF', key, 'CHECKSIG', 'ELSE', other, 'CHECKSIG', 'ENDIF']);
    return {
      digest: 'v0',
      script: program(sha256(witnessScript)),
      code: witnessScript,
      fields: { witnessScript },
      finish: ([own]) => inWitness([own!, Uint8Array.of(1), witnessScript]),
    };
  },
  'p2wsh-1of2': (key, other) => ({
    ...open('p2wsh', Script.encode([1, key, other, 2, 'CHECKMULTISIG'])),
    signers: ['attacker'],
    finish: ([theirs]) => inWitness([EMPTY, theirs!, Script.encode([1, key, other, 2, 'CHECKMULTISIG'])]),
  }),
  'p2wsh-dropped': (key) => open('p2wsh', Script.encode([key, 'CHECKSIG', 'DROP', 1]), [EMPTY]),
  'p2wsh-true': () => open('p2wsh', TRUE),
  'p2wsh-secret': () => open('p2wsh', Script.encode(['SHA256', sha256(SECRET), 'EQUAL']), [SECRET]),
  'p2sh-true': () => open('p2sh', TRUE),
  true: () => open('bare', TRUE),
  p2a: () => ({ ...open('bare', Uint8Array.of(0x51, 0x02, 0x4e, 0x73)), digest: 'v0' }),
} as const satisfies Record<string, (key: Uint8Array, other: Uint8Array) => Built>;

/** A script that needs no key; `items` satisfy it. */
function open(how: 'bare' | 'p2sh' | 'p2wsh', code: Uint8Array, items: readonly Uint8Array[] = []): Built {
  if (how === 'p2wsh')
    return {
      digest: 'v0',
      script: program(sha256(code)),
      code,
      fields: { witnessScript: code },
      signers: [],
      finish: () => inWitness([...items, code]),
    };
  const isBare = how === 'bare';
  return {
    digest: 'legacy',
    script: isBare ? code : nested(code),
    code,
    fields: isBare ? {} : { redeemScript: code },
    signers: [],
    finish: () => (isBare ? inWitness([]) : inScriptSig(...items, code)),
  };
}

interface Built {
  readonly digest: 'legacy' | 'v0';
  readonly script: Uint8Array;
  readonly code?: Uint8Array;
  readonly fields?: TransactionInput;
  readonly isShared?: boolean;
  readonly signers?: readonly Holder[];
  readonly finish: (signatures: readonly Uint8Array[]) => Unlocked;
}

const LEAVES = {
  'p2tr-2of2-leaf': (key: Uint8Array, other: Uint8Array): ScriptType => [
    key,
    'CHECKSIG',
    other,
    'CHECKSIGADD',
    2,
    'NUMEQUAL',
  ],
  'p2tr-branches-leaf': (key: Uint8Array, other: Uint8Array): ScriptType => [
    'IF',
    key,
    'CHECKSIG',
    'ELSE',
    other,
    'CHECKSIG',
    'ENDIF',
  ],
  'p2tr-true-leaf': (): ScriptType => [1],
  'p2tr-strange-key-leaf': (key: Uint8Array): ScriptType => [Uint8Array.of(2, ...key), 'CHECKSIG'],
};

const SIGNERS: Readonly<Record<string, readonly Holder[]>> = {
  'p2tr-branches-leaf': ['you'],
  'p2tr-true-leaf': [],
  'p2tr-strange-key-leaf': [],
};
/** What satisfies a leaf beside signatures. */
const BESIDE: Readonly<Record<string, readonly Uint8Array[]>> = {
  'p2tr-branches-leaf': [Uint8Array.of(1)],
  // BIP342: with a key of another size any signature is valid that is not empty
  'p2tr-strange-key-leaf': [Uint8Array.of(1)],
};

/**
 * `passthrough` is ordbook's escrow output by its leaf, `passthrough-key` the same output by your key alone.
 */
export type Kind = keyof typeof BUILDERS | keyof typeof LEAVES | 'p2tr' | 'passthrough' | 'passthrough-key';

/** The lock of key `n` of `holder`; in those of two keys the other one is the other party's. */
export function lockOf(kind: Kind, n: number, holder: Holder = 'you'): Lock {
  const secrets = { you: secret('you', n), attacker: secret('attacker', n) };
  const other = holder === 'you' ? 'attacker' : 'you';
  if (kind === 'p2tr') return keyPath('p2tr', holder, secrets, EMPTY);
  if (kind === 'passthrough-key') {
    return keyPath(kind, holder, secrets, leafLock('passthrough', secrets).leafHash!);
  }
  if (kind === 'passthrough' || isLeaf(kind)) return leafLock(kind, secrets);
  const built: Built = BUILDERS[kind](pubECDSA(secrets[holder]), pubECDSA(secrets[other]));
  return {
    kind,
    digest: built.digest,
    script: hex.encode(built.script),
    code: built.code ?? built.script,
    fields: built.fields ?? {},
    signers: built.signers ?? (built.isShared ? [holder, other] : [holder]),
    secrets,
    finish: built.finish,
  };
}

const isLeaf = (kind: Kind): kind is keyof typeof LEAVES => kind in LEAVES;

function keyPath(kind: Kind, holder: Holder, secrets: Lock['secrets'], root: Uint8Array): Lock {
  const tapInternalKey = pubSchnorr(secrets[holder]);
  const [key] = taprootTweakPubkey(tapInternalKey, root);
  return {
    kind,
    digest: 'taproot',
    script: `5120${hex.encode(key)}`,
    code: null,
    fields: { tapInternalKey, ...(root.length > 0 ? { tapMerkleRoot: root } : {}) },
    signers: [holder],
    secrets: { ...secrets, [holder]: taprootTweakPrivKey(secrets[holder], root) },
    finish: ([own]) => inWitness([own!]),
  };
}

/** The passthrough has your key as its internal key; the other leaves an internal key that nobody has. */
function leafLock(kind: keyof typeof LEAVES | 'passthrough', secrets: Lock['secrets']): Lock {
  const keys = [pubSchnorr(secrets.you), pubSchnorr(secrets.attacker)] as const;
  const code = Script.encode(LEAVES[kind === 'passthrough' ? 'p2tr-2of2-leaf' : kind](...keys));
  const internalKey = kind === 'passthrough' ? keys[0] : taprootNumsKey();
  const root = tagSchnorr('TapLeaf', Uint8Array.of(0xc0, code.length), code);
  const [key, parity] = taprootTweakPubkey(internalKey, root);
  const version = 0xc0 | parity;
  const control = Uint8Array.of(version, ...internalKey);
  return {
    kind,
    digest: 'taproot',
    script: `5120${hex.encode(key)}`,
    code,
    leafHash: root,
    fields: {
      tapLeafScript: [[{ version, internalKey, merklePath: [] }, Uint8Array.of(...code, 0xc0)]],
    },
    signers: SIGNERS[kind] ?? ['attacker', 'you'],
    secrets,
    finish: (signatures) => inWitness([...signatures, ...(BESIDE[kind] ?? []), code, control]),
  };
}
