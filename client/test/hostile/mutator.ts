/** Random changes of responses: every field of the JSON and every part of the PSBTs. The same seed gives the same ones. */
import { hex } from '@scure/base';
import { RawOldTx } from '@scure/btc-signer/script.js';
import { sha256x2 } from '@scure/btc-signer/utils.js';
import { encodePsbt } from '../../../server/test/support/raw-psbt.ts';
import { otherCoin, ownPassthrough, placesIn, type Scene, THIEF } from './attack.ts';
import { addInput, addOutput, type HeldPsbt, type Json, told } from './lie.ts';
import { type Exchange, isSubmit } from './replay.ts';

/** Whole numbers below `below`. */
export type Draw = (below: number) => number;

export interface Mutant {
  readonly exchanges: readonly Exchange[];
  /** The changes, in words. */
  readonly what: string;
}

/** One to three changes of the responses of a scene, which it uses up. */
export function mutantOf(scene: Scene, draw: Draw): Mutant {
  const notes: string[] = [];
  const count = [1, 1, 1, 2, 2, 3][draw(6)]!;
  for (let change = 0; change < count; change += 1) {
    const isJson = scene.psbts.length === 0 || draw(5) < 2;
    notes.push(isJson ? changeJson(scene, draw) : changePsbt(scene, draw));
  }
  const isCoherent = draw(4) > 0;
  if (isCoherent) notes.push('coherent');
  const exchanges = told(scene, isCoherent);
  if (scene.psbts.length > 0 && draw(40) === 0) notes.push(flipByte(scene, draw));
  return { exchanges, what: notes.join('; ') };
}

const oneOf = <T>(values: readonly T[], draw: Draw): T => values[draw(values.length)]!;

function changeJson(scene: Scene, draw: Draw): string {
  const bodies = scene.exchanges.filter((exchange) => !isSubmit(exchange)).map(({ body }) => body as Json);
  const root = draw(8) === 0 ? oneOf(bodies, draw) : bodies.at(-1);
  const places = [...placesIn(root)].filter(({ key }) => key !== 'psbtBase64');
  if (places.length === 0) return 'nothing';
  const { parent, key, value } = oneOf(places, draw);
  if (/^[0-9a-f]{160,}$/.test(value) && draw(3) > 0) return changeTransfer(root, value, draw);
  const [how, changed] = changedValue(value, places, scene, key, draw);
  if (changed === undefined) {
    if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else delete parent[key];
    return `${key}: ${how}`;
  }
  const isPlain = typeof value !== 'object' && value !== null && value !== '';
  if (isPlain && draw(2) === 0) {
    for (const place of places) if (place.value === value) place.parent[place.key] = changed;
    if (typeof value === 'number' && typeof changed === 'number') follow(scene, value, changed);
    return `${key} everywhere: ${how}`;
  }
  parent[key] = changed;
  return `${key}: ${how}`;
}

/** Changes the equal amounts of the PSBTs as well. */
function follow({ psbts }: Scene, value: number, changed: number): void {
  if (!Number.isSafeInteger(changed) || changed < 0 || value < 100) return;
  for (const { psbt } of psbts) {
    const amounts = [
      ...psbt.inputs.flatMap(({ witnessUtxo }) => witnessUtxo ?? []),
      ...psbt.global.unsignedTx.outputs,
    ];
    for (const one of amounts) if (one.amount === BigInt(value)) one.amount = BigInt(changed);
  }
}

type Changed = readonly [how: string, value: unknown];

function changedValue(value: Json, places: readonly Json[], scene: Scene, key: string, draw: Draw): Changed {
  const alike = places.filter((place) => typeof place.value === typeof value && place.value !== value);
  const elsewhere = () => {
    const { exchanges } = oneOf(scene.others, draw) ?? scene.recording;
    return exchanges.flatMap(({ body }) => [...placesIn(body)].filter((place) => place.key === key));
  };
  const common: (() => Changed)[] = [
    () => ['removed', undefined],
    () => ['null', null],
    () => ['as a text', String(value)],
    () => ['in a list', [value]],
    () => ['another value of the response', structuredClone(oneOf(alike, draw)?.value ?? 0)],
    () => ['the value of another response', structuredClone(oneOf(elsewhere(), draw)?.value ?? 1)],
    () => ['of another type', oneOf<unknown>([true, '', 0, -1, {}, [], 'x', 1e300, 2 ** 53, 0.5], draw)],
  ];
  const own: (() => Changed)[] = [];
  if (typeof value === 'number') {
    const near = [value + 1, value - 1, value * 10, Math.floor(value / 10), -value, value * 2, 0];
    const by = 1 + draw(30_000);
    own.push(...near.map((number) => (): Changed => [`${value} to ${number}`, number]));
    own.push(
      () => [`${value} plus ${by}`, value + by],
      () => [`${value} minus ${by}`, value - by],
    );
  }
  if (typeof value === 'string' && value.length > 0) {
    const at = draw(value.length);
    const next = value[at] === 'a' ? 'b' : 'a';
    own.push(
      () => [`character ${at}`, value.slice(0, at) + next + value.slice(at + 1)],
      () => [`digit ${at}`, value.slice(0, at) + String(draw(10)) + value.slice(at + 1)],
      () => ['longer', `${value}00`],
      () => ['shorter', value.slice(0, -2)],
    );
  }
  if (typeof value === 'boolean') own.push(() => ['the opposite', !value]);
  if (Array.isArray(value)) {
    own.push(
      () => ['reversed', [...value].reverse()],
      () => ['empty', []],
      () => ['first twice', [value[0], ...value]],
      () => ['without the last', value.slice(0, -1)],
      () => ['one for all', value.map(() => structuredClone(value[0]))],
    );
  }
  return oneOf(draw(3) === 0 || own.length === 0 ? common : own, draw)();
}

