import { createNode } from '@ordbook/devnode';
import { vi } from 'vitest';
import { FULL_BLOCKS_RATE } from '../support/split-network.ts';
import { unminedPurchases } from './unmined-purchases.ts';

vi.setConfig({ testTimeout: 300_000 });

const policy = { blockMinFee: FULL_BLOCKS_RATE };

unminedPurchases(async () => ({ call: createNode({ policy }).call, others: createNode({ policy }).call }));
