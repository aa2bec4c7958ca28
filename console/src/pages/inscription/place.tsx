import type { MarketInscription } from '@ordbook/client/market';
import { SLOTS } from '../../app/slots.ts';
import { Address, Transaction } from '../../design/on-chain.tsx';
import { sats } from '../../format/sats.ts';
import { text } from '../../text.ts';

/** Characters of a txid, with which a satpoint begins. */
const TXID = 64;

/** Where it is on the chain, and who holds it. */
export function Place({ inscription }: { readonly inscription: MarketInscription }) {
  const { item, genesisHeight } = inscription;
  const satpoint = item.locationSatpoint;
  const facts = [
    [text.place.id, item.inscriptionId],
    [text.place.owner, item.owner === null ? null : <Address key="owner" of={item.owner} />],
    [
      text.place.satpoint,
      satpoint === null ? null : (
        <span key="satpoint">
          <Transaction of={satpoint.slice(0, TXID)} />
          {satpoint.slice(TXID)}
        </span>
      ),
    ],
    [text.place.sat, item.sat === null ? null : sats(item.sat)],
    [text.place.revealed, text.place.block(genesisHeight)],
    [text.place.type, item.rawContentType],
  ] as const;
  return (
    <section>
      <h2>{text.place.title}</h2>
      <dl class="place">
        {facts
          .filter(([, value]) => value !== null)
          .map(([label, value]) => (
            <div key={label}>
              <dt class="muted">{label}</dt>
              <dd class="mono">{value}</dd>
            </div>
          ))}
      </dl>
      {SLOTS.itemProof && <SLOTS.itemProof key={item.inscriptionId} inscription={inscription} />}
    </section>
  );
}
