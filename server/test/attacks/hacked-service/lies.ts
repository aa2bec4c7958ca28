/** Lies about any field of a message, generated from its schema and from what else the caller knows. */
import type { TSchema } from 'typebox';
import type { Random } from '../../../../stack/random.ts';

/** A place in a message. */
export interface Place {
  readonly path: readonly (string | number)[];
  readonly value: unknown;
}

/** Every place of a value that the schema describes: objects, arrays and leaves. */
export function placesIn(schema: TSchema, value: unknown, path: Place['path'] = []): Place[] {
  const own = path.length > 0 ? [{ path, value }] : [];
  const shape = schema as { properties?: Record<string, TSchema>; items?: TSchema; anyOf?: TSchema[] };
  if (shape.anyOf && value !== null) {
    const inner = shape.anyOf.find((one) => (one as { properties?: object }).properties) ?? shape.anyOf[0]!;
    return placesIn(inner, value, path);
  }
  if (shape.properties && typeof value === 'object' && value !== null)
    return [
      ...own,
      ...Object.entries(shape.properties).flatMap(([name, one]) =>
        placesIn(one, (value as Record<string, unknown>)[name], [...path, name]),
      ),
    ];
  if (shape.items && Array.isArray(value))
    return [...own, ...value.flatMap((one, i) => placesIn(shape.items!, one, [...path, i]))];
  return own;
}

/** A false value for a place. `facts`: the values of all places of other honest messages. */
export function lieAbout({ value }: Place, facts: readonly Place[], random: Random): unknown {
  const alike = facts.filter((one) => typeof one.value === typeof value).map((one) => one.value);
  const anything: (() => unknown)[] = [
    () => random.pick(alike),
    () => random.pick(alike),
    () => random.pick(alike),
    () => null,
    () => undefined,
    () => random.pick(facts).value,
  ];
  if (typeof value === 'number')
    return random.pick([
      ...anything,
      () => value + 1,
      () => value - 1,
      () => value * 10,
      () => Math.floor(value / 10),
      () => 0,
      () => -1,
      () => value + 0.5,
      () => 2_100_000_000_000_000,
      () => 0xffff,
      () => String(value),
    ])();
  if (typeof value === 'string')
    return random.pick([
      ...anything,
      () => flipped(value, random),
      () => flipped(value, random),
      () => value.toUpperCase(),
      () => value.slice(0, -1),
      () => `${value}00`,
      () => '',
      () => '00'.repeat(32),
    ])();
  if (Array.isArray(value))
    return random.pick([
      ...anything,
      () => value.slice(1),
      () => [...value, ...value],
      () => [...value].reverse(),
      () => [],
      () => Array.from({ length: 60 }, () => value[0]),
    ])();
  return random.pick(anything)();
}

function flipped(text: string, random: Random): string {
  const at = random.below(Math.max(text.length, 1));
  const digit = '0123456789abcdef'[random.below(16)]!;
  return text.slice(0, at) + digit + text.slice(at + 1);
}

/** A copy of `message` with another value at the place. */
export function changed<Message>(message: Message, path: Place['path'], value: unknown): Message {
  const copy = structuredClone(message);
  let inner = copy as Record<string | number, unknown>;
  for (const step of path.slice(0, -1)) {
    const next = inner[step];
    if (typeof next !== 'object' || next === null) return copy;
    inner = next as Record<string | number, unknown>;
  }
  const last = path.at(-1)!;
  if (value === undefined) delete inner[last];
  else inner[last] = structuredClone(value);
  return copy;
}
