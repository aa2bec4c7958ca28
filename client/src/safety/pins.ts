import { demand } from '../signing/unsafe-psbt.ts';
import type { Wallet } from '../wallet/wallet.ts';
import type { OperatorPins, Safety } from './options.ts';
import { inTurn } from './storage.ts';

/** The pinned keys of the session's service: those of the options, and those seen first. */
export async function pinnedKeys({ safety, wallet }: PinnedSession): Promise<OperatorPins> {
  const stored = await safety.storage.get(keyOf({ safety, wallet }));
  return { ...(stored === null ? {} : readPins(stored)), ...safety.pins };
}

interface PinnedSession {
  readonly safety: Safety;
  readonly wallet: Pick<Wallet, 'network'>;
}

/**
 * Compares the operator's keys in a trade with the pinned ones, and pins those that are seen for the first
 * time. Throws `UnsafePsbt` for a changed key, with the old and the new one, and for a new key if pins are
 * required.
 */
export function requirePinned(session: PinnedSession, seen: OperatorPins): Promise<void> {
  const { safety } = session;
  return inTurn(safety.storage, async () => {
    const known = await pinnedKeys(session);
    for (const [name, key] of Object.entries(seen) as [keyof OperatorPins, string][]) {
      const pinned = known[name]?.slice(name === 'operatorScript' ? 0 : -64);
      demand(pinned === undefined || pinned === key, () => {
        return `the ${NAMES[name]} of ${safety.service} was ${pinned} and is now ${key}. Ask the operator before you pass the new one in pins`;
      });
      demand(pinned !== undefined || safety.requirePins !== true, () => {
        return `the ${NAMES[name]} of ${safety.service} is ${key}, which is not pinned. Compare it with what the operator publishes, and pass it in pins`;
      });
    }
    await safety.storage.set(keyOf(session), JSON.stringify({ ...known, ...seen }));
  });
}

const NAMES: Readonly<Record<keyof OperatorPins, string>> = {
  market: 'market key',
  gate: 'gate key',
  policy: 'policy key',
  operatorScript: 'script of operator coins',
};

function keyOf({ safety, wallet }: PinnedSession): string {
  return `ordbook pins ${wallet.network} ${safety.service}`;
}

function readPins(text: string): OperatorPins {
  const pins = JSON.parse(text) as Record<string, unknown>;
  return Object.fromEntries(
    Object.keys(NAMES).flatMap((name) => {
      const key = pins[name];
      return typeof key === 'string' ? [[name, key]] : [];
    }),
  );
}
