import { DIFFICULTY_INTERVAL, firstSatAt, SAT_SUPPLY, SUBSIDY_HALVING_INTERVAL, subsidyAt } from './sat.ts';

/**
 * The sat that a text names, in any notation of ordinal theory: number, name (`satoshi` style letters),
 * decimal (`height.offset`), degree (`0°1′1″0‴`) or percentile. Undefined when it names none.
 */
export function parseSat(text: string): number | undefined {
  if (/[a-z]/.test(text)) return fromName(text);
  if (text.includes('°')) return fromDegree(text);
  if (text.includes('%')) return fromPercentile(text);
  if (text.includes('.')) return fromDecimal(text);
  return /^\+?\d+$/.test(text) ? inSupply(Number(text)) : undefined;
}

const inSupply = (sat: number): number | undefined => (sat >= 0 && sat < SAT_SUPPLY ? sat : undefined);

function fromName(name: string): number | undefined {
  if (!/^[a-z]{1,11}$/.test(name)) return undefined;
  let position = 0;
  for (const letter of name) position = position * 26 + letter.charCodeAt(0) - 96;
  return inSupply(SAT_SUPPLY - position);
}

function fromDecimal(decimal: string): number | undefined {
  const match = /^(\d+)\.(\d+)$/.exec(decimal);
  return match === null ? undefined : atHeight(Number(match[1]), Number(match[2]));
}

function atHeight(height: number, offset: number): number | undefined {
  return offset < subsidyAt(height) ? firstSatAt(height) + offset : undefined;
}

function fromPercentile(percentile: string): number | undefined {
  const match = /^(\d+(?:\.\d*)?)%$/.exec(percentile);
  if (match === null) return undefined;
  return inSupply(Math.round((Number(match[1]) / 100) * (SAT_SUPPLY - 1)));
}

function fromDegree(text: string): number | undefined {
  const match = /^(\d+)°(\d+)′(\d+)″(?:(\d+)‴)?$/.exec(text);
  if (match === null) return undefined;
  const [hour, minute, second, third] = match.slice(1).map((part) => Number(part ?? 0));
  if (minute! >= SUBSIDY_HALVING_INTERVAL || second! >= DIFFICULTY_INTERVAL) return undefined;
  // Each halving shifts the difficulty period by 336 blocks, which tells the epoch within its cycle.
  const shift = SUBSIDY_HALVING_INTERVAL % DIFFICULTY_INTERVAL;
  const relation = second! + SUBSIDY_HALVING_INTERVAL * 6 - minute!;
  if (relation % shift !== 0) return undefined;
  const epoch = hour! * 6 + (relation % DIFFICULTY_INTERVAL) / shift;
  return atHeight(epoch * SUBSIDY_HALVING_INTERVAL + minute!, third!);
}
