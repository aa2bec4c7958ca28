import type { Tier } from '@ordbook/protocol/collection-offer/admission';
import { fillLayout } from '@ordbook/protocol/fill/fill';
import { checkRules } from '@ordbook/protocol/layout/rules';
import type { NetworkName } from '@ordbook/protocol/network';
import type { GateSigner } from '../fill-port.ts';
import { GATE_RULES } from '../signing/fill-rules.ts';
import { roleKey } from '../signing/role-keys.ts';
import { signInputs } from '../signing/signatures.ts';
import { withSignerRefusals } from '../signing/signer-refusals.ts';

export interface GateOptions {
  /** 32 bytes in hex, or WIF. */
  readonly gate: string;
  readonly network: NetworkName;
  readonly tiers: readonly Tier[];
  /** Default: the clock of the machine. */
  readonly now?: () => Date;
}

/** The gate signer in this process. Throws an Error when the key is invalid. */
export function gateSigner({ gate, network, tiers, now = () => new Date() }: GateOptions): GateSigner {
  const { secret, publicKey: own } = roleKey(gate, 'gate', network);
  return {
    publicKeys: async () => ({ gate: own }),
    signFill: ({ terms }) =>
      withSignerRefusals(() => {
        const table = fillLayout(terms, network);
        checkRules(GATE_RULES, { own, table, tiers, expiresAt: terms.offer.expiresAt, now: now() });
        const [offer, admission] = signInputs(table, 'gate', secret);
        return { offer: offer!.signature, admission: admission!.signature };
      }),
  };
}
