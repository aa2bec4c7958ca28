/** For LIKE: its wildcards stand for themselves. */
export function escaped(text: string): string {
  return text.toLowerCase().replace(/[\\%_]/g, '\\$&');
}
