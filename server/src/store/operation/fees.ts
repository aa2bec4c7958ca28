import type { FeeSettings } from '@ordbook/protocol/layout/fees';
import type { Database } from '../port.ts';

/** The fees that the operator has set in place of the settings'. null: none. */
export async function operatingFees(db: Database): Promise<FeeSettings | null> {
  return (await db.selectFrom('operatingFees').select('fees').executeTakeFirst())?.fees ?? null;
}

/** Sets them, or takes them back (null). Retry-safe. */
export async function setOperatingFees(db: Database, fees: FeeSettings | null): Promise<void> {
  if (fees === null) {
    await db.deleteFrom('operatingFees').execute();
    return;
  }
  const row = { fees: JSON.stringify(fees) };
  await db
    .insertInto('operatingFees')
    .values(row)
    .onConflict((conflict) => conflict.column('onlyRow').doUpdateSet(row))
    .execute();
}
