import type { World } from '../../server/src/sandbox/world.ts';
import type { Session } from '../edge/sign-in.ts';

type Json = { [key: string]: unknown };

/**
 * The document with the ids and keys of one caller in place of patterns, so that generated requests pass the first checks:
 * wallet binding, public keys. What it describes otherwise stays the same.
 */
export function withOwnIds(document: object, world: World, session: Session): object {
  const [wallet] = world.wallets;
  if (!wallet) throw new Error('the world has no wallet');
  const own: Readonly<Record<string, readonly string[]>> = {
    walletBindingId: session.walletBindings.map(({ walletBindingId }) => walletBindingId),
    ordinalsPublicKey: [wallet.ordinals.publicKey],
    paymentPublicKey: [wallet.payment.publicKey],
  };
  const walk = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(walk);
    if (typeof node !== 'object' || node === null) return node;
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) => [
        key,
        key === 'properties' ? narrowed(walk(value) as Json) : walk(value),
      ]),
    );
  };
  const narrowed = (properties: Json): Json =>
    Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [
        name,
        own[name]
          ? { type: 'string', enum: own[name], description: (schema as Json)['description'] }
          : schema,
      ]),
    );
  return walk(document) as object;
}
