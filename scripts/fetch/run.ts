import { cached, fetchPart, makePart, type Part } from './part.ts';

/**
 * The command line of `scripts/fetch.ts`: prints the paths of the parts that are named, or of all, and fetches what is
 * not there. Returns the exit code: 1 when one of them cannot be had, after the others.
 */
export function runFetch(
  parts: readonly Part[],
  [option, ...rest]: readonly string[],
  other: (name: string) => Part | undefined = () => undefined,
): number {
  if (option === '--list') {
    for (const part of parts) print(`${part.name}\t${part.setting}\t${cached(part) ?? 'not fetched'}`);
    return 0;
  }
  const locked = option === '--locked';
  const names = locked || option === undefined ? rest : [option, ...rest];
  const asked = names.length === 0 ? parts : names.map((name) => named(parts, name) ?? other(name));
  let code = 0;
  for (const [index, part] of asked.entries()) {
    try {
      if (!part) throw new Error('it is not in the table; --list prints it');
      const path = locked ? makePart(part) : fetchPart(part);
      print(asked.length === 1 ? path : `${part.name}: ${path}`);
    } catch (error) {
      code = 1;
      const use = part?.setting ? `; set ${part.setting} to the path of your own` : '';
      const sentence = `fetch ${part?.name ?? names[index]}: ${(error as Error).message}${use}`;
      process.stderr.write(`${sentence}\n`);
    }
  }
  return code;
}

const named = (parts: readonly Part[], name: string) => parts.find((part) => part.name === name);

const print = (line: string) => process.stdout.write(`${line}\n`);
