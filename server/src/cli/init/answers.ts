import { describeAddress } from '@ordbook/protocol/bitcoin/keys';
import { NETWORK_NAMES, type NetworkName } from '@ordbook/protocol/network';
import { Refusal } from '@ordbook/protocol/refusals';
import { NOBODY } from '../../base/settings.ts';
import { SIGNER_ROLES, type SignerRole } from '../../composition/signer-roles.ts';

/** What the files of `ordbook init` are for. */
export const TARGETS = ['systemd', 'compose'] as const;
export type Target = (typeof TARGETS)[number];

/** What the operator is asked. All text; empty means "none", or what the question says. */
export interface Answers {
  readonly target: Target;
  readonly network: NetworkName;
  /** Host name of the public service. */
  readonly domain: string;
  readonly feeAddress: string;
  /** Creators and partners that sales may pay, separated by commas; `none`. */
  readonly payouts: string;
  /** JSON-RPC of the node. Empty: on this machine, with a new password. */
  readonly node: string;
  /** The `ord` server. */
  readonly index: string;
  /** PostgreSQL. Empty: on this machine, with a new password. */
  readonly database: string;
  /** Esplora server for balances at sign-in. Empty: the node looks them up. */
  readonly esplora: string;
  /** Signers on other machines, `role=https://host:port`, separated by commas. Empty: all are on this one. */
  readonly signers: string;
}

export interface Question {
  readonly flag: string;
  readonly asks: string;
  /** The answers to choose from; absent when any text is allowed. */
  readonly choices?: readonly string[];
  /** Proposed to the operator, and used for a flag that is not given. Absent: the operator must answer. */
  readonly proposes?: string;
  /** Only asked for this target; compose runs these parts itself. */
  readonly only?: Target;
  /** What is wrong with a value; null when nothing is. `network`: null when its own answer is wrong. */
  readonly fault: (value: string, network: NetworkName | null) => string | null;
}

const oneOf = (choices: readonly string[]) => (value: string) =>
  choices.includes(value) ? null : `must be one of ${choices.join(', ')}`;

export const QUESTIONS: Readonly<Record<keyof Answers, Question>> = {
  target: {
    flag: '--for',
    asks: 'What should run the parts?',
    choices: TARGETS,
    proposes: 'systemd',
    fault: oneOf(TARGETS),
  },
  network: {
    flag: '--network',
    asks: 'Which Bitcoin network?',
    choices: NETWORK_NAMES,
    proposes: 'mainnet',
    fault: oneOf(NETWORK_NAMES),
  },
  domain: {
    flag: '--domain',
    asks: 'Under which host name do clients reach the service (for example trade.example)?',
    fault: (value) =>
      /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/.test(value)
        ? null
        : 'must be a host name in lower case, without https:// and without a path',
  },
  feeAddress: {
    flag: '--fee-address',
    asks: 'Which address receives the marketplace fees? Use one whose key is not on this machine.',
    fault: (value, network) =>
      network === null || isAddress(value, network) ? null : `must be an address of ${network}`,
  },
  payouts: {
    flag: '--payouts',
    asks: 'Which addresses of creators and partners may sales pay, besides it? Separated by commas, or none',
    proposes: NOBODY,
    fault: (value, network) => {
      if (network === null || value === NOBODY) return null;
      const listed = value.split(',');
      return listed.every((address) => isAddress(address, network))
        ? null
        : `must be addresses of ${network}, separated by commas, or ${NOBODY}`;
    },
  },
  node: {
    flag: '--node',
    asks: 'JSON-RPC of bitcoind, http://user:password@host:port (empty: on this machine, with a new password)',
    proposes: '',
    only: 'systemd',
    fault: (value) =>
      value === '' || (isUrl(value, ['http:', 'https:']) && hasUser(value))
        ? null
        : 'must be a URL that starts with http:// or https:// and has a user and a password',
  },
  index: {
    flag: '--index',
    asks: 'URL of the ord server',
    proposes: 'http://127.0.0.1:8081',
    only: 'systemd',
    fault: (value) =>
      isUrl(value, ['http:', 'https:']) ? null : 'must be a URL that starts with http:// or https://',
  },
  database: {
    flag: '--database',
    asks: 'PostgreSQL, postgres://user:password@host:port/name (empty: on this machine, with a new password)',
    proposes: '',
    only: 'systemd',
    fault: (value) =>
      value === '' || isUrl(value, ['postgres:', 'postgresql:'])
        ? null
        : 'must be a URL that starts with postgres:// or postgresql://',
  },
  esplora: {
    flag: '--esplora',
    asks: 'URL of an Esplora server for balances at sign-in; recommended on mainnet (empty: the node looks them up)',
    proposes: '',
    fault: (value) =>
      value === '' || isUrl(value, ['http:', 'https:'])
        ? null
        : 'must be a URL that starts with http:// or https://',
  },
  signers: {
    flag: '--signer',
    asks: 'Signers on other machines, role=https://host:port, separated by commas (empty: all on this machine)',
    proposes: '',
    only: 'systemd',
    fault: (value) =>
      remoteEntries(value).every(([role, url]) => isRole(role) && isSignerUrl(url)) &&
      new Set(remoteEntries(value).map(([role]) => role)).size === remoteEntries(value).length
        ? null
        : `must be role=https://host:port, of ${SIGNER_ROLES.join(', ')}, each once`,
  },
};

