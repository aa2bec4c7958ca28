import { readFileSync } from 'node:fs';
import { type InspectOptions, inspect, inWordsOf, picture } from '@ordbook/client/inspect';
import { outpointText, sameOutpoint } from '@ordbook/protocol/outpoint';
import { operatorSentence } from '@ordbook/protocol/refusals';
import { fileFault } from '../base/file-fault.ts';
import type { Proven } from './inspect-proof.ts';

/** Options of `ordbook inspect`. */
export interface InspectCommandOptions {
  readonly network: InspectOptions['network'];
  readonly yours?: readonly string[];
  readonly marketKey?: string;
  /** `<txid>:<vout>`, or `<txid>:<vout>:<offset>`. */
  readonly inscription?: readonly string[];
  /** `<inscription id>=<file or URL>`. */
  readonly proof?: readonly string[];
  readonly svg?: boolean;
  readonly width?: string;
  readonly json?: boolean;
}

/**
 * Explains a PSBT: its text, a file that has it (base64, hex or bytes), or `-` for the standard input.
 * Returns what is printed, and whether a finding says not to sign. Throws `UnreadablePsbt`.
 */
export function explainPsbt(
  given: string,
  options: InspectCommandOptions,
  proofs: readonly Proven[] = [],
): { readonly printed: string; readonly isSafe: boolean } {
  const { network, yours = [], marketKey, inscription = [] } = options;
  const explanation = inspect(psbtText(given), {
    network,
    yours,
    ...(marketKey === undefined ? {} : { marketKey }),
    inscriptions: [
      ...proofs.flatMap(({ place, inscriptionId: name }) => (place ? [{ ...place, name }] : [])),
      ...inscription.map(placeOf),
    ],
  });
  const isSafe = !explanation.findings.some(({ severity }) => severity === 'stop');
  if (options.json) return { printed: `${JSON.stringify({ ...explanation, proofs }, null, 2)}\n`, isSafe };
  if (options.svg) {
    const width = options.width === undefined ? {} : { width: pixelsOf(options.width) };
    return { printed: picture(explanation, width), isSafe };
  }
  const lines = [...inWordsOf(explanation), ...proofs.flatMap((proof) => proofLines(proof, explanation))];
  return { printed: `${lines.join('\n')}\n`, isSafe };
}

/** What a proof shows, which input spends that coin, and what is not shown. */
function proofLines(
  { inscriptionId, place, shown, notShown }: Proven,
  { inputs }: Pick<ReturnType<typeof inspect>, 'inputs'>,
): string[] {
  const input = inputs.findIndex((one) => place && sameOutpoint(one, place));
  const spends =
    input < 0
      ? `Not shown: that this PSBT spends ${place ? outpointText(place) : 'its coin'}: no input does. Between a listing and its sale there is a transfer: look at what it spends.`
      : `Input ${input} spends that coin.`;
  return [
    `Custody proof of ${inscriptionId}`,
    ...shown.map((what) => `Checked here: ${what}.`),
    spends,
    ...notShown.map((what) => `Not shown: ${what}.`),
  ];
}

/** A PSBT as base64 or hex begins so, whatever is in it. */
const LOOKS_LIKE_PSBT = /^\s*(cHNidP|70736274ff)/i;

function psbtText(given: string): string {
  if (given !== '-' && LOOKS_LIKE_PSBT.test(given)) return given;
  const bytes = given === '-' ? readFileSync(0) : fileOf(given);
  const isBinary = bytes.subarray(0, 5).toString('hex') === '70736274ff';
  return isBinary ? bytes.toString('base64') : bytes.toString('utf8');
}

function fileOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      throw new Error(fileFault(error, path, 'the file') ?? operatorSentence(error), { cause: error });
    throw new Error(
      `${path.slice(0, 100)} is no PSBT (base64 begins with cHNidP, hex with 70736274ff) and no file; check the path`,
      { cause: error },
    );
  }
}

function pixelsOf(text: string): number {
  if (!/^[1-9]\d{2,3}$/.test(text))
    throw new Error(`--width ${text.slice(0, 100)} is no number of pixels from 100 to 9999`);
  return Number(text);
}

function placeOf(text: string): NonNullable<InspectOptions['inscriptions']>[number] {
  const [, txid, vout, offset = '0'] = /^([0-9a-f]{64}):(\d{1,9})(?::(\d{1,15}))?$/.exec(text) ?? [];
  if (txid === undefined)
    throw new Error(`--inscription ${text.slice(0, 100)} is not <txid>:<vout> or <txid>:<vout>:<offset>`);
  return { txid, vout: Number(vout), offset: Number(offset) };
}
