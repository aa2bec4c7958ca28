import { sha256 } from '@noble/hashes/sha2.js';
import { hex } from '@scure/base';

/** The name of a script in `/scripthash/`: its SHA-256 in hex, not reversed as Electrum has it. */
export const scriptHashOf = (script: Uint8Array): string => hex.encode(sha256(script));
