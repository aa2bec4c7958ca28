import { addressOf, scriptOf } from '@ordbook/protocol/bitcoin/keys';
import type { NetworkName } from '@ordbook/protocol/network';

/** Values for examples, by the name of the field or parameter. */
export type ExampleValues = Readonly<Record<string, string>>;

/** An address of mainnet, of a type that the examples have. */
const MAIN_ADDRESS = /^bc1[02-9ac-hj-np-z]{39,59}$/;

type Json = { [key: string]: unknown };

/** Items that have become the same, once: the API takes nothing twice. */
const distinct = (items: readonly unknown[]) => [
  ...new Map(items.map((item) => [JSON.stringify(item), item])).values(),
];

/**
 * The document with examples that work here: addresses of this network, and the given values wherever the
 * example of a request has a field or a parameter of that name. Changes the given document.
 */
export function withLiveExamples(document: Json, network: NetworkName, values: ExampleValues): Json {
  const here = (text: string) =>
    MAIN_ADDRESS.test(text) ? addressOf(scriptOf(text, 'mainnet'), network) : text;
  const live = (node: unknown, name: string, known: ExampleValues): unknown => {
    if (Array.isArray(node)) return distinct(node.map((item) => live(item, name, known)));
    if (typeof node === 'object' && node !== null)
      return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, live(value, key, known)]));
    if (typeof node !== 'string') return node;
    return Object.hasOwn(known, name) ? known[name] : here(node);
  };
  const walk = (node: unknown, inRequest: boolean): void => {
    if (Array.isArray(node)) for (const item of node) walk(item, inRequest);
    else if (typeof node === 'object' && node !== null) {
      const part = node as Json;
      if ('example' in part)
        part['example'] = live(part['example'], String(part['name'] ?? ''), inRequest ? values : {});
      for (const [key, value] of Object.entries(part))
        if (key !== 'example') walk(value, inRequest && key !== 'responses');
    }
  };
  walk(document, true);
  return document;
}
