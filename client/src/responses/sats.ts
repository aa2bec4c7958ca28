declare const brand: unique symbol;

/**
 * An amount in sats that came with a response: a whole number within the range that its field allows. Only
 * the parser of responses makes it. It is a number wherever a number is wanted; arithmetic gives plain
 * numbers.
 */
export type Sats = number & { readonly [brand]: 'sats' };

/**
 * `T` as the parser makes it: a copy, in which a field whose name ends with `Sats` is an amount, or a list of
 * amounts.
 */
export type Parsed<T> = T extends readonly (infer Item)[]
  ? Parsed<Item>[]
  : T extends object
    ? { [Key in keyof T]: Key extends `${string}Sats` ? Amount<T[Key]> : Parsed<T[Key]> }
    : T;
type Amount<T> = T extends readonly (infer Item)[] ? Amount<Item>[] : T extends number ? Sats : T;

/** `T` as JSON holds it, before it is parsed: each `Sats` is a plain number. */
export type Unparsed<T> = T extends Sats
  ? number
  : T extends string | number | boolean | null | undefined
    ? T
    : { [Key in keyof T]: Unparsed<T[Key]> };

/** The value of coins or outputs together, sats. */
export function sumOf(coins: readonly { readonly valueSats: number }[]): number {
  return coins.reduce((total, { valueSats }) => total + valueSats, 0);
}
