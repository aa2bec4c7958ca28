import { guardsOf, type Mutant } from './mutant.ts';

const REBUILT = ['client/test/signing/rebuilt.test.ts'];
const JOURNAL = ['client/test/safety/journal.test.ts'];
const PINS = ['client/test/safety/pins.test.ts'];
const INSPECT = ['client/test/inspect/hostile.test.ts'];
const JUDGE = ['judge/test/judge.test.ts', 'judge/test/stray.test.ts', 'judge/test/soundness.test.ts'];
const VECTORS = ['judge/test/vectors.test.ts'];
const READERS = ['spending', 'sighash', 'judge', 'vectors'].map((name) => `judge/test/${name}.test.ts`);
const GOODS = ['client/test/custody/goods.test.ts'];
const LOCATE = ['client/test/safety/locate.test.ts'];
const FLOWS = [
  'client/test/purchase/check.test.ts',
  'client/test/offer/check.test.ts',
  'client/test/counter/check.test.ts',
  'client/test/fill/check.test.ts',
  'client/test/attacks/own-leg.test.ts',
];

/** What the SDK refuses to sign, besides what the checks of each flow refuse. */
export const CLIENT: readonly Mutant[] = [
  ...guardsOf('client/src/signing/rebuilt.ts', REBUILT, [
    ['the version is ours', 'version === table.version && lockTime === 0', 'lockTime === 0'],
    ['there is no lock time', 'version === table.version && lockTime === 0', 'version === table.version'],
    ['sequences are ours', '(fields.sequence ?? 0xffffffff) === sequence', 'sequence !== -1'],
    [
      'the PSBT asks for no other sighash',
      'given === undefined || given === (fields.sighashType ?? 0)',
      'index >= 0',
    ],
  ]),
  ...guardsOf('client/src/safety/journal.ts', JOURNAL, [
    ['an output pays one signature', 'if (shared !== null)', "if (shared === '')"],
    ['versions keep signatures apart', 'a.version !== b.version || ', ''],
    ['two legs are apart', "a.sighash.startsWith('SINGLE') && b.sighash.startsWith('SINGLE')", 'a === b'],
    ['an own coin is no coin of others', 'open.some((one) => one.coin === text) || ', ''],
    ['an own passthrough is known by the market key', ' || own.includes(lock.script)', ''],
    [
      'only a spent coin ends a signature',
      'output?.spent !== true',
      'output !== null && output.spent !== true',
    ],
  ]),
  ...guardsOf('client/src/safety/pins.ts', PINS, [
    ['a changed key is refused', 'pinned === undefined || pinned === key', 'pinned !== null'],
    ['a new key is refused where pins are required', 'safety.requirePins !== true', 'key !== null'],
    ['services are pinned apart', '{safety.service}`;', "{''}`;"],
  ]),
  ...guardsOf('client/src/custody/goods.ts', GOODS, [
    [
      'mainnet needs a proof or a source',
      "known !== undefined || asking.wallet.network !== 'mainnet'",
      'asking !== null',
    ],
    [
      'proof and source agree',
      'outpointText(known) === outpointText(place) && known.offset === place.offset',
      'known !== null',
    ],
    ['named roots are needed without a proof too', 'demand(!roots,', 'demand(true,'],
  ]),
  ...guardsOf('client/src/custody/service-proof.ts', GOODS, [
    ['a false proof is refused', 'demand(answer.holds,', 'demand(answer !== null,'],
    ['sources have the block of a proof', 'known === hash', "hash !== ''"],
  ]),
  ...guardsOf('client/src/custody/membership.ts', GOODS, [
    ['a membership that proofs contradict is refused', 'demand(unproven !== undefined,', 'demand(true,'],
    ['roots that the user named are needed', 'demand(!isRootKnown,', "demand(name !== '',"],
    ['a kept proof was compared with the same sources', 'rootId, ...sources]', 'rootId]'],
    ['the roots of the user stand before those of the service', 'known ?? claim?.roots', 'claim?.roots'],
  ]),
  ...guardsOf('client/src/safety/locate.ts', LOCATE, [
    ['a bundle is sold knowingly', 'id === inscriptionId || soldWith.includes(id)', 'id !== null'],
    ['runes are not sold along', 'hasRunes !== true', 'hasRunes !== 7 as never'],
    ['coins that pay are plain', 'demand(other === undefined', 'demand(plain !== null'],
  ]),
  ...guardsOf('client/src/signing/limits.ts', FLOWS, [
    ['the network fee has a limit by its rate', 'feeSats <= feeFor(vsize, rate)', 'vsize > 0'],
    ['whole sats are whole', 'Number.isSafeInteger(value) && value > 0', 'value > 0'],
    ['postage has a limit', 'valueSats <= most', 'most > 0'],
  ]),
  ...guardsOf('client/src/purchase/check.ts', FLOWS, [
    ['no seller is the buyer', '!ownScripts(wallet).includes(script)', "script !== ''"],
  ]),
  ...guardsOf('client/src/signing/rebuilt.ts', FLOWS, [
    ['the announced transaction is ours', 'layoutTxid(table) === txid', "txid !== ''"],
    ['no other coin of ours is spent', 'demand(other === undefined,', 'demand(ours.length > 0,'],
  ]),
  ...guardsOf('client/src/listing/read-transfer.ts', FLOWS, [
    ['a transfer is proven by its hash', 'hash === txid', "hash !== ''"],
    ['the inscription comes from where it was', 'places.includes(from)', 'places.length > 0'],
    [
      'the transfer keeps the value of the coin',
      '(location.valueSats ?? passthrough.valueSats) === passthrough.valueSats',
      'location.vout >= 0',
    ],
  ]),
  ...guardsOf('client/src/inspect/stack.ts', INSPECT, [
    ['a claimed inscription is money', '!(areMoney && doubtful.includes(one))', 'doubtful.length >= 0'],
  ]),
  ...guardsOf('client/src/inspect/sentence.ts', INSPECT, [
    ['a transfer that costs says so', ' || totalSats !== 0', ''],
    ['names are quoted', 'quoted(name)', 'name'],
  ]),
  ...guardsOf('client/src/inspect/words.ts', INSPECT, [
    ['names have no unseen characters', String.raw`\p{Cf}\p{Cs}\p{Co}]`, ']'],
    ['names are short', 'short(plain, LONGEST_NAME)', 'short(plain, 1_000_000)'],
  ]),
  ...guardsOf('client/src/inspect/coin-findings.ts', INSPECT, [
    ['unknown sizes hide no fee', 'feeRate ?? Math.floor(', 'feeRate ?? 0 * Math.floor('],
  ]),
  ...guardsOf('client/src/inspect/signature.ts', INSPECT, [
    ['a named input is asked for', 'if (isNamed)', 'if (isNamed && !isNamed)'],
  ]),
  ...guardsOf('client/src/inspect/judged.ts', INSPECT, [
    [
      'a forged signature hides no sighash',
      'return isMine(owner) && sighashType !== undefined ? [{ input }] : [];',
      'return isMine(owner) && !sighashType && sighashType ? [{ input }] : [];',
    ],
  ]),
  ...guardsOf('client/src/inspect/findings.ts', INSPECT, [
    ['the guard is the market', 'keys.market !== marketKey', 'keys.market === marketKey'],
  ]),
  ...guardsOf(
    'client/src/signing/sign-step.ts',
    ['client/test/signing/sign-step.test.ts'],
    [['only a no takes a signature back', "?.code === 'rejected'", '?.code !== null']],
  ),
  ...guardsOf('judge/src/read-psbt.ts', INSPECT, [
    [
      'a forged redeem script proves no value',
      '!redeemScript || script !== ',
      '!redeemScript || script === ',
    ],
  ]),
  ...guardsOf('judge/src/free.ts', JUDGE, [
    [
      'equal outputs are paid once',
      "signature.coverage.outputs !== 'all'",
      "signature.coverage.outputs === 'all'",
    ],
    ['a coin makes room for another', 'place(matches.get(other)!, tried)', 'false'],
    ['each trade needs a coin of its own', 'if (needed.size < used.length) return null;', ''],
    ['a place is taken once', '(index) => !places.has(index)', '(index) => index >= 0'],
  ]),
  ...guardsOf('judge/src/worst.ts', JUDGE, [
    ['what may be in a block gives nothing again', 'if (isToCome(draft)) for', 'if (draft) for'],
  ]),
  ...guardsOf('judge/src/collect.ts', JUDGE, [
    [
      'an unknown sighash of ECDSA has a meaning',
      "spending.digest === 'taproot' ? null : maskedCoverage(byte)",
      'null',
    ],
  ]),
  ...guardsOf('judge/src/plan.ts', JUDGE, [
    [
      'outputs that are not fixed count for nothing',
      'plan.outputs ?? plan.demanded.values()',
      'plan.signatures[0]!.draft.read.outputs',
    ],
    ['past the outputs none is in its place', 'index >= mostOutputs ||', ''],
  ]),
  ...guardsOf('judge/src/plan.ts', VECTORS, [
    ['a legacy pair keeps its place', 'place !== null && place !== at', 'place !== null && place === -1'],
    [
      'two lists of outputs contradict each other',
      'if (outputs) return sameOutputs(whole, outputs) ? together : null;',
      'if (outputs) return together;',
    ],
    ['a pair is among all outputs', 'output !== undefined && isSame(output, pairOf(one))', 'output !== null'],
  ]),
  ...guardsOf('judge/src/spending.ts', READERS, [
    ['a redeem script is that of its coin', '!(redeemScript && script', '!(redeemScript || script'],
    ['a witness script is that of its coin', '!witnessScript || program', '!witnessScript && program'],
    ['a leaf is in its coin', '  if (stray)\n', "  if (stray && script === '')\n"],
    ['two ways to sign are named', 'keys.length > 1 && hasKeyPath', 'keys.length > 99 && hasKeyPath'],
    ['a multisig asks for all its keys', 'first === before && first === 0x50 + keys.length', 'first > 0'],
    ['a script checks a signature', 'keys.length > 0 ? null : doubt(', 'keys.length >= 0 ? null : doubt('],
    ['a leaf is of a known version', 'leaf.at(-1) === TAPSCRIPT', 'leaf.length > 0'],
    ['a check of a leaf has a key', 'CHECKS.has(code) && (!isLeaf || before === 32)', 'CHECKS.has(code)'],
  ]),
  ...guardsOf('judge/src/sighash.ts', READERS, [
    ['ECDSA has no DEFAULT', 'return sighashType || own;', 'return sighashType ?? own;'],
    ['a signature in a scriptSig is one', ', ...pushes(finalScriptSig)]', ']'],
    ['five bits of an unknown sighash count', 'byte & 0x1f', 'byte & 0x7f'],
  ]),
  ...guardsOf('judge/src/doubts.ts', VECTORS, [
    ['a coin that nothing guards is named', "  'unknown-script',\n", ''],
  ]),
  ...guardsOf('judge/src/free.ts', VECTORS, [
    ['a shared output has one place', '(signature.place ?? index) === index', 'index >= 0'],
    ['a legacy pair shares its place only', '(one.place ?? index) === index', 'index >= 0'],
  ]),
  ...guardsOf('judge/src/stray.ts', VECTORS, [
    [
      'signatures of two versions never meet',
      'beside.length > 0 && sameFrame(',
      'beside.length > 0 || sameFrame(',
    ],
    ['what is shared is paid once', 'satsTo(mine, outputs) - held(shared)', 'satsTo(mine, outputs)'],
  ]),
  ...guardsOf('judge/src/judge.ts', VECTORS, [
    ['an invalid signature is no warning', "if (isPast && spending.digest === 'taproot') return [];", ''],
  ]),
  ...guardsOf('judge/src/fates.ts', JUDGE, [
    [
      'a claim moves no inscription',
      '!commitsToAll && !isSigned && !collected.isProven(before)',
      'before.valueSats < 0',
    ],
    ['what pays may be spent without it', 'coin === undefined &&', 'coin !== undefined &&'],
  ]),
  ...guardsOf('client/src/inspect/roles.ts', INSPECT, [
    ['a passthrough has no third key', 'passthroughScript(keys) === input.script', 'input.script !== null'],
  ]),
  ...guardsOf('client/src/inspect/inspect.ts', INSPECT, [
    ['its own signature decides', "if (signature.state === 'asked') return !coversAll(signature);", ''],
    ['signatures of others decide nothing', 'asked.length > 0 ? asked :', 'asked.length > 99 ? asked :'],
  ]),
  ...guardsOf('client/src/inspect/outcome-findings.ts', INSPECT, [
    ['an unseen script is named', '...(options.isOfferChecked ? [] : offerFindings(explanation)),', ''],
  ]),
  ...guardsOf(
    'mcp/src/state-file.ts',
    ['mcp/test/state-file.test.ts'],
    [['one process spends', 'held.has(lock) || isAlive(holder)', 'held.has(lock)']],
  ),
];
