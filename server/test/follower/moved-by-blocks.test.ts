import { describe } from 'vitest';
import { freshDatabase } from '../support/fresh-database.ts';
import { blocksAheadRules } from './blocks-ahead.ts';

const database = freshDatabase();
describe('blocks on top of blocks that are being stored', () => blocksAheadRules(() => database.db));
