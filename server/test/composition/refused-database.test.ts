import { expect, test } from 'vitest';
import { admitted, namedFault } from '../../src/composition/refused-database.ts';
import { readSettings } from '../../src/composition/settings.ts';

const settings = readSettings({ DATABASE_URL: 'postgres://ann:secret@127.0.0.1/mice' });
const failed = (code: string, message: string) => Promise.reject(Object.assign(new Error(message), { code }));

test.each([
  ['28P01', 'password authentication failed for user "ann"', 'psql -c "alter role ann login'],
  ['28000', 'role "ann" does not exist', 'psql -c "create role ann login'],
  ['3D000', 'database "mice" does not exist', 'createdb --owner ann mice'],
])(
  'a connection that PostgreSQL refuses (%s) names what mends it, and no password',
  async (code, message, mend) => {
    const error = await admitted(settings, failed(code, message)).catch((one: Error) => one);
    expect((error as Error).message).toContain(mend);
    expect((error as Error).message).not.toContain('secret');
  },
);

test('what waiting may mend ends nothing', async () => {
  await expect(admitted(settings, failed('53100', 'disk full'))).rejects.toThrow(/^disk full$/);
});

test('the role and the database are those of the first of several servers', () => {
  const error = Object.assign(new Error('no database'), { code: '3D000' });
  const several = { DATABASE_URL: 'postgres://ben@db1:5432,db2:5432/owls?target_session_attrs=read-write' };
  expect(namedFault(error, several)?.mend).toContain('createdb --owner ben owls');
});

test('any other error stays what it is', async () => {
  await expect(admitted(settings, failed('42P01', 'no table'))).rejects.toThrow(/^no table$/);
});
