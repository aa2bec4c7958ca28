/** A list that this browser keeps; empty when there is none, or another program wrote it. */
export function keptList(name: string): unknown[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(name) ?? '[]');
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}