function decoded(raw: string): Json | null {
  try {
    return RawOldTx.decode(hex.decode(raw)) as Json;
  } catch {
    return null; // an earlier change
  }
}

/** Changes a raw transaction in the JSON, and its txid wherever it is. */
function changeTransfer(root: Json, raw: string, draw: Draw): string {
  const transaction = decoded(raw);
  if (!transaction) return 'nothing';
  const what = oneOf(['version', 'lock time', 'input', 'vout', 'amount', 'script', 'output more'], draw);
  const [input, output] = [
    oneOf(transaction.inputs as Json[], draw),
    oneOf(transaction.outputs as Json[], draw),
  ];
  if (what === 'version') transaction.version += 1;
  if (what === 'lock time') transaction.lockTime += 1;
  if (what === 'input') input.txid = hex.decode('ee'.repeat(32));
  if (what === 'vout') input.index += 1;
  if (what === 'amount') output.amount += BigInt(1 + draw(1_000));
  if (what === 'script') output.script = THIEF.script;
  if (what === 'output more') transaction.outputs.push({ amount: 1_000n, script: THIEF.script });
  const now = hex.encode(RawOldTx.encode(transaction));
  const [old, id] = [raw, now].map((one) => hex.encode(sha256x2(hex.decode(one)).reverse()));
  for (const { parent, key, value } of placesIn(root)) {
    if (value === raw) parent[key] = now;
    if (value === old) parent[key] = id;
  }
  return `transfer: ${what}`;
}

function changePsbt(scene: Scene, draw: Draw): string {
  const at = draw(scene.psbts.length);
  const [name, change] = oneOf(PSBT_CHANGES, draw);
  const { inputs, global } = scene.psbts[at]!.psbt;
  if (inputs.length === 0 || global.unsignedTx.outputs.length === 0) return 'nothing';
  change(scene.psbts[at]!, scene, draw);
  return `psbt ${at}: ${name}`;
}

type PsbtChange = (held: HeldPsbt, scene: Scene, draw: Draw) => void;

const inputAt = ({ psbt }: HeldPsbt, draw: Draw) => {
  const index = draw(psbt.inputs.length);
  return { index, input: psbt.global.unsignedTx.inputs[index]!, fields: psbt.inputs[index]! };
};
const outputAt = ({ psbt }: HeldPsbt, draw: Draw) => oneOf(psbt.global.unsignedTx.outputs, draw);
const scriptsIn = ({ psbts, ordinals, payment }: Scene) => [
  ordinals,
  payment,
  THIEF.script,
  ...psbts.flatMap(({ psbt }) => psbt.global.unsignedTx.outputs.map(({ script }) => script)),
];
const amountNear = (amount: bigint, draw: Draw): bigint => {
  const by = BigInt(1 + draw([1, 1_000, 30_000, 1_000_000][draw(4)]!));
  const near = oneOf([amount + by, amount - by, amount * 10n, amount / 10n, 0n, 329n], draw);
  return near < 0n ? 0n : near;
};

