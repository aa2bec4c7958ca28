/** The types of settings: text, whole numbers within bounds, and so on. */
import { Type } from 'typebox';

export const choice = <const V extends string>(description: string, values: readonly V[], byDefault: V) =>
  Type.Unsafe<V>({ type: 'string', enum: [...values], description, default: byDefault });
export const text = (description: string, byDefault?: string) =>
  Type.String(byDefault === undefined ? { description } : { description, default: byDefault });
export const whole = (description: string, byDefault: number, minimum = 0, maximum = 2_100_000_000_000_000) =>
  Type.Integer({ description, default: byDefault, minimum, maximum });
export const yesOrNo = (description: string, byDefault: boolean) =>
  Type.Boolean({ description, default: byDefault });
export const decimal = (description: string, byDefault: number, minimum: number, maximum: number) =>
  Type.Number({ description, default: byDefault, minimum, maximum });
