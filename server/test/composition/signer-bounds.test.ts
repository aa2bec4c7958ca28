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
  expect(() => check({ SIGNER_FEE_SATS_PER_DAY: String(3 * dearest) })).not.toThrow();
  expect(() => check({ SIGNER_FEE_SATS_PER_DAY: String(3 * dearest - 1) })).toThrow(
    [
      '1 wrong setting (docs/settings.md lists them all)',
      `  SIGNER_FEE_SATS_PER_DAY is "${3 * dearest - 1}": must be at least ${3 * dearest}; a third of it per hour pays for a fan-out into 100 anchors at MAX_FEE_RATE (200)`,
    ].join('\n'),
  );
});

test('a pool of any size can be filled within a day', () => {
  for (const [target, anchorsPerDay] of [
    ['1', 5_000],
    ['200', 5_000],
    ['201', 5_025],
    ['100000', 2_500_000],
  ] as const)
    expect(signerBounds(readSettings({ ANCHOR_POOL_TARGET: target }))).toMatchObject({ anchorsPerDay });
});

test('a bound of nothing is no bound', () => {
  for (const name of ['SIGNER_PACKAGES_PER_HOUR', 'SIGNER_FEE_SATS_PER_DAY'])
    expect(() => readSettings({ [name]: '0' })).toThrow(`${name} is "0": must be a whole number, 1 to`);
});
