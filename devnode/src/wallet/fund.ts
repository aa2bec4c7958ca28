import { type Coin, outpointKey } from '../chain/coins.ts';
import { dustThresholdSats } from '../mempool/dust.ts';
import { feeAt, type SatsPerKvb } from '../mempool/fee-rate.ts';
import { refuse } from '../rpc/call.ts';
import { scriptArgument } from '../rpc/descriptor.ts';
import { coinAt } from '../rpc/method.ts';
import { amountArgument } from '../rpc/parameters.ts';
import { REPLACEABLE } from '../rpc/tools.ts';
import { isP2pkh, isP2sh, isP2tr, isP2wpkh } from '../script/templates.ts';
import {
  sumSats,
  type Transaction,
  type TransactionInput,
  type TransactionOutput,
} from '../transaction/transaction.ts';
import { vsizeOf } from '../transaction/txid.ts';
import { coinsOf, type WalletCoin } from './coins.ts';
import { ADDRESS_TYPES, activeSource, type OpenWallet, type Source } from './wallet.ts';

/** How a transaction is funded. */
export type Funding = {
  readonly addInputs: boolean;
  readonly rate: SatsPerKvb;
  readonly changeScript?: Uint8Array;
  readonly changePosition?: number;
  readonly lock: boolean;
  readonly replaceable: boolean;
};

/** `changePosition` is -1 without change. */
export type Funded = { readonly tx: Transaction; readonly feeSats: number; readonly changePosition: number };

const SHORT =
  'The preselected coins total amount does not cover the transaction target. Please allow other inputs to be automatically selected or include more coins manually';
/** Sats per kvB where the node has no estimate, as with Core's `-fallbackfee=0.00001`. */
const FALLBACK_RATE = 1000;
/** The sequence of an input that may not be replaced. */
const NOT_REPLACEABLE = 0xfffffffe;
/** A DER signature with its type, and a key. */
const SIGNATURE = new Uint8Array(71);
const KEY = new Uint8Array(33);

/** Options of fundrawtransaction and walletcreatefundedpsbt without effect here. */
const IGNORED = /^(include_watching|includeWatching|conf_target|estimate_mode)$/;

/** The options that devnode follows, by either of Core's spellings. Throws -3 on any other one. */
export function fundingOf(open: OpenWallet, given: unknown, addInputs: boolean): Funding {
  const options = new Map(
    Object.entries((given ?? {}) as Record<string, unknown>).filter(([name]) => !IGNORED.test(name)),
  );
  const take = (...names: string[]): unknown => {
    const [name = ''] = names.filter((each) => options.has(each));
    const value = options.get(name);
    options.delete(name);
    return value;
  };
  const address = take('changeAddress', 'change_address');
  const changeScript =
    address === undefined
      ? undefined
      : scriptArgument(address, 'Change address must be a valid bitcoin address');
  const [perVbyte, perKvb] = [take('fee_rate'), take('feeRate')];
  if (perVbyte !== undefined && perKvb !== undefined)
    refuse('INVALID_PARAMETER', 'Cannot specify both fee_rate (sat/vB) and feeRate (BTC/kvB)');
  const changePosition = take('changePosition', 'change_position') as number | undefined;
  const funding = {
    addInputs: (take('add_inputs') as boolean | undefined) ?? addInputs,
    rate: perKvb === undefined ? rateArgument(open, perVbyte) : amountArgument(perKvb),
    ...(changeScript && { changeScript }),
    ...(changePosition !== undefined && { changePosition }),
    lock: take('lockUnspents', 'lock_unspents') === true,
    replaceable: take('replaceable') !== false,
  };
  const [unread] = options.keys();
  if (unread !== undefined) refuse('TYPE_ERROR', `Unexpected key ${unread}`);
  return funding;
}

/** A `fee_rate` in sat/vB as sats per kvB; the node's estimate when it is missing. */
export function rateArgument({ node }: OpenWallet, rate: unknown): SatsPerKvb {
  if (rate === undefined) return node.estimatedRate() ?? FALLBACK_RATE;
  if (Number(rate) > 0) return Math.round(Number(rate) * 1000);
  refuse('TYPE_ERROR', `fee_rate ${String(rate)} is not a rate in sat/vB`);
}

/**
 * Adds coins of the wallet and change to a transaction, largest confirmed coins first, until it pays for
 * itself. Throws RpcError -4 when that cannot be. No signature is made, no input is removed.
 */
