import { type Lab, spend } from '../lab.ts';
import { p2wpkh, push, script, tapleaf, xonly } from '../locks.ts';
import { type Case, offer } from '../verdicts.ts';

const A = xonly('a');
const CHECKSIG = 0xac;
const TIME_FLAG = 1 << 22;
const DISABLE_FLAG = 2 ** 31;

async function tip(lab: Lab): Promise<{ height: number; medianTime: number }> {
  const info = (await lab.call('getblockchaininfo')) as { blocks: number; mediantime: number };
  return { height: info.blocks, medianTime: info.mediantime };
}

const locked = (
  title: string,
  expects: string,
  lockTime: (tip: { height: number; medianTime: number }) => number,
  sequence = 0xfffffffe,
): Case => ({
  title: `locktime, ${title}`,
  expects,
  run: async (lab) => {
    const coin = await lab.coin(p2wpkh('a'));
    return offer(lab, spend(coin, { lockTime: lockTime(await tip(lab)), sequence }));
  },
});

export const LOCKTIMES: Case[] = [
  locked('the height of the tip', 'accepted', ({ height }) => height),
  locked('the height of the next block is refused', 'non-final', ({ height }) => height + 1),
  locked('a height far away is refused', 'non-final', ({ height }) => height + 1000),
  locked('a height far away with final inputs', 'accepted', ({ height }) => height + 1000, 0xffffffff),
  locked('a second before the median time', 'accepted', ({ medianTime }) => medianTime - 1),
  locked('the median time itself is refused', 'non-final', ({ medianTime }) => medianTime),
  locked('a time far away is refused', 'non-final', ({ medianTime }) => medianTime + 100_000),
];

const relative = (title: string, expects: string, sequence: number, blocksAfter = 0, version = 2): Case => ({
  title: `relative lock, ${title}`,
  expects,
  run: async (lab) => {
    const coin = await lab.coin(p2wpkh('a'));
    await lab.mineEmpty(blocksAfter);
    return offer(lab, spend(coin, { sequence, version }));
  },
});

export const RELATIVE_LOCKS: Case[] = [
  relative('one block, at one confirmation', 'accepted', 1),
  relative('two blocks, at one confirmation, are refused', 'non-BIP68-final', 2),
  relative('two blocks, at two confirmations', 'accepted', 2, 1),
  relative('two blocks in version 1 mean nothing', 'accepted', 2, 0, 1),
  relative('two blocks in version 3, at one confirmation, are refused', 'non-BIP68-final', 2, 0, 3),
  relative('a disabled lock means nothing', 'accepted', DISABLE_FLAG + 1000),
  relative('a time of zero', 'accepted', TIME_FLAG),
  relative('a time of 512 seconds at once is refused', 'non-BIP68-final', TIME_FLAG + 1),
  relative('bits that mean nothing are ignored', 'accepted', 0x0020_0001),
  {
    title: 'relative lock, one block on an unconfirmed parent is refused',
    expects: 'non-BIP68-final',
    run: async (lab) => {
      const parent = spend(await lab.coin(p2wpkh('a')), { to: p2wpkh('b') });
      await lab.call('sendrawtransaction', [parent.hex]);
      return offer(lab, spend(parent.coin(0), { sequence: 1 }));
    },
  },
];

/** A number as a script pushes it, for heights and times. */
function number(value: number): Uint8Array {
  if (value >= 1 && value <= 16) return Uint8Array.of(0x50 + value);
  const encoded: number[] = [];
  for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) encoded.push(rest % 256);
  if (encoded.at(-1)! >= 0x80) encoded.push(0);
  return push(Uint8Array.from(encoded));
}

const csv = (
  title: string,
  expects: string,
  lock: number,
  payment: Parameters<typeof spend>[1],
  blocksAfter = 0,
): Case => ({
  title: `CSV, ${title}`,
  expects,
  run: async (lab) => {
    const leaf = Uint8Array.from([...number(lock), 0xb2, 0x75, ...script(A, CHECKSIG)]);
    const coin = await lab.coin(tapleaf(leaf, (sign) => [sign('a')]));
    await lab.mineEmpty(blocksAfter);
    return offer(lab, spend(coin, payment));
  },
});

const cltv = (title: string, expects: string, ahead: number, payment: Parameters<typeof spend>[1]): Case => ({
  title: `CLTV, ${title}`,
  expects,
  run: async (lab) => {
    const { height } = await tip(lab);
    const leaf = Uint8Array.from([...number(height + 1 + ahead), 0xb1, 0x75, ...script(A, CHECKSIG)]);
    const coin = await lab.coin(tapleaf(leaf, (sign) => [sign('a')]));
    return offer(lab, spend(coin, { lockTime: height + 1, sequence: 0xfffffffe, ...payment }));
  },
});

export const SCRIPT_LOCKS: Case[] = [
  csv('two blocks, at two confirmations', 'accepted', 2, { sequence: 2 }, 1),
  csv('two blocks, at one confirmation, are refused', 'non-BIP68-final', 2, { sequence: 2 }),
  csv(
    'a sequence below the script is refused',
    'script (Locktime requirement not satisfied)',
    3,
    { sequence: 2 },
    5,
  ),
  csv('a sequence above the script', 'accepted', 2, { sequence: 4 }, 5),
  csv(
    'a disabled sequence is refused',
    'script (Locktime requirement not satisfied)',
    2,
    { sequence: 0xffffffff },
    5,
  ),
  csv(
    'version 1 is refused',
    'script (Locktime requirement not satisfied)',
    2,
    { sequence: 2, version: 1 },
    5,
  ),
  csv('a time against a height is refused', 'non-BIP68-final', 2, { sequence: TIME_FLAG + 2 }, 5),
  cltv('the height of the tip', 'accepted', 0, {}),
  cltv('a locktime below the script is refused', 'script (Locktime requirement not satisfied)', 1, {}),
  cltv('a final input is refused', 'script (Locktime requirement not satisfied)', 0, {
    sequence: 0xffffffff,
  }),
  cltv('a locktime of time against a height is refused', 'script (Locktime requirement not satisfied)', 0, {
    lockTime: 500_000_001,
  }),
];
