import type { Session } from '@ordbook/client';
import { place } from '../../app/place.ts';

/** The story of a trade, as `GET /trades/{id}` tells it to its parties. */
export interface Story {
  readonly id: string;
  readonly kind: string;
  readonly state: string;
  readonly settlementState: string | null;
  readonly inscriptionIds: readonly string[];
  readonly priceSats: number | null;
  readonly reason: string | null;
  readonly fees: Readonly<Record<string, number | null>>;
  readonly moves: readonly {
    readonly kind: string;
    readonly from: string | null;
    readonly to: string;
    readonly reason: string | null;
    readonly at: string;
  }[];
  readonly transactions: readonly { readonly txid: string; readonly height: number | null }[];
  readonly signed: string;
  readonly next: string;
}

/** null: the service knows no such trade of this profile. Throws an Error with what to do otherwise. */
export async function storyOf({ client }: Session, id: string): Promise<Story | null> {
  const response = await fetch(`${place.serviceUrl}/trades/${encodeURIComponent(id)}`, {
    headers: { authorization: `Bearer ${client.options.token ?? ''}` },
  });
  if (response.status === 404) return null;
  if (!response.ok) {
    const { error } = (await response.json().catch(() => ({}))) as { error?: string };
    throw Object.assign(new Error(error ?? `the service responded ${response.status}`), {
      name: 'ApiError',
      status: response.status,
    });
  }
  return (await response.json()) as Story;
}
