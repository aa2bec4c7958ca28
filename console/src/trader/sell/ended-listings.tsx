import { isRevoked, myTrades, type Revocation, type Session } from '@ordbook/client';
import { useEffect, useState } from 'preact/hooks';
import { useStore } from '../../data/store.ts';
import { Button } from '../button.tsx';
import { around } from '../connect/connection.ts';
import { sentenceOf } from '../errors.ts';
import { words } from '../text.ts';
import { type KeptListing, keptListings } from './kept-listings.ts';
import type { MyItem } from './my-items.ts';
import { takeBack } from './selling.ts';

/** Listings that are looked at, the newest. */
const MOST = 20;
/** Listings that are over, or are being sold: nothing is to be taken back. */
const OVER: readonly string[] = ['sold', 'hidden_locked'];

interface StrandedProps {
  readonly session: Session;
  /** What the wallet holds itself. */
  readonly held: readonly MyItem[];
  readonly turn: number;
}

/** Inscriptions that a failed purchase left on their passthroughs. */
export function Stranded({ session, held: items, turn }: StrandedProps) {
  const esploraUrl = useStore(around)?.esploraUrl;
  const [stranded, setStranded] = useState<readonly KeptListing[]>([]);
  const held = items.map(({ inscriptionId }) => inscriptionId).join();
  useEffect(() => {
    if (!esploraUrl) return;
    let isCurrent = true;
    const look = async () => {
      const found: KeptListing[] = [];
      const away = keptListings(session.wallet.ordinalsAddress).filter(
        (one) => !held.includes(one.inscriptionId),
      );
      if (away.length === 0) return setStranded([]);
      const states = await statesOfListings(session);
      for (const listing of away.slice(0, MOST)) {
        if (OVER.includes(states.get(listing.listingId) ?? 'sold')) continue;
        const answer = await isRevoked(listing, esploraUrl);
        if (!answer.isRevoked && answer.state === 'transferred') found.push(listing);
      }
      if (isCurrent) setStranded(found);
    };
    // what cannot be read now is read at the next turn
    look().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [session, esploraUrl, held, turn]);
  if (stranded.length === 0) return null;
  return (
    <section>
      <h2>{words.sell.stranded}</h2>
      <ul class="rows">
        {stranded.map((listing) => (
          <li key={listing.listingId} class="row" data-stranded={listing.inscriptionId}>
            <span class="row-name">
              {listing.name}
              <span class="muted">{words.sell.proofs.transferred}</span>
            </span>
            <Button text={words.sell.takeBack} isMain onClick={() => takeBack(listing)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Of the newest trades. An older listing counts as over. */
async function statesOfListings(session: Session): Promise<ReadonlyMap<string, string>> {
  const states = new Map<string, string>();
  for await (const { id, state } of myTrades(session, { limit: 100 })) {
    states.set(id, state);
    if (states.size === 100) break;
  }
  return states;
}

/** Listings that were taken down, each with its proof from the chain. */
export function TakenDown({ address, turn }: { readonly address: string; readonly turn: number }) {
  const down = keptListings(address).filter(({ isDown }) => isDown);
  if (down.length === 0) return null;
  return (
    <section>
      <h2>{words.sell.takenDown}</h2>
      <ul class="rows">
        {down.slice(0, MOST).map((listing) => (
          <li key={`${listing.listingId} ${turn}`} class="row" data-listing={listing.listingId}>
            <span class="row-name">{listing.name}</span>
            <Proof listing={listing} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Proof({ listing }: { readonly listing: ReturnType<typeof keptListings>[number] }) {
  const esploraUrl = useStore(around)?.esploraUrl;
  const [found, setFound] = useState<Revocation | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    if (!esploraUrl) return;
    let isCurrent = true;
    isRevoked(listing, esploraUrl).then(
      (answer) => isCurrent && setFound(answer),
      (failed: unknown) => isCurrent && setError(sentenceOf(failed)),
    );
    return () => {
      isCurrent = false;
    };
  }, [listing, esploraUrl]);
  if (!esploraUrl) return <p class="muted">{words.connect.noEsplora}</p>;
  if (error !== null) return <p role="alert">{error}</p>;
  if (!found) return <p class="muted">{words.loading}</p>;
  if (!found.isRevoked) return <p class="muted">{words.sell.proofs[found.state]}</p>;
  const { txid, height } = found.evidence;
  return <p class="proven">{words.sell.proofs.revoked(txid, height)}</p>;
}
