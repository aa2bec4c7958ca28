/** `640 bytes`, `14.2 kB`, `1.5 MB`. */
export function bytes(count: number): string {
  const shown = (value: number) => value.toLocaleString('en-GB', { maximumFractionDigits: 1 });
  if (count < 1_000) return `${count} bytes`;
  return count < 999_950 ? `${shown(count / 1_000)} kB` : `${shown(count / 1_000_000)} MB`;
}
