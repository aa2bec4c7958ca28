export function sumOf(coins: readonly { readonly valueSats: number }[]): number {
  return coins.reduce((total, { valueSats }) => total + valueSats, 0);
}
