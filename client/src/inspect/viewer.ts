import { type ReadInput, type ReadPsbt, UnreadablePsbt } from '@ordbook/judge';
import { passthroughLock } from '@ordbook/protocol/listing/passthrough';
import { hex } from '@scure/base';
import { scriptOf } from '../wallet/network.ts';
import type { InspectOptions, Owner } from './explanation.ts';
import { keyPathKeyOf, keyScript, offerKeyOf, passthroughKeys } from './roles.ts';

/** Tells whose an input or an output is, from the viewer's addresses. */
export interface Viewer {
  readonly isKnown: boolean;
  ownerOfInput(input: ReadInput): Owner;
  ownerOfOutput(index: number): Owner;
}

/** Throws `UnreadablePsbt` when `yours` has a text that is no address of the network. */
export function viewerOf(psbt: ReadPsbt, { yours = [], network, marketKey }: InspectOptions): Viewer {
  const own = new Set(yours.map((text) => ownScript(text, network)));
  const isOwnKey = (key: string | null) => {
    const script = key === null ? null : keyScript(key);
    return script !== null && own.has(script);
  };
  const passthroughs = ownPassthroughs(psbt, isOwnKey, marketKey);
  const offer = isOwnKey(offerKeyOf(psbt)) ? psbt.outputs[0]!.script : null;
  return {
    isKnown: own.size > 0,
    ownerOfInput(input) {
      if (input.script === null) return 'other';
      if (own.has(input.script)) return 'you';
      const keys = passthroughKeys(input);
      const isHeld = isOwnKey(keys?.seller ?? keyPathKeyOf(input)) || passthroughs.has(input.script);
      return isHeld ? 'passthrough' : 'other';
    },
    ownerOfOutput(index) {
      const { script } = psbt.outputs[index]!;
      if (script.startsWith('6a')) return 'nobody';
      if (own.has(script)) return 'you';
      if (passthroughs.has(script)) return 'passthrough';
      return index === 0 && script === offer ? 'offer' : 'other';
    },
  };
}

/** Scripts of the passthroughs that keys of the viewer, as the PSBT shows them, have with this market. */
function ownPassthroughs(
  { inputs }: ReadPsbt,
  isOwnKey: (key: string) => boolean,
  marketKey: string | undefined,
): Set<string> {
  if (marketKey === undefined) return new Set();
  const keys = inputs.flatMap((input) => {
    const { tapInternalKey } = input.fields;
    const seller = passthroughKeys(input)?.seller ?? (tapInternalKey ? hex.encode(tapInternalKey) : null);
    return seller !== null && isOwnKey(seller) ? [seller] : [];
  });
  return new Set(keys.map((key) => passthroughLock(key, marketKey).script));
}

function ownScript(text: string, network: InspectOptions['network']): string {
  if (/^([0-9a-f]{2}){2,64}$/.test(text)) return text;
  try {
    return hex.encode(scriptOf(text, network));
  } catch {
    throw new UnreadablePsbt(`${text.slice(0, 100)} is not an address of ${network}`);
  }
}
