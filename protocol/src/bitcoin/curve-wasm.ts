/** The curve by libsecp256k1, compiled to WASM: `#curve` outside browsers. */
export {
  isPointCompressed,
  isXOnlyPoint,
  signSchnorr,
  verify,
  verifySchnorr,
  xOnlyPointAddTweak,
  xOnlyPointFromScalar,
} from 'tiny-secp256k1';
