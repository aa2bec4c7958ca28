import { complete } from '@ordbook/protocol/bitcoin/witness';
import { ADMISSION_SATS, type Tier } from '@ordbook/protocol/collection-offer/admission';
import { networkFee } from '@ordbook/protocol/layout/layout';
import { checkRules } from '@ordbook/protocol/layout/rules';
import { admissionFanOutLayout } from '@ordbook/protocol/operator-coins/fan-out';
import type { MarketFills } from '../fill-port.ts';
import { type FillSigningSettings, MARKET_FILL_RULES } from '../signing/fill-rules.ts';
import { fillTableOf } from '../signing/fill-table.ts';
import { requireFilled, requireOnlyFees } from '../signing/judged.ts';
import { keyring, type OperatorSecrets } from '../signing/keys.ts';
import type { SignerKeys } from '../signing/role-keys.ts';
import { signInputs } from '../signing/signatures.ts';
import { withSignerRefusals } from '../signing/signer-refusals.ts';
import { checkSignableAdmissionFanOut } from './admission-fan-out-rules.ts';

export interface MarketFillsOptions extends OperatorSecrets, FillSigningSettings {
  /** The keys of all signers, as the operator tells them. Admission coins are created only for its gate. */
  readonly keys: SignerKeys;
  readonly tiers: readonly Tier[];
  /** Default: the clock of the machine. */
  readonly now?: () => Date;
}

/**
 * The market signer for fills, in this process. Throws an Error when a key is invalid, or not the one in
 * `keys`.
 */
export function marketFills(options: MarketFillsOptions): MarketFills {
  const { publicKeys, market, anchor } = keyring(options, options.network);
  const { keys, now = () => new Date() } = options;
  for (const name of ['market', 'anchor'] as const)
    if (keys[name] !== publicKeys[name])
      throw new Error(
        `the ${name} key is ${publicKeys[name]}, but the key set of the operator has ${keys[name]}`,
      );
  return {
    signFill: (request) =>
      withSignerRefusals(() => {
        const table = fillTableOf(request.terms, options.network);
        checkRules(MARKET_FILL_RULES, { request, table, settings: options, keys, now: now() });
        requireFilled(table, 'market', request.terms);
        return { signature: signInputs(table, 'market', market)[0]!.signature };
      }),
    signAdmissionFanOut: (request) =>
      withSignerRefusals(() => {
        const table = admissionFanOutLayout(request, keys, keys.gate);
        const { tiers, maxFeeRate } = options;
        checkSignableAdmissionFanOut(table, { keys, gateKey: keys.gate, tiers, maxFeeRate });
        const made = request.tiers.reduce((sum, { count }) => sum + count, 0);
        requireOnlyFees([table], keys, networkFee(table) + made * ADMISSION_SATS);
        return complete(table, { operator: signInputs(table, 'operator', anchor) });
      }),
  };
}
