import { expect, test } from 'vitest';
import { misspeltSettings } from '../../src/composition/misspelt.ts';

test.each([
  ['FEE_ADRESS', 'FEE_ADDRESS'],
  ['ADRESS_FEE', null],
  ['ADDRESS_FEE', 'FEE_ADDRESS'],
  ['DATABASEURL', 'DATABASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['fee_address', 'FEE_ADDRESS'],
  ['ORDBOOK_TOKEN_KEYS', 'TOKEN_KEYS'],
  ['SIGNER_ENDPOINTS', 'SIGNER_ENDPOINT'],
  ['TRUST_PROXY', null],
  ['TRUSTED_PROXYS', 'TRUSTED_PROXIES'],
])('the variable %s is taken for %s', (seen, nearest) => {
  expect(misspeltSettings({ [seen]: 'x' })).toEqual(nearest === null ? [] : [{ seen, nearest }]);
});

test('variables of other programs are no mistakes, nor are settings', () => {
  const others = ['PATH', 'HOME', 'HOSTNAME', 'LANG', 'USER', 'SHELL', 'PWD', 'LOGNAME', 'EDITOR', 'TERM'];
  const env = Object.fromEntries([...others, 'PORT', 'FEE_ADDRESS'].map((name) => [name, 'x']));
  expect(misspeltSettings(env)).toEqual([]);
  expect(misspeltSettings({ FEE_ADDRES: 'x' }, ['FEE_ADDRES'])).toEqual([]);
});
