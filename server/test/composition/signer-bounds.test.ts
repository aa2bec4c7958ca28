import { fanOutFee } from '@ordbook/protocol/bitcoin/weights';
import { expect, test } from 'vitest';
import { readSettings, type Settings } from '../../src/composition/settings.ts';
import { checkSignerBounds, signerBounds } from '../../src/composition/signer-bounds.ts';

const check = (env: Partial<Record<keyof Settings, string>>) => checkSignerBounds(readSettings(env));

test('the defaults are what an honest service needs', () => {
  expect(signerBounds(readSettings({}))).toEqual({
    packagesPerHour: 2_000,
    feeSatsPerHour: 1_000_000,
    feeSatsPerDay: 3_000_000,
    anchorsPerDay: 5_000,
  });
  expect(() => check({})).not.toThrow();
});

test('bounds that would stop an honest service are named, with what is allowed', () => {
  const dearest = fanOutFee(5, 101, 200);
  expect(() => check({ SIGNER_FEE_SATS_PER_HOUR: String(dearest) })).not.toThrow();
  expect(() =>
    check({
      SIGNER_FEE_SATS_PER_HOUR: String(dearest - 1),
      SIGNER_FEE_SATS_PER_DAY: '1000',
      SIGNER_ANCHORS_PER_DAY: '199',
    }),
  ).toThrow(
    [
      '3 wrong settings (docs/operations.md lists them all)',
      `  SIGNER_FEE_SATS_PER_HOUR is "${dearest - 1}": must be at least ${dearest}, the fee of a fan-out into 100 anchors at MAX_FEE_RATE (200)`,
      `  SIGNER_FEE_SATS_PER_DAY is "1000": must not be below SIGNER_FEE_SATS_PER_HOUR (${dearest - 1})`,
      '  SIGNER_ANCHORS_PER_DAY is "199": must not be below ANCHOR_POOL_TARGET (200), or the pool cannot be filled within a day',
    ].join('\n'),
  );
});

test('a bound of nothing is no bound', () => {
  for (const name of ['SIGNER_PACKAGES_PER_HOUR', 'SIGNER_FEE_SATS_PER_DAY', 'SIGNER_ANCHORS_PER_DAY'])
    expect(() => readSettings({ [name]: '0' })).toThrow(`${name} is "0": must be a whole number, 1 to`);
});
