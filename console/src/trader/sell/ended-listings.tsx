import { isRevoked, myTrades, type Session } from '@ordbook/client';
import { useResource } from '../../data/resource.ts';
import { useStore } from '../../data/store.ts';
import { Button } from '../button.tsx';
import { around } from '../connect/connection.ts';
import { sentenceOf } from '../errors.ts';
import { firstOf } from '../first-of.ts';
import { words } from '../text.ts';
import { type KeptListing, keptListings } from './kept-listings.ts';
import type { MyItem } from './my-items.ts';
import { takeBack, takeDown } from './selling.ts';

/** Listings that are looked at, the newest. */
const MOST = 20;
/** Listings that are over, or are being sold: nothing is to be taken back. */
const OVER: readonly string[] = ['sold', 'hidden_locked'];
const FOR_SALE = 'buyable';

interface StrandedProps {
  readonly session: Session;
  /** What the wallet holds itself. */
  readonly held: readonly MyItem[];
  readonly turn: number;
}

interface StrandedListing extends KeptListing {
  /** Then it can be taken down too, and the service returns it. */
  readonly isForSale: boolean;
}

/**
 * Inscriptions that a failed purchase left on their passthroughs: as the Esplora server of the user says, or
 * else the service, which refuses to take back what is not there.
 */
export function Stranded({ session, held: items, turn }: StrandedProps) {
  const esploraUrl = useStore(around)?.esploraUrl;
  const held = items.map(({ inscriptionId }) => inscriptionId).join();
  // what cannot be read now is read at the next turn
  const { value: stranded = [] } = useResource(
    `stranded ${session.wallet.ordinalsAddress} ${esploraUrl}`,
    async () => {
      if (esploraUrl === undefined) return [];
      const found: StrandedListing[] = [];
      const away = keptListings(session.wallet.ordinalsAddress).filter(
        (one) => !held.includes(one.inscriptionId),
      );
      if (away.length === 0) return [];
      const states = await statesOfListings(session);
      for (const listing of away.slice(0, MOST)) {
        const state = states.get(listing.listingId) ?? 'sold';
        if (OVER.includes(state)) continue;
        if (esploraUrl === null) {
          if (state === FOR_SALE) found.push({ ...listing, isForSale: true });
          continue;
        }
        const answer = await isRevoked(listing, esploraUrl);
        if (!answer.isRevoked && answer.state === 'transferred')
          found.push({ ...listing, isForSale: state === FOR_SALE });
      }
      return found;
    },
    `${held} ${turn}`,
  );
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
            <span class="row-acts">
              <Button text={words.sell.takeBack} isMain onClick={() => takeBack(listing)} />
              {listing.isForSale && <Button text={words.sell.down} onClick={() => takeDown(listing)} />}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Of the newest trades. An older listing counts as over. */
async function statesOfListings(session: Session): Promise<ReadonlyMap<string, string>> {
  const trades = await firstOf(myTrades(session, { limit: 100 }), 100);
  return new Map(trades.map(({ id, state }) => [id, state]));
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
  const { value: found, error } = useResource(`revoked ${listing.listingId} ${esploraUrl}`, async () =>
    esploraUrl ? isRevoked(listing, esploraUrl) : null,
  );
  if (!esploraUrl) return <p class="muted">{words.connect.noEsplora}</p>;
  if (error !== null) return <p role="alert">{sentenceOf(error)}</p>;
  if (!found) return <p class="muted">{words.loading}</p>;
  if (!found.isRevoked) return <p class="muted">{words.sell.proofs[found.state]}</p>;
  const { txid, height } = found.evidence;
  return <p class="proven">{words.sell.proofs.revoked(txid, height)}</p>;
}
