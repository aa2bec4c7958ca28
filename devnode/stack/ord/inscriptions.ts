import type { Ord } from '../../src/ord/ord.ts';

/** Every inscription that an index knows, the newest first. */
export async function inscriptionsOf(ord: Ord): Promise<{ id: string; charms: string[] }[]> {
  const json = async (path: string) => JSON.parse(Buffer.from((await ord.handle(path)).body).toString());
  const { inscriptions } = (await json('/status')) as { inscriptions: number };
  const { ids } = (await json('/inscriptions')) as { ids: string[] };
  const found: { id: string; charms: string[] }[] = [];
  let id: string | null = ids[0] ?? null;
  while (id !== null && found.length < inscriptions) {
    const row = (await json(`/inscription/${id}`)) as { charms: string[]; previous: string | null };
    found.push({ id, charms: row.charms });
    id = row.previous;
  }
  return found;
}
