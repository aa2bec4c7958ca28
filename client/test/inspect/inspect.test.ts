import { base64, hex } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rounds } from '../../../stack/rounds.ts';
import {
  type Explanation,
  inspect,
  inWordsOf,
  picture,
  sentence,
  stack,
  UnreadablePsbt,
} from '../../src/inspect/index.ts';
import { isMine } from '../../src/inspect/stack.ts';
import type { FlowKind } from '../hostile/flows.ts';
import { signedFlows } from './flows.ts';

const flows = signedFlows();
const some = flows.filter(({ name }) => !name.includes('20'));
const explain = ({ psbtBase64, yours, inputsToSign }: (typeof flows)[number]) =>
  inspect(psbtBase64, { network: 'regtest', yours, inputsToSign });

/** What the PSBTs of each flow are, whichever of them. */
const ROLES: Readonly<Record<Exclude<FlowKind, 'sign-in'>, readonly Explanation['role']['kind'][]>> = {
  list: ['transfer', 'listing sale', 'recovery'],
  buy: ['purchase'],
  offer: ['offer settlement'],
  // a payout to the same address is a payment to oneself
  accept: ['offer settlement', 'payout', 'counter funding'],
  counter: ['transfer', 'counter', 'counter recovery'],
  'counter-accept': ['counter funding', 'counter settlement'],
  'collection-offer': ['collection offer'],
  fill: ['fill'],
  'take-back': ['take-back'],
};

/** Throws unless the sum is what the viewer's coins lose. */
function expectExact(explanation: Explanation): void {
  const { inputs, outputs, feeSats, hasViewer } = explanation;
  const sum = stack(explanation);
  if (feeSats === null) {
    expect(sum).toBeNull();
    return;
  }
  expect(sum!.lines.reduce((total, line) => total + line.sats, 0)).toBe(sum!.totalSats);
  if (!hasViewer) {
    expect(sum!.totalSats).toBe(0);
    return;
  }
  const mine = (
    coins: readonly { owner: Explanation['outputs'][number]['owner']; valueSats: number | null }[],
  ) =>
    coins.filter(({ owner }) => isMine(owner)).reduce((total, { valueSats }) => total + (valueSats ?? 0), 0);
  // what whole inscriptions carry is in the difference of the coins, and not in the sum
  const whole = explanation.inscriptions.filter(({ isWhole }) => isWhole);
  const byInput = new Map(whole.map((one) => [one.input, one]));
  const carried = [...byInput.values()].reduce((total, { input, lands }) => {
    const { owner, valueSats } = inputs[input]!;
    const to = outputs[(lands as { output: number }).output]!;
    return total + (isMine(to.owner) ? valueSats! : 0) - (isMine(owner) ? valueSats! : 0);
  }, 0);
  expect(sum!.totalSats + carried).toBe(mine(outputs) - mine(inputs));
}

describe('the PSBTs of every flow of the SDK', () => {
  test('are recognised, and nothing in them says stop', () => {
    for (const flow of flows) {
      const explanation = explain(flow);
      expect(ROLES[flow.kind as keyof typeof ROLES], flow.name).toContain(explanation.role.kind);
      const stops = explanation.findings.filter(({ severity }) => severity === 'stop');
      expect(stops, `${flow.name}, PSBT ${flow.number}`).toEqual([]);
    }
    expect(new Set(flows.map(({ kind }) => kind)).size).toBe(Object.keys(ROLES).length);
  });

  test('have a sum that is exact, and a place for every sat', () => {
    for (const flow of flows) {
      expectExact(explain(flow));
      expectExact(inspect(flow.psbtBase64, { network: 'regtest' }));
    }
  });

  test('have the same explanation as base64, as hex and with line ends', () => {
    for (const { psbtBase64 } of some) {
      const options = { network: 'regtest' } as const;
      const honest = inspect(psbtBase64, options);
      expect(inspect(hex.encode(base64.decode(psbtBase64)), options)).toEqual(honest);
      expect(inspect(psbtBase64.replaceAll(/.{64}/g, '$&\r\n'), options)).toEqual(honest);
    }
  });
});

test.each([
  ['buy 1, p2wpkh', 0, 'You pay 72,456 sats and receive “Ember #3”. Nothing else of yours moves.'],
  ['buy 3, p2wpkh', 0, 'You pay 246,740 sats and receive 3 inscriptions. Nothing else of yours moves.'],
  [
    'offer 1, p2wpkh',
    0,
    'If the owner accepts, you pay 71,284 sats and receive “Ember #3”. Nothing else of yours moves.',
  ],
  [
    'accept with payout, paid from p2tr',
    0,
    'You give “Ember #3” and receive 69,000 sats. Nothing else of yours moves.',
  ],
  ['counter, p2wpkh', 1, 'You give “Ember #3” and receive 78,000 sats. Others complete the transaction.'],
  [
    'list 1, p2wpkh',
    2,
    '“Ember #3” goes to an address of yours; you pay nothing. Nothing else of yours moves.',
  ],
  ['counter-accept, p2wpkh', 0, 'You pay 282 sats. Nothing else of yours moves.'],
  ['fill, p2wpkh', 0, 'You give “Ember #3” and receive 57,098 sats. Nothing else of yours moves.'],
  [
    'collection offer, single, p2wpkh',
    0,
    'You put 60,000 sats into an offer that buys one inscription; until then, your key can take them back. Nothing else of yours moves.',
  ],
] as const)('the sentence of "%s" (PSBT %i) says what happens', (name, number, expected) => {
  const flow = flows.find((one) => one.name === name && one.number === number)!;
  const { psbtBase64, yours, inputsToSign } = flow;
  const options = { network: 'regtest', yours, inputsToSign } as const;
  const { inscriptions, inputs } = inspect(psbtBase64, options);
  const [only] = inscriptions.length === 1 ? inscriptions : [];
  const named = only ? [{ ...inputs[only.input]!, name: 'Ember #3' }] : [];
  expect(sentence(inspect(psbtBase64, { ...options, inscriptions: named }))).toBe(expected);
});

