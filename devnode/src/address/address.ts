import { sha256 } from '@noble/hashes/sha2.js';
import { bech32, bech32m, type Coder, createBase58check } from '@scure/base';
import { OP } from '../script/opcodes.ts';
import { isP2pkh, isP2sh, witnessProgramOf } from '../script/templates.ts';

const REGTEST = { hrp: 'bcrt', p2pkh: 0x6f, p2sh: 0xc4 } as const;
const OTHER_HRPS: readonly string[] = ['bc', 'tb'];
const OTHER_BASE58_VERSIONS: readonly number[] = [0x00, 0x05];
const base58check: Coder<Uint8Array, string> = createBase58check(sha256);

/** The regtest address that pays to a script; undefined for scripts without one. */
export function addressOf(script: Uint8Array): string | undefined {
  if (isP2pkh(script)) return base58check.encode(Uint8Array.of(REGTEST.p2pkh, ...script.subarray(3, 23)));
  if (isP2sh(script)) return base58check.encode(Uint8Array.of(REGTEST.p2sh, ...script.subarray(2, 22)));
  const witness = witnessProgramOf(script);
  if (witness === null) return undefined;
  const { version, program } = witness;
  if (version === 0 && program.length !== 20 && program.length !== 32) return undefined;
  const encoding = version === 0 ? bech32 : bech32m;
  return encoding.encode(REGTEST.hrp, [version, ...encoding.toWords(Uint8Array.from(program))]);
}

/** What a text is as an address: the script it pays to, an address of another network, or nothing. */
export type AddressReading = { script: Uint8Array } | 'other network' | 'no address';

export function readAddress(text: string): AddressReading {
  return readSegwit(text) ?? readBase58(text) ?? 'no address';
}

function readSegwit(text: string): AddressReading | undefined {
  for (const encoding of [bech32, bech32m]) {
    const decoded = encoding.decodeUnsafe(text, 90);
    if (decoded === undefined) continue;
    const [version, ...words] = decoded.words;
    const program = encoding.fromWordsUnsafe(words);
    if (version === undefined || version > 16 || program === undefined || program === null) return undefined;
    if ((version === 0) !== (encoding === bech32)) return undefined;
    if (program.length < 2 || program.length > 40) return undefined;
    if (version === 0 && program.length !== 20 && program.length !== 32) return undefined;
    if (OTHER_HRPS.includes(decoded.prefix)) return 'other network';
    if (decoded.prefix !== REGTEST.hrp) return undefined;
    const opcode = version === 0 ? OP.OP_0 : OP.OP_1 + version - 1;
    return { script: Uint8Array.of(opcode, program.length, ...program) };
  }
  return undefined;
}

function readBase58(text: string): AddressReading | undefined {
  let payload: Uint8Array;
  try {
    payload = base58check.decode(text);
  } catch {
    return undefined;
  }
  const [version, ...hash] = payload;
  if (version === undefined || hash.length !== 20) return undefined;
  if (version === REGTEST.p2pkh) {
    return { script: Uint8Array.of(OP.DUP, OP.HASH160, 20, ...hash, OP.EQUALVERIFY, OP.CHECKSIG) };
  }
  if (version === REGTEST.p2sh) return { script: Uint8Array.of(OP.HASH160, 20, ...hash, OP.EQUAL) };
  return OTHER_BASE58_VERSIONS.includes(version) ? 'other network' : undefined;
}