export function fund(open: OpenWallet, draft: Transaction, funding: Funding): Funded {
  const { node, wallet } = open;
  if (draft.outputs.length === 0) refuse('INVALID_PARAMETER', 'TX must have at least one output');
  if (
    draft.outputs.some(
      ({ script, valueSats }) => valueSats < dustThresholdSats(script, node.policy.dustRelayFee),
    )
  )
    refuse('WALLET_ERROR', 'Transaction amount too small');
  const sequence = funding.replaceable ? REPLACEABLE : NOT_REPLACEABLE;
  const { changePosition: wanted = draft.outputs.length } = funding;
  if (wanted < 0 || wanted > draft.outputs.length)
    refuse('INVALID_PARAMETER', 'changePosition out of bounds');
  const preset = draft.inputs.map((input) => {
    const coin = coinAt(node, input);
    if (!coin) refuse('WALLET_ERROR', `Unable to find UTXO for external input (${outpointKey(input)})`);
    return { input, coin };
  });
  const change = changeOf(open, draft, funding);
  const chosen = [...preset];
  const offered = funding.addInputs ? spendable(open, draft) : [];
  for (;;) {
    const paid = pay(
      draft,
      chosen,
      { ...funding, changePosition: wanted },
      change.script,
      node.policy.dustRelayFee,
    );
    if (paid) {
      if (paid.changePosition >= 0 && change.source) change.source.imported.next += 1;
      if (funding.lock) wallet.locked.push(...paid.tx.inputs.map(outpointKey));
      return paid;
    }
    const coin = offered.shift();
    if (!coin) refuse('WALLET_ERROR', funding.addInputs ? 'Insufficient funds' : SHORT);
    const { txid, vout } = coin;
    chosen.push({ coin, input: { txid, vout, scriptSig: new Uint8Array(), sequence, witness: [] } });
  }
}

/** Confirmed coins first, the largest first. */
function spendable(open: OpenWallet, { inputs }: Transaction): WalletCoin[] {
  const taken = new Set(inputs.map(outpointKey));
  return coinsOf(open)
    .filter(
      ({ safe, immature, locked, ...coin }) => safe && !immature && !locked && !taken.has(outpointKey(coin)),
    )
    .sort((a, b) => Number(b.confirmations > 0) - Number(a.confirmations > 0) || b.valueSats - a.valueSats);
}

/**
 * Where change goes: like Core, to taproot if somebody is paid there, else to P2WPKH, as far as the wallet
 * can.
 */
function changeOf(
  open: OpenWallet,
  { outputs }: Transaction,
  { changeScript }: Funding,
): { script: Uint8Array; source?: Source } {
  if (changeScript) return { script: changeScript };
  const liked = outputs.some(({ script }) => isP2tr(script)) ? ['bech32m', 'bech32'] : ['bech32', 'bech32m'];
  for (const type of [...liked, 'p2sh-segwit', 'legacy']) {
    const source = activeSource(open, ADDRESS_TYPES[type]!, true);
    if (source) return { script: source.descriptor.at(source.imported.next).script, source };
  }
  refuse(
    'WALLET_ERROR',
    `Transaction needs a change address, but we can't generate it. Error: No ${liked[0]} addresses available.`,
  );
}

type Chosen = { readonly input: TransactionInput; readonly coin: Coin };

/** The transaction of these inputs with its fee; undefined when they are too little. */
function pay(
  draft: Transaction,
  chosen: readonly Chosen[],
  { rate, changePosition = 0 }: Funding,
  changeScript: Uint8Array,
  dustRate: SatsPerKvb,
): Funded | undefined {
  const inputs = chosen.map(({ input }) => input);
  const left = sumSats(chosen.map(({ coin }) => coin)) - sumSats(draft.outputs);
  const feeOf = (outputs: readonly TransactionOutput[]) =>
    feeAt(rate, vsizeOf({ ...draft, inputs: chosen.map(likeSigned), outputs }));
  const withChange = (valueSats: number) =>
    draft.outputs.toSpliced(changePosition, 0, { valueSats, script: changeScript });
  const feeSats = feeOf(withChange(0));
  if (left - feeSats >= dustThresholdSats(changeScript, dustRate))
    return { tx: { ...draft, inputs, outputs: withChange(left - feeSats) }, feeSats, changePosition };
  if (left < feeOf(draft.outputs)) return undefined;
  return { tx: { ...draft, inputs }, feeSats: left, changePosition: -1 };
}

/** An input as large as it will be when it is signed. */
function likeSigned({ input, coin: { script } }: Chosen): TransactionInput {
  if (isP2tr(script)) return { ...input, witness: [new Uint8Array(64)] };
  if (isP2wpkh(script)) return { ...input, witness: [SIGNATURE, KEY] };
  if (isP2sh(script)) return { ...input, scriptSig: new Uint8Array(23), witness: [SIGNATURE, KEY] };
  if (isP2pkh(script)) return { ...input, scriptSig: new Uint8Array(106) };
  refuse('WALLET_ERROR', `Not solvable pre-selected input ${outpointKey(input)}`);
}
