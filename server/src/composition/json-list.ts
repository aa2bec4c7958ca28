/** A JSON file that an operator writes: what is wrong in it is named with its line, all at once. */
import { readFile } from 'node:fs/promises';
import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import type { TSchema } from 'typebox';
import { Settings } from 'typebox/system';
import { Errors } from 'typebox/value';
import { withFile } from '../base/file-fault.ts';
import { nearestOf } from './misspelt.ts';

/** Where a value is: keys and positions from the outermost list. */
type Path = readonly (string | number)[];

export interface Flaw {
  readonly path: Path;
  /** What is wrong, e.g. `must be a whole number`. */
  readonly fault: string;
}

export interface JsonText {
  /** What errors name: the file. */
  readonly where: string;
  readonly content: unknown;
  /** The line of a value, from 1. */
  lineOf(path: Path): number;
}

const MAX_ERRORS = 1_000;

/** What each field must be, in words. The empty name is for the list itself. */
export type Demands = Readonly<Record<string, string>>;

/** Reads a file. Throws an Error with every syntax error and its line, and when the file cannot be read. */
export async function readJsonText(path: string, what: string): Promise<JsonText> {
  return jsonText(path, await withFile(path, what, () => readFile(path, 'utf8')));
}

/** Parses text that came from `where`. Throws an Error with every syntax error and its line. */
export function jsonText(where: string, text: string): JsonText {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  if (!root || errors.length > 0) {
    const lines = errors.map(({ error, offset }) => `line ${lineAt(offset)}: ${syntaxFault(error)}`);
    throw new Error(`${where} is not JSON:\n  ${lines.join('\n  ') || 'it is empty'}`);
  }
  return { where, content: getNodeValue(root), lineOf: (at) => lineAt(nearestNode(root, at).offset) };
}

/** Every way in which the content differs from the schema, in the words of `demands`. */
export function flawsIn(schema: TSchema, content: unknown, demands: Demands): Flaw[] {
  const flaws = allErrors(schema, content).flatMap(({ keyword, instancePath, params }): Flaw[] => {
    const path = pathOf(instancePath);
    const { additionalProperties = [], requiredProperties = [] } = params as {
      additionalProperties?: readonly string[];
      requiredProperties?: readonly string[];
    };
    if (keyword === 'additionalProperties')
      return additionalProperties.map((name) => ({
        path: [...path, name],
        fault: unknownField(name, demands),
      }));
    // comes with additionalProperties
    if (keyword === 'boolean') return [];
    if (keyword === 'required')
      return requiredProperties.map((name) => ({ path, fault: `${name} is missing: it ${demands[name]}` }));
    const field = path.findLast((step) => typeof step === 'string');
    return [{ path, fault: demands[String(field ?? '')] ?? demands['']! }];
  });
  // a union reports each of its branches
  const seen = new Set<string>();
  return flaws.filter((flaw) => !seen.has(JSON.stringify(flaw)) && seen.add(JSON.stringify(flaw)));
}

/** All errors; by default the library stops after eight. */
function allErrors(schema: TSchema, content: unknown) {
  const { maxErrors } = Settings.Get();
  Settings.Set({ maxErrors: MAX_ERRORS });
  try {
    return Errors(schema, content);
  } finally {
    Settings.Set({ maxErrors });
  }
}

/** Throws one Error with a line for each flaw: line of the file, key, value, and what it must be. */
export function throwFlaws(json: JsonText, flaws: readonly Flaw[]): void {
  if (flaws.length === 0) return;
  const lines = flaws.map(({ path, fault }) => {
    const value = valueAt(json.content, path);
    const seen = value === undefined || typeof value === 'object' ? '' : `, but is ${JSON.stringify(value)}`;
    return `  line ${json.lineOf(path)}: ${keyText(path)} ${fault}${fault.startsWith('must') ? seen : ''}`;
  });
  const count = flaws.length === 1 ? 'a mistake' : `${flaws.length} mistakes`;
  throw new Error([`${json.where} has ${count} (docs/collections.md lists the fields)`, ...lines].join('\n'));
}

function unknownField(name: string, demands: Demands): string {
  const names = Object.keys(demands).filter((one) => one !== '');
  const known = nearestOf(
    name,
    names.map((one) => one.toUpperCase()),
  );
  const start = names.find((one) => one.toLowerCase().startsWith(name.toLowerCase()));
  const nearest = names.find((one) => one.toUpperCase() === known) ?? start;
  return `is no field of a collection${nearest === undefined ? '' : `; did you mean ${nearest}?`}`;
}

function syntaxFault(code: ParseError['error']): string {
  // e.g. CommaExpected
  const words = printParseErrorCode(code)
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  const [, missing] = /^(.*) expected$/.exec(words) ?? [];
  return missing === undefined ? words : `a ${missing} is missing`;
}

function pathOf(instancePath: string): Path {
  return instancePath
    .split('/')
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step.replaceAll('~1', '/').replaceAll('~0', '~')));
}

/** The node at a path, or the one that would hold it. */
function nearestNode(root: Node, path: Path): Node {
  for (let length = path.length; length > 0; length -= 1) {
    const node = findNodeAtLocation(root, path.slice(0, length));
    // a field begins with its name
    if (node) return node.parent?.type === 'property' ? node.parent : node;
  }
  return root;
}

function valueAt(content: unknown, path: Path): unknown {
  return path.reduce<unknown>((at, step) => (at as Record<string | number, unknown> | null)?.[step], content);
}

/** `[0, 'fees', 'sellerBps']` becomes `[0].fees.sellerBps`; the empty path becomes `the file`. */
function keyText(path: Path): string {
  if (path.length === 0) return 'the list';
  return path
    .map((step, i) => (typeof step === 'number' ? `[${step}]` : `${i === 0 ? '' : '.'}${step}`))
    .join('');
}