const PSBT_CHANGES: readonly (readonly [string, PsbtChange])[] = [
  [
    'version',
    ({ psbt }, _scene, draw) => {
      psbt.global.unsignedTx.version = oneOf([0, 1, 2, 3, 4, -1], draw);
    },
  ],
  [
    'lock time',
    ({ psbt }, _scene, draw) => {
      psbt.global.unsignedTx.lockTime = oneOf([1, 900_000, 2e9], draw);
    },
  ],
  [
    'txid of an input',
    (held, _scene, draw) => {
      inputAt(held, draw).input.txid = new Uint8Array(32).fill(9);
    },
  ],
  [
    'vout of an input',
    (held, _scene, draw) => {
      inputAt(held, draw).input.index += 1;
    },
  ],
  [
    'coin of an input as another',
    (held, { psbts }, draw) => {
      const [to, from] = [inputAt(held, draw), inputAt(oneOf(psbts, draw), draw)];
      if (!from.input || !from.fields) return;
      Object.assign(to.input, { txid: from.input.txid, index: from.input.index });
      if (draw(2) === 0) Object.assign(to.fields, structuredClone(from.fields));
    },
  ],
  [
    'sequence',
    (held, _scene, draw) => {
      inputAt(held, draw).input.sequence = oneOf([0, 1, 144, 52_560, 0xfffffffe, 0xffffffff], draw);
    },
  ],
  [
    'amount of an input',
    (held, _scene, draw) => {
      const { witnessUtxo } = inputAt(held, draw).fields;
      if (witnessUtxo) witnessUtxo.amount = amountNear(witnessUtxo.amount, draw);
    },
  ],
  [
    'script of an input',
    (held, scene, draw) => {
      const { witnessUtxo } = inputAt(held, draw).fields;
      if (witnessUtxo) witnessUtxo.script = oneOf(scriptsIn(scene), draw);
    },
  ],
  ['no amount of an input', (held, _scene, draw) => void delete inputAt(held, draw).fields.witnessUtxo],
  [
    'sighash',
    (held, _scene, draw) => {
      inputAt(held, draw).fields.sighashType = oneOf([0, 1, 2, 3, 0x81, 0x82, 0x83], draw);
    },
  ],
  ['no leaf', (held, _scene, draw) => void delete inputAt(held, draw).fields.tapLeafScript],
  [
    'byte of a leaf',
    (held, _scene, draw) => {
      const leaf = inputAt(held, draw).fields.tapLeafScript?.[0]?.[1];
      if (leaf) leaf[draw(leaf.length)]! ^= 1 << draw(8);
    },
  ],
  [
    'internal key',
    (held, _scene, draw) => {
      inputAt(held, draw).fields.tapInternalKey = THIEF.script.slice(2);
    },
  ],
  [
    'merkle root',
    (held, _scene, draw) => {
      inputAt(held, draw).fields.tapMerkleRoot = new Uint8Array(32).fill(7);
    },
  ],
  [
    'redeem script',
    (held, scene, draw) => {
      inputAt(held, draw).fields.redeemScript = oneOf(scriptsIn(scene), draw);
    },
  ],
  [
    'input less',
    ({ psbt }, _scene, draw) => {
      const index = draw(psbt.inputs.length);
      psbt.inputs.splice(index, 1);
      psbt.global.unsignedTx.inputs.splice(index, 1);
    },
  ],
  [
    'passthrough as an input more',
    ({ psbt }, scene, draw) => addInput(psbt, draw(psbt.inputs.length + 1), ownPassthrough(scene)),
  ],
  [
    'own coin as an input more',
    ({ psbt }, { ordinals, payment }, draw) =>
      addInput(psbt, draw(psbt.inputs.length + 1), otherCoin(oneOf([ordinals, payment], draw))),
  ],
  [
    'coin of a third party as an input more',
    ({ psbt }, _scene, draw) => addInput(psbt, draw(psbt.inputs.length + 1), otherCoin(THIEF.script, 5_000)),
  ],
  [
    'inputs in another order',
    ({ psbt }, _scene, draw) => {
      const [a, b] = [draw(psbt.inputs.length), draw(psbt.inputs.length)] as [number, number];
      const { inputs } = psbt.global.unsignedTx;
      [inputs[a], inputs[b]] = [inputs[b]!, inputs[a]!];
      [psbt.inputs[a], psbt.inputs[b]] = [psbt.inputs[b]!, psbt.inputs[a]!];
    },
  ],
  [
    'outputs in another order',
    ({ psbt }, _scene, draw) => {
      const { outputs } = psbt.global.unsignedTx;
      const [a, b] = [draw(outputs.length), draw(outputs.length)];
      [outputs[a], outputs[b]] = [outputs[b]!, outputs[a]!];
    },
  ],
  [
    'amount of an output',
    (held, _scene, draw) => {
      const output = outputAt(held, draw);
      if (output) output.amount = amountNear(output.amount, draw);
    },
  ],
  [
    'sats from one output to another',
    (held, _scene, draw) => {
      const [from, to] = [outputAt(held, draw), outputAt(held, draw)];
      const sats = BigInt(1 + draw([10, 3_000, 50_000][draw(3)]!));
      if (!from || from.amount < sats) return;
      from.amount -= sats;
      to.amount += sats;
    },
  ],
  [
    'script of an output',
    (held, scene, draw) => {
      const output = outputAt(held, draw);
      if (output) output.script = oneOf(scriptsIn(scene), draw);
    },
  ],
  [
    'output less',
    ({ psbt }, _scene, draw) => {
      psbt.global.unsignedTx.outputs.splice(draw(psbt.outputs.length), 1);
      psbt.outputs.pop();
    },
  ],
  [
    'output more, taken from another',
    (held, scene, draw) => {
      const from = outputAt(held, draw);
      const sats = 330 + draw(20_000);
      if (!from || from.amount < BigInt(sats)) return;
      from.amount -= BigInt(sats);
      addOutput(held.psbt, draw(held.psbt.outputs.length + 1), sats, oneOf(scriptsIn(scene), draw));
    },
  ],
];

/** Flips one bit of an encoded PSBT: global fields, keys, lengths, anything. */
function flipByte({ psbts }: Scene, draw: Draw): string {
  const { holders, psbt } = oneOf(psbts, draw);
  const bytes = Buffer.from(encodePsbt(psbt), 'base64');
  const at = draw(bytes.length);
  bytes[at]! ^= 1 << draw(8);
  for (const holder of holders) holder.psbtBase64 = bytes.toString('base64');
  return `bit of byte ${at}`;
}
