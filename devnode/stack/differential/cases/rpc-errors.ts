import type { Case } from '../verdicts.ts';

const NO_ID = '00'.repeat(31);
const UNKNOWN = 'ab'.repeat(32);
/** A transaction without signatures. */
const RAW = `0200000001${UNKNOWN}0100000000fdffffff01000000000000000000${'00'.repeat(4)}`;

/**
 * Calls with bad arguments and, last in a row, what the real node answers; the verdict is the code and the
 * class of the message.
 */
const CALLS: readonly (readonly [method: string, params: readonly unknown[], expects: Case['expects']])[] = [
  ['nosuchmethod', [], '-32601 Method not found'],
  ['getblockhash', [1_000_000], '-8 Block height out of range'],
  ['getblockhash', [-1], '-8 Block height out of range'],
  ['getblockhash', ['one'], '-3 Wrong type passed:'],
  ['getblockhash', [], '-1 help'],
  ['getblock', [UNKNOWN], '-5 Block not found'],
  ['getblock', ['zz'], '-8 blockhash must be of length 64 (not 2'],
  ['getblockheader', [UNKNOWN], '-5 Block not found'],
  ['getblockheader', [NO_ID], '-8 hash must be of length 64 (not 62'],
  [
    'getrawtransaction',
    [UNKNOWN],
    '-5 No such mempool or blockchain transaction. Use gettransaction for wallet transactions.',
  ],
  ['getrawtransaction', [NO_ID], '-8 parameter 1 must be of length 64 (not 62'],
  [
    'getrawtransaction',
    ['zz'.repeat(32)],
    "-8 parameter 1 must be hexadecimal string (not 'zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz')",
  ],
  ['getmempoolentry', [UNKNOWN], '-5 Transaction not in mempool'],
  [
    'getmempoolentry',
    [NO_ID],
    {
      core: '-8 txid must be of length 64 (not 62',
      knots: '-8 parameter 1 must be of length 64 (not 62',
    },
  ],
  ['gettxout', [UNKNOWN, 0], 'null'],
  ['gettxout', [NO_ID, 0], '-8 txid must be of length 64 (not 62'],
  ['gettxspendingprevout', [[]], '-8 Invalid parameter'],
  ['gettxspendingprevout', [[{ txid: UNKNOWN, vout: -1 }]], '-8 Invalid parameter'],
  ['gettxspendingprevout', [[{ txid: UNKNOWN }]], '-3 Missing vout'],
  ['sendrawtransaction', ['00'], '-22 TX decode failed. Make sure the tx has at least one input.'],
  ['sendrawtransaction', ['not hex'], '-22 TX decode failed. Make sure the tx has at least one input.'],
  ['sendrawtransaction', [], '-1 help'],
  ['sendrawtransaction', [7], '-3 Wrong type passed:'],
  ['testmempoolaccept', [[]], '-8 Array must contain between 1 and 25 transactions.'],
  ['testmempoolaccept', [['00']], '-22 TX decode failed: 00 Make sure the tx has at least one input.'],
  ['testmempoolaccept', ['00'], '-3 Wrong type passed:'],
  ['testmempoolaccept', [new Array(26).fill('00')], '-8 Array must contain between 1 and 25 transactions.'],
  ['submitpackage', [[]], '-8 Array must contain between 1 and 25 transactions.'],
  ['submitpackage', [['00']], '-22 TX decode failed: 00 Make sure the tx has at least one input.'],
  ['submitpackage', [new Array(26).fill('00')], '-8 Array must contain between 1 and 25 transactions.'],
  ['decoderawtransaction', ['00'], '-22 TX decode failed'],
  ['estimatesmartfee', [0], '-8 Invalid conf_target'],
  ['estimatesmartfee', [2000], '-8 Invalid conf_target'],
  ['estimatesmartfee', ['six'], '-3 Wrong type passed:'],
  ['invalidateblock', [UNKNOWN], '-5 Block not found'],
  ['reconsiderblock', [UNKNOWN], '-5 Block not found'],
  ['generatetoaddress', [1, 'no address'], '-5 Error: Invalid address'],
  ['generatetoaddress', [1, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'], '-5 Error: Invalid address'],
  ['generateblock', ['no address', []], '-5 Error: Invalid address or descriptor'],
  [
    'generateblock',
    ['bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', ['00']],
    '-22 Transaction decode failed for 00. Make sure the tx has at least one input.',
  ],
  [
    'generateblock',
    ['bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', [UNKNOWN]],
    '-5 Transaction <hash> not in mempool.',
  ],
  ['setmocktime', [-1], '-8 Mocktime must be in the range [0'],
  ['decodepsbt', ['zz'], '-22 TX decode failed invalid base64'],
  ['finalizepsbt', ['zz'], '-22 TX decode failed invalid base64'],
  ['createpsbt', [[{ txid: UNKNOWN }], []], '-8 Invalid parameter'],
  ['signrawtransactionwithkey', ['00', []], '-22 TX decode failed. Make sure the tx has at least one input.'],
  [
    'signrawtransactionwithkey',
    [RAW, [], [{ txid: UNKNOWN, vout: 1, scriptPubKey: `a914${'00'.repeat(20)}87`, amount: 1 }]],
    '-8 Missing redeemScript/witnessScript',
  ],
  ['signrawtransactionwithkey', [RAW, ['no key']], '-5 Invalid private key'],
  ['signrawtransactionwithkey', [RAW, [], [], 'SOME'], "-8 'SOME' is not a valid sighash parameter."],
  ['scantxoutset', ['start', ['addr(nothing)']], '-5 Address is not valid'],
  ['scantxoutset', ['start'], '-1 scanobjects argument is required for the start action'],
  ['scantxoutset', ['dance'], "-8 Invalid action 'dance'"],
];

export const RPC_ERRORS: Case[] = CALLS.map(([method, params, expects]) => ({
  title: `${method} ${JSON.stringify(params).slice(0, 80)}`,
  expects,
  run: async (lab) => {
    const answer = await lab.ask(method, params);
    const { code, message } = (answer ?? {}) as { code?: number; message?: string };
    // Help texts differ between nodes; that it is help does not.
    const text = message?.startsWith(method) ? 'help' : message?.split('\n', 1)[0];
    return code === undefined ? { verdict: JSON.stringify(answer) } : { verdict: `${code} ${text}` };
  },
}));
