import { guardsOf, type Mutant } from './mutant.ts';

const psbtTests = ['protocol/test/psbt/returned.test.ts', 'protocol/test/psbt/signed-step.test.ts'];

/** PSBTs that wallets return, signatures, and the rules that layouts keep. */
export const PROTOCOL: readonly Mutant[] = [
  ...guardsOf('protocol/src/psbt/returned.ts', psbtTests, [
    ['the length of a PSBT is bounded', 'if (psbtBase64.length > length)', 'if (length < 0)'],
    [
      'its unsigned transaction is the one that was built',
      'bytes.subarray(0, start.length), start)',
      'start, start)',
    ],
    ['previous transactions are bounded', 'if (previous > limits.previous)', 'if (previous < 0)'],
    ['all other fields are bounded', 'if (bytes.length - previous > limits.fields)', 'if (bytes.length < 0)'],
    ['fields of version 2 are refused', 'if (alien) damaged', 'if (alien && count.inputs < 0) damaged'],
  ]),
  ...guardsOf(
    'protocol/src/psbt/framing.ts',
    ['protocol/test/psbt/framing.test.ts'],
    [
      ['the fields of a map are bounded', 'if (found.length === MAX_FIELDS)', 'if (found.length < 0)'],
      ['no key occurs twice', 'if (keys.size === keys.add(key).size)', 'if (keys.size < 0)'],
      ['values are bounded', 'if (length > MAX_VALUE_BYTES && !isLarge)', 'if (length < 0 && !isLarge)'],
      ['nothing follows the last map', 'return behind === 0 ?', 'return behind >= 0 ?'],
    ],
  ),
  ...guardsOf('protocol/src/psbt/signed-step.ts', psbtTests, [
    ['a stated fact is the true one', "if (lie) say('bad_psbt'", "if (lie === '') say('bad_psbt'"],
    [
      'no key path signature on a passthrough',
      "if (input.lock.type === 'leaf' && fields.tapKeySig)",
      'if (input.coin.vout < 0)',
    ],
    ['no signature that was not asked for', 'return found.length === 0\n', 'return found.length >= 0\n'],
    ['one signature per input', 'if (second) say', 'if (second && found.length < 0) say'],
    [
      'every signature verifies',
      'const fault = signatureFault(table, inputIndex, party, signature);',
      'const fault = signature ? null : signatureFault(table, inputIndex, party, signature);',
    ],
  ]),
  ...guardsOf(
    'protocol/src/locks/payer.ts',
    ['protocol/test/locks/payer.test.ts'],
    [
      [
        'a payer has the key of its address',
        'find((each) => lock(each).script === script)',
        'find(() => true)',
      ],
    ],
  ),
  ...guardsOf('protocol/src/locks/p2wpkh.ts', psbtTests, [
    [
      'a final witness of a key hash names its key',
      'signature && key ? { key: bytesToHex(key)',
      'signature ? { key: publicKey',
    ],
  ]),
  ...guardsOf(
    'protocol/src/bitcoin/signatures.ts',
    ['protocol/test/bitcoin/signatures.test.ts'],
    [
      ['low S', 'verify(hash, publicKey, compact, true)', 'verify(hash, publicKey, compact, false)'],
      ['strict DER: no needless zeros', 'if (!isMinimal || ', 'if ('],
      ['the sighash type of the layout', 'SIGHASHES[each] === type', 'type >= 0'],
      ['DEFAULT stands for ALL alone', " && asked === 'ALL' ? ['ALL', 'DEFAULT']", " ? ['ALL', 'DEFAULT']"],
      [
        'one verified signature vouches for no other',
        'if (known.has(name)) return null;',
        'if (known.size > 0) return null;',
      ],
    ],
  ),
  ...guardsOf(
    'protocol/src/bitcoin/witness.ts',
    ['protocol/test/bitcoin/witness.test.ts', ...psbtTests],
    [
      [
        'nothing is completed with an unverified signature',
        'const fault = signatureFault(table, index, party, signature);',
        'const fault = signature ? null : signatureFault(table, index, party, signature);',
      ],
      ['a witness has one or two items', 'if (bytes[0] !== 1 && bytes[0] !== 2) return null;', ''],
    ],
  ),
  ...guardsOf(
    'protocol/src/bitcoin/sighash.ts',
    ['protocol/test/bitcoin/sighash.test.ts'],
    [
      [
        'taproot commits to the values of all inputs',
        'all.prevouts, all.amounts, all.scripts',
        'all.prevouts, all.scripts, all.scripts',
      ],
      ['ECDSA has no DEFAULT', "if (sighash === 'DEFAULT')\n", 'if (index < 0)\n'],
    ],
  ),
  ...guardsOf(
    'protocol/src/layout/sat-flow.ts',
    ['protocol/test/layout/sat-flow.test.ts'],
    [
      ['an inscription keeps its offset', ' || landed.offset !== offset', ''],
      ['a sat lies inside its input', 'at.offset >= value', 'at.offset > value'],
    ],
  ),
  ...guardsOf(
    'protocol/src/layout/rules.ts',
    ['protocol/test/purchase/sale-rules.test.ts', 'protocol/test/listing/recovery.test.ts'],
    [
      ['no coin is spent twice', 'if (seen.has(outpoint)) return outpoint;', ''],
      ['outputs have the exact value', 'output.valueSats === valueSats', 'output.valueSats >= valueSats'],
    ],
  ),
  ...guardsOf(
    'protocol/src/purchase/sale-rules.ts',
    ['protocol/test/purchase/sale-rules.test.ts'],
    [
      [
        'a listing stands where its seller signed',
        'input.coin.txid !== transferTxid',
        "input.coin.txid === ''",
      ],
      ['nobody else is paid', 'if (seen.length !== expected.length)', 'if (seen.length < expected.length)'],
      ['no output is dust', 'valueSats < dustLimit(script)', 'valueSats < 0'],
      ['a sale pays out no more than it spends', '(networkFee(table) >= 0 ?', '(table.version > 0 ?'],
    ],
  ),
  ...guardsOf(
    'protocol/src/counter/counter-rules.ts',
    ['protocol/test/offer/offer-rules.test.ts'],
    [
      [
        'a counter spends its passthrough and its funding',
        'seen.join() === expected.join() ?',
        'seen.length > 0 ?',
      ],
      [
        'the naming output holds nothing',
        'return paid(outputs.at(-1), valueSats, script);',
        'return valueSats < 0 ? script : null;',
      ],
    ],
  ),
  ...guardsOf(
    'protocol/src/listing/recovery.ts',
    ['protocol/test/listing/recovery.test.ts'],
    [
      ['a recovery spends its own passthroughs', 'if (wrong !== -1) return', 'if (wrong < -1) return'],
      ['a recovery pays the rate of its transfers', 'networkFee(table) === fee', 'networkFee(table) >= 0'],
      [
        'a recovery of an earlier release is known',
        'return isSigned(earlier) ? earlier : today',
        'return today',
      ],
    ],
  ),
  ...guardsOf(
    'protocol/src/listing/take-back.ts',
    ['protocol/test/listing/take-back.test.ts'],
    [['a take-back returns the passthrough in full', ' && outputs[0].valueSats === utxo.valueSats', '']],
  ),
  ...guardsOf(
    'protocol/src/listing/transfer-rules.ts',
    ['protocol/test/listing/transfer-rules.test.ts'],
    [['a transfer spends its own anchor', ' && sameOutpoint(inputs[1]!.coin, anchor)', '']],
  ),
  ...guardsOf(
    'protocol/src/fill/fill.ts',
    ['protocol/test/fill/fill.test.ts'],
    [
      ['an admission coin is spent under its lock', ' || spent.sequence !== tier.lockBlocks', ''],
      ['a settlement pays nobody else', "names === told.join(', ') ?", 'names !== null ?'],
      ['a settlement is small enough to be a child', ' && layoutSize(table) <= MAX_CHILD_VBYTES', ''],
    ],
  ),
];
