import { describe } from 'vitest';
import { openTestDatabase } from '../support/database.ts';
import { memoryRelay } from '../support/memory-relay.ts';
import { fanOutContract } from './contract.ts';

const open = async () => {
  const { db: value, close } = await openTestDatabase();
  return { value, close };
};

describe('events over the database', () => fanOutContract(open, null));
describe('events over a relay in memory', () => fanOutContract(open, async () => memoryRelay()));
