/** The largest fan-out transaction, which the bounds of the market signer must allow. */

/** Outputs of one fan-out transaction. Keeps it far below the standard size. */
export const MAX_SPLIT_OUTPUTS = 100;
/** The most coins in it that are not anchors. */
export const MAX_LARGER = 5;
