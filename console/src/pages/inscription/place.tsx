import type { MarketInscription } from '@ordbook/client/market';
import { SLOTS } from '../../app/slots.ts';
import { Address, Transaction } from '../../design/on-chain.tsx';
import { sats } from '../../format/sats.ts';
import { text } from '../../text.ts';

/** Where it is on the chain, and who holds it. */
export function Place({ inscription }: { readonly inscription: MarketInscription }) {
  const { item, genesisHeight } = inscription;
  const txid = item.locationSatpoint.slice(0, item.locationSatpoint.indexOf(':'));
  const facts = [
    [text.place.id, item.inscriptionId],
    [text.place.owner, item.owner === null ? null : <Address key="owner" of={item.owner} />],
    [
      text.place.satpoint,
      <span key="satpoint">
        <Transaction of={txid} />
        {item.locationSatpoint.slice(txid.length)}
      </span>,
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
