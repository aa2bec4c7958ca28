import { admissionFanOutLayout } from '@ordbook/protocol/operator-coins/fan-out';
import { expect, test } from 'vitest';
import { TIER } from '../../../../protocol/test/collection-offer/terms.ts';
import { coin, KEYS, xOnly } from '../../../../protocol/test/parties.ts';
import { checkSignableAdmissionFanOut } from '../../../src/signer/market/admission-fan-out-rules.ts';

const gateKey = xOnly('gate');
const settings = { keys: KEYS, gateKey, tiers: [TIER], maxFeeRate: 100 };
const making = (count: number) =>
  admissionFanOutLayout(
    { coins: [coin('operator', 100_000)], tiers: [{ tier: TIER, count }], feeSats: 1_000 },
    KEYS,
    gateKey,
  );

test('a fan-out transaction creates as many admission coins of a tier as the tier has, and no more', () => {
  expect(() => checkSignableAdmissionFanOut(making(TIER.coins), settings)).not.toThrow();
  expect(() => checkSignableAdmissionFanOut(making(TIER.coins + 1), settings)).toThrow(
    `tier ${TIER.number} has ${TIER.coins}`,
  );
});

test('a fan-out transaction pays no admission coin of a tier that is not current', () => {
  const other = { ...settings, tiers: [{ ...TIER, lockBlocks: TIER.lockBlocks + 1 }] };
  expect(() => checkSignableAdmissionFanOut(making(1), other)).toThrow('current tiers');
});