/** Where the signers on other machines listen, by role. The text was checked. */
export function remoteSigners({ signers }: Pick<Answers, 'signers'>): Partial<Record<SignerRole, string>> {
  return Object.fromEntries(remoteEntries(signers));
}

function remoteEntries(text: string): [role: string, url: string][] {
  const entries = text.split(',').filter((entry) => entry !== '');
  return entries.map((entry) => {
    const at = entry.indexOf('=');
    return [entry.slice(0, at), entry.slice(at + 1)];
  });
}

const isRole = (role: string) => (SIGNER_ROLES as readonly string[]).includes(role);

function isSignerUrl(text: string): boolean {
  if (!isUrl(text, ['https:'])) return false;
  const { port, pathname, search, username } = new URL(text);
  return port !== '' && pathname === '/' && search === '' && username === '' && !text.endsWith('/');
}

/** Characters that systemd, Docker and shells read in different ways in a file of settings. */
const AMBIGUOUS = /[\s"'`$\\#]/;

/** What is wrong with one answer; null when nothing is. */
export function faultOf(name: keyof Answers, value: string, network: NetworkName | null): string | null {
  if (AMBIGUOUS.test(value))
    return 'must not contain spaces, quotes, $, # or backslashes; write them percent-encoded in a URL (%24 for $)';
  return QUESTIONS[name].fault(value, network);
}

/** The questions for this target, in order. */
export function questionsFor(target: string): (keyof Answers)[] {
  return (Object.keys(QUESTIONS) as (keyof Answers)[]).filter(
    (name) => (QUESTIONS[name].only ?? target) === target,
  );
}

/**
 * Checks the answers and adds what is proposed for those that are missing. Throws one Error that names every
 * missing and every wrong answer by its flag.
 */
export function completeAnswers(given: Partial<Record<keyof Answers, string>>): Answers {
  const asked = questionsFor(TARGETS.find((target) => target === given.target) ?? 'systemd');
  const network = NETWORK_NAMES.find((name) => name === (given.network ?? QUESTIONS.network.proposes));
  const faults: string[] = [];
  const complete: Record<string, string> = {};
  for (const name of Object.keys(QUESTIONS) as (keyof Answers)[]) {
    const { flag, proposes } = QUESTIONS[name];
    const value = given[name] ?? proposes;
    complete[name] = value ?? '';
    if (value === undefined) faults.push(`  ${flag} is missing: ${QUESTIONS[name].asks}`);
    else if (!asked.includes(name) && given[name] !== undefined)
      faults.push(`  ${flag} is "${value}": leave it out; compose runs this part itself`);
    else {
      const fault = faultOf(name, value, network ?? null);
      // a URL may hold a password
      const shown = /:\/\/[^/]*@/.test(value) ? 'set, but wrong' : `"${value}"`;
      if (fault !== null) faults.push(`  ${flag} is ${shown}: ${fault}`);
    }
  }
  if (faults.length > 0)
    throw new Error(
      [
        `${faults.length} wrong ${faults.length === 1 ? 'answer' : 'answers'} (ordbook init --help explains them)`,
        ...faults,
      ].join('\n'),
    );
  return complete as unknown as Answers;
}

function isUrl(text: string, protocols: readonly string[]): boolean {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol);
}

function hasUser(text: string): boolean {
  const { username, password } = new URL(text);
  return username !== '' && password !== '';
}

function isAddress(address: string, network: NetworkName): boolean {
  try {
    describeAddress(address, network);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
