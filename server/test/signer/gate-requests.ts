import { bytesToHex } from '@ordbook/protocol/bitcoin/bytes';
import { complete } from '@ordbook/protocol/bitcoin/witness';
import { type FillTerms, fillLayout } from '@ordbook/protocol/fill/fill';
import type { InputSignature } from '@ordbook/protocol/layout/terms';
import { type AdmissionFanOutRequest, admissionFanOutLayout } from '@ordbook/protocol/operator-coins/fan-out';
import type { Utxo } from '@ordbook/protocol/outpoint';
import { taprootTweakPrivKey } from '@scure/btc-signer/utils.js';
import { TIER } from '../../../protocol/test/collection-offer/terms.ts';
import { coin, NETWORK, SIGNER_KEYS, secret } from '../../../protocol/test/parties.ts';
import type { Adoption, GateRequest, GateSigner } from '../../src/signer/fill-port.ts';
import { signInputs } from '../../src/signer/signing/signatures.ts';

/** The options of the gate signer whose key is in `SIGNER_KEYS`. */
export const GATE_OPTIONS = {
  gate: bytesToHex(secret('gate')),
  network: NETWORK,
  tiers: [TIER],
  keys: SIGNER_KEYS,
} as const;

/** A fan-out transaction into admission coins, signed by the operator, or by `by`. */
export function adoption(given: Partial<AdmissionFanOutRequest> = {}, by = 'anchor'): Adoption {
  const fanOut = {
    coins: [coin('deposit', 100_000)],
    tiers: [{ tier: TIER, count: 1 }],
    feeSats: 2_000,
    ...given,
  };
  const table = admissionFanOutLayout(fanOut, SIGNER_KEYS, SIGNER_KEYS.gate);
  const [own, shown] = ['anchor', by].map((name) =>
    signInputs(table, 'operator', taprootTweakPrivKey(secret(name))),
  ) as [InputSignature[], InputSignature[]];
  const { hex } = complete(table, { operator: own });
  return {
    fanOut,
    hex: own.reduce((text, { signature }, i) => text.replace(signature, shown[i]!.signature), hex),
  };
}

/** An admission coin of `TIER` that the gate knows from now on. */
export async function adoptedBy(gate: Pick<GateSigner, 'adopt'>): Promise<Utxo> {
  const { txid } = await gate.adopt(adoption());
  return { txid, vout: 0, valueSats: 333 };
}

/** A fill as the gate is asked for it, with the signatures of the other two. */
export function gateRequest(terms: FillTerms): GateRequest {
  const table = fillLayout(terms, NETWORK);
  const [market, policy] = (['market', 'policy'] as const).map(
    (role) => signInputs(table, role, secret(role))[0]!.signature,
  ) as [string, string];
  return { terms, market, policy };
}
