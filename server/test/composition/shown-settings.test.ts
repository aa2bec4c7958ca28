import { expect, test } from 'vitest';
import { readSettings } from '../../src/composition/settings.ts';
import { shownSettings } from '../../src/composition/shown-settings.ts';
import { SECRETS } from '../../src/composition/wrong-settings.ts';

test('every setting is shown with its value, and none that may hold a secret', () => {
  const secret = 'hidden'.repeat(8);
  const settings = readSettings({
    SELLER_FEE_BPS: '200',
    ADMIN_TOKEN: `ada:${secret}`,
    TOKEN_KEYS: `k:${secret}`,
    CHAIN_RPC_URL: `http://user:${secret}@127.0.0.1:1`,
  });
  const shown = shownSettings(settings);
  const settingOf = (wanted: string) => shown.find(({ name }) => name === wanted);
  expect(settingOf('SELLER_FEE_BPS')).toMatchObject({ value: '200', isDefault: false, group: 'Money' });
  expect(settingOf('BUYER_FEE_BPS')).toMatchObject({ value: '150', isDefault: true });
  expect(shown.map(({ name }) => name)).toEqual(
    expect.arrayContaining(SECRETS.filter((one) => one in settings)),
  );
  expect(JSON.stringify(shown)).not.toContain('hidden');
});
