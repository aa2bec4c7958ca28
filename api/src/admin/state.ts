import { Type } from 'typebox';
import { arrayOf, Count, nullable, oneOf, Text } from '../fields/scalars.ts';
import { MaybeMoment, MaybeText, Moment } from './records.ts';

const Part = Type.Object(
  {
    name: oneOf(['node', 'index', 'follower'], 'Which.'),
    height: nullable(Count('Its last block; null: it is unreachable, or has none.')),
    behind: nullable(Count('Blocks behind the node; null: not known.')),
    detail: Text('In words.'),
  },
  { title: 'Part' },
);
const SignerRow = Type.Object(
  {
    name: Text('Name.'),
    isRequired: Type.Boolean({ description: 'False: only collection offers need it.' }),
    isUp: Type.Boolean({ description: 'It responded when it was last asked.' }),
    detail: Text('In words.'),
  },
  { title: 'Signer' },
);
const PackageCount = Type.Object(
  {
    table: Text('Table of the trades.'),
    state: Text('Their state.'),
    count: Count('Packages that no block has.'),
    stuck: Count('Of these, how many should have ended by now.'),
    seconds: Type.Number({ description: 'Age of the oldest, seconds.' }),
  },
  { title: 'PackageCount' },
);
export const Overview = Type.Object(
  {
    at: Moment('When this was read.'),
    actor: Text('The caller, as the log of acts names it.'),
    mayAct: Type.Boolean({ description: 'False: the token of the caller may only view.' }),
    version: Text('Version of the service.'),
    network: Text('Network.'),
    publicUrl: Text('Public address of the service.'),
    parts: arrayOf(Part),
    signers: arrayOf(SignerRow),
    packages: arrayOf(PackageCount),
  },
  { title: 'Overview' },
);

export const Machine = Type.Object(
  {
    startedAt: Moment('When this process started.'),
    node: Text('Version of Node.'),
    databaseBytes: Count('Size of the database.'),
    freeBytes: nullable(Count('Free on the disk of the embedded database; null: the database is a server.')),
    backupAt: MaybeMoment('When the newest `ordbook backup` ended; null: none is recorded.'),
    settings: arrayOf(
      Type.Object({
        name: Text('Name.'),
        group: Text('Group, as in docs/settings.md.'),
        value: MaybeText('Value in force; null: it may hold a secret.'),
        isDefault: Type.Boolean(),
        meaning: Text('Meaning.'),
      }),
    ),
  },
  { title: 'Machine', description: 'The process that responds.' },
);

const Pool = Type.Object(
  {
    pool: Text('`anchors`, or `admission tier <n>`.'),
    ready: Count('Coins that can be used in the next block.'),
    made: nullable(Count('Coins in the chain, in use and locked ones too; null: not counted.')),
    target: Count('Coins that it should have.'),
    isLow: Type.Boolean({ description: 'Below a quarter of its target, and no more are on their way.' }),
    address: Text('Address of its coins.'),
    remedy: Text('What to do when it is low.'),
  },
  { title: 'Pool' },
);
export const Pools = arrayOf(Pool);

const Finding = Type.Object(
  {
    code: Text('What kind; docs/operations.md lists the codes.'),
    subject: Text('The row that it is about.'),
    txid: MaybeText('Transaction.'),
    outpoint: MaybeText('Coin, `txid:vout`.'),
    message: Text('What is wrong.'),
    fix: Text('What to do.'),
  },
  { title: 'Finding' },
);
export const Audit = Type.Object(
  {
    isRunning: Type.Boolean(),
    progress: MaybeText('What it goes through now.'),
    everyHours: Type.Number({ description: 'Hours between two audits of the leader; 0: none is scheduled.' }),
    last: Type.Union([
      Type.Object({
        startedAt: Moment('When it started.'),
        endedAt: Moment('When it ended.'),
        height: Count('Height of the stored tip at its end.'),
        rows: Type.Record(Type.String(), Count('Rows examined.')),
        findings: arrayOf(Finding),
      }),
      Type.Null(),
    ]),
    failed: Type.Union([
      Type.Object({ at: MaybeMoment('When.'), reason: Text('Why it could not finish.') }),
      Type.Null(),
    ]),
  },
  { title: 'Audit', description: 'Audits of the process that responds.' },
);
