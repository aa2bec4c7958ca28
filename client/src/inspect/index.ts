/** What a PSBT does, from its bytes alone: in words, as a sum, as a picture, with findings. */
export { type Coverage, UnreadablePsbt } from '@ordbook/judge';
export type * from './explanation.ts';
export { inspect } from './inspect.ts';
export { type PictureOptions, picture } from './picture.ts';
export { marketKeyIn } from './roles.ts';
export { sentence } from './sentence.ts';
export { type Stack, type StackLine, stack } from './stack.ts';
export { inWordsOf } from './text.ts';