test('the size of a fill counts the leaf of the offer, which the PSBT does not show', () => {
  const flow = flows.find(({ kind }) => kind === 'fill')!;
  const { vsize, feeSats } = explain(flow);
  // 2 sat/vB, also for the 227 vB of the funding parent
  expect(feeSats).toBe(2 * (vsize! + 227));
});

test('a passthrough of yours among the outputs is recognised with the market key, and refused with another', () => {
  const [transfer, sale] = ['transfer', 'listing sale'].map(
    (kind) => flows.find((flow) => flow.kind === 'list' && explain(flow).role.kind === kind)!,
  );
  const control = sale!.psbtBase64;
  const leaf = /20[0-9a-f]{64}ac20([0-9a-f]{64})ba529cc0/.exec(hex.encode(base64.decode(control)))!;
  const { psbtBase64, yours } = transfer!;
  const options = { network: 'regtest', yours } as const;
  const honest = inspect(psbtBase64, { ...options, marketKey: leaf[1]! });
  expect(honest.outputs[0]!.owner).toBe('passthrough');
  expect(honest.findings).toEqual([]);
  expect(sentence(honest)).toBe(
    'An inscription goes to a passthrough that your key alone can spend; you pay nothing. Nothing else of yours moves.',
  );
  const other = inspect(psbtBase64, { ...options, marketKey: 'ab'.repeat(32).replace(/^ab/, '03') });
  expect(other.findings).toMatchObject([{ severity: 'stop', code: 'output-not-yours' }]);
});

describe('of anything at all, `inspect` explains or throws UnreadablePsbt:', () => {
  const play = (text: string) => {
    try {
      const explanation = inspect(text, { network: 'regtest', yours: flows[0]!.yours });
      expectExact(explanation);
      const drawn = picture(explanation, { scheme: 'dark' });
      expect(drawn).toMatch(/^<svg [\s\S]*<\/svg>\n$/);
      expect(inWordsOf(explanation).length).toBeGreaterThan(3);
      const worst = inWordsOf(explanation).filter((line) => line.startsWith('At worst: '));
      expect(worst).toHaveLength(explanation.hasViewer ? 1 : 0);
      return true;
    } catch (error) {
      if (!(error instanceof UnreadablePsbt)) throw error;
      return false;
    }
  };

  test('texts and bytes that are no PSBT', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), fc.string({ unit: 'binary' })), (text) => {
        expect(play(text)).toBe(false);
      }),
      { numRuns: rounds(1_000) },
    );
    for (const text of ['', '70736274ff', 'cHNidP8=', 'cHNidP8A', `70736274ff${'ff'.repeat(1_000)}`])
      expect(() => inspect(text, { network: 'regtest' }), text).toThrow(UnreadablePsbt);
  });

  test('PSBTs of the flows with changed, cut and repeated bytes', () => {
    let explained = 0;
    const edit = fc.record({
      at: fc.nat(),
      byte: fc.nat(255),
      kind: fc.constantFrom('set', 'set', 'cut', 'twice'),
    });
    fc.assert(
      fc.property(fc.nat(some.length - 1), fc.array(edit, { minLength: 1, maxLength: 3 }), (which, edits) => {
        let bytes = base64.decode(some[which]!.psbtBase64);
        for (const { at, byte, kind } of edits) {
          const place = 5 + (at % (bytes.length - 5));
          if (kind === 'set') bytes[place] = byte;
          else if (kind === 'cut') bytes = bytes.slice(0, place);
          else bytes = Uint8Array.from([...bytes.slice(0, place), ...bytes.slice(place - (byte % 5))]);
          if (bytes.length < 7) return;
        }
        explained += play(base64.encode(bytes)) ? 1 : 0;
      }),
      { numRuns: rounds(3_000) },
    );
    expect(explained).toBeGreaterThan(rounds(3_000) / 20);
  });

  test('amounts above the money supply', () => {
    const { psbtBase64 } = flows.find(({ name }) => name === 'buy 1, p2wpkh')!;
    const bytes = hex.encode(base64.decode(psbtBase64));
    // the first output, anchors back, is 8 bytes of amount in front of the script's length
    const at = bytes.indexOf('22512');
    const huge = `${bytes.slice(0, at - 16)}${'ff'.repeat(8)}${bytes.slice(at)}`;
    expect(() => inspect(huge, { network: 'regtest' })).toThrow(/more than 21 million BTC/);
  });
});
