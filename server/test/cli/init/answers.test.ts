import { describe, expect, test } from 'vitest';
import { completeAnswers, faultOf, questionsFor } from '../../../src/cli/init/answers.ts';

const REGTEST = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const NEEDED = { domain: 'trade.example', network: 'regtest', feeAddress: REGTEST };

describe('the answers', () => {
  test('are completed with what is proposed', () => {
    expect(completeAnswers(NEEDED)).toEqual({
      ...NEEDED,
      target: 'systemd',
      payouts: 'none',
      node: '',
      index: 'http://127.0.0.1:8081',
      database: '',
      esplora: '',
      signers: '',
    });
  });

  test('that are missing or wrong are named together, by their flags and with what is allowed', () => {
    const wrong = { target: 'kubernetes', network: 'regtest', domain: 'https://trade.example', node: 'x' };
    const message = messageOf(() => completeAnswers(wrong));
    expect(message.split('\n')).toEqual([
      expect.stringMatching(/^4 wrong answers \(ordbook init --help/),
      '  --for is "kubernetes": must be one of systemd, compose',
      expect.stringMatching(/^ {2}--domain is "https:\/\/trade\.example": must be a host name/),
      expect.stringMatching(/^ {2}--fee-address is missing: /),
      expect.stringMatching(/^ {2}--node is "x": must be a URL that starts with http:/),
    ]);
  });

  test('never show a password', () => {
    const message = messageOf(() => completeAnswers({ ...NEEDED, node: 'ftp://user:hunter2@host' }));
    expect(message).toContain('--node is set, but wrong: must be a URL that starts with http://');
    expect(message).not.toContain('hunter2');
  });

  test('of a node, an index and a database are refused where compose runs them', () => {
    expect(questionsFor('compose')).toEqual([
      'target',
      'network',
      'domain',
      'feeAddress',
      'payouts',
      'esplora',
    ]);
    const given = { ...NEEDED, target: 'compose', database: 'postgres://localhost/ordbook' };
    expect(messageOf(() => completeAnswers(given))).toContain(
      '--database is "postgres://localhost/ordbook": leave it out',
    );
  });
});

test.each([
  ['feeAddress', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'must be an address of regtest'],
  ['payouts', '', 'separated by commas, or none'],
  ['payouts', `${REGTEST},bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4`, 'must be addresses of regtest'],
  ['node', 'http://127.0.0.1:18443', 'has a user and a password'],
  ['node', 'http://user:pass$word@127.0.0.1', '%24 for $'],
  ['index', 'http://127.0.0.1:8081 ', 'must not contain spaces'],
  ['database', 'mysql://localhost', 'starts with postgres://'],
  ['esplora', 'esplora.example', 'starts with http://'],
  ['domain', 'Trade.example', 'a host name in lower case'],
  ['domain', '-trade.example', 'a host name'],
  ['network', 'testnet4', 'one of mainnet, testnet, signet, regtest'],
] as const)('%s cannot be %s', (name, value, fault) => {
  expect(faultOf(name, value, 'regtest')).toContain(fault);
});

test.each([
  ['feeAddress', REGTEST],
  ['node', 'https://user:pass%24word@node.example:8332'],
  ['node', ''],
  ['index', 'http://10.0.0.3:80'],
  ['database', 'postgresql://ordbook@db1:5432/ordbook'],
  ['domain', 'localhost'],
  ['domain', 'a.trade-1.example'],
] as const)('%s can be %s', (name, value) => {
  expect(faultOf(name, value, 'regtest')).toBe(null);
});

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('nothing was refused');
}
