/** What can happen to you if you sign: see `judge`. */
export { judge } from './judge.ts';
export { type ReadInput, type ReadPsbt, readAnyPsbt, segwitScriptSig } from './read-psbt.ts';
export { type Coverage, coverageOf, coversAll, isFinal, madeSighashes, statedSighash } from './sighash.ts';
export { isLeafInOutput, type Spending, spendingOf } from './spending.ts';
export { UnreadablePsbt } from './unreadable-psbt.ts';
export type * from './verdict.ts';
