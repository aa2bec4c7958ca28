import type { NetworkName } from '../base/settings.ts';
import type { Tier } from '../protocol/collection-offer/admission.ts';
import { fillLayout } from '../protocol/collection-offer/fill.ts';
import { hold } from '../protocol/rules.ts';
import type { GateSigner } from './fill-port.ts';
import { GATE_RULES } from './fill-rules.ts';
import { judged } from './judged.ts';
import { roleKey } from './role-keys.ts';
import { signInputs } from './signatures.ts';

export interface GateOptions {
  /** 32 bytes in hex, or WIF. */
  readonly gate: string;
  readonly network: NetworkName;
  readonly tiers: readonly Tier[];
}

/** The gate signer in this process. Throws an Error when the key is unusable. */
export function gateSigner({ gate, network, tiers }: GateOptions): GateSigner {
  const { secret, publicKey: own } = roleKey(gate, 'gate', network);
  return {
    publicKeys: async () => ({ gate: own }),
    signFill: ({ terms }) =>
      judged(() => {
        const table = fillLayout(terms, network);
        hold(GATE_RULES, { own, table, tiers });
        const [offer, admission] = signInputs(table, 'gate', secret);
        return { offer: offer!.signature, admission: admission!.signature };
      }),
  };
}
