/**
 * Events in a relay that nobody trusts. Who can write to the relay can neither make an event nor change one,
 * and reads none: each is encrypted and authenticated (AES-256-GCM) under a key that only the replicas have.
 * Its number is authenticated with it, so it cannot stand in for another.
 *
 * The mark of the event before it is sealed with it. A reader takes it only as the successor of the event
 * that it has: an entry of another history of the database, or one after a gap, never fits.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { RelayEntry } from '../../relay/port.ts';
import type { StoredEvent } from '../../store/event/events.ts';

/** A secret that all replicas share, of at least 32 bytes. */
export interface SealKey {
  readonly id: string;
  readonly secret: string;
}

/** An event of the relay, and the mark of the event before it. */
export interface RelayedEvent {
  readonly event: StoredEvent;
  readonly before: string;
}

export interface EventSeal {
  /** Seals an event that is committed. `before`: the mark of the event before it. */
  seal(relayed: RelayedEvent): RelayEntry;
  /** null: no replica with a key of this one sealed the entry under its number. Never throws. */
  open(entry: RelayEntry): RelayedEvent | null;
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** The first key seals, and all of them open. `purpose` separates services that have the same keys. */
export function createSeal(keys: readonly [SealKey, ...SealKey[]], purpose: string): EventSeal {
  const derived = new Map(
    keys.map(({ id, secret }) => {
      const key = hkdfSync('sha256', secret, '', `ordbook event relay 1 ${purpose}`, KEY_BYTES);
      return [id, Buffer.from(key)] as const;
    }),
  );
  const [{ id: keyId }] = keys;
  const sealing = derived.get(keyId)!;
  return {
    seal({ event, before }) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, sealing, nonce).setAAD(Buffer.from(String(event.seq)));
      const text = [cipher.update(JSON.stringify({ event, before })), cipher.final()];
      return { seq: event.seq, keyId, sealed: Buffer.concat([nonce, ...text, cipher.getAuthTag()]) };
    },
    open({ seq, keyId: sealedBy, sealed }) {
      const key = derived.get(sealedBy);
      if (key === undefined || seq === null || sealed.length < NONCE_BYTES + TAG_BYTES) return null;
      const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(String(seq))).setAuthTag(sealed.subarray(-TAG_BYTES));
      try {
        const text = [decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()];
        const { event, before } = JSON.parse(Buffer.concat(text).toString());
        return { event: { ...event, happenedAt: new Date(event.happenedAt) }, before };
      } catch {
        return null;
      }
    },
  };
}
