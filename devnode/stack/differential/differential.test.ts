import { CASES } from './cases/all.ts';
import { testOnNodes } from './nodes.ts';

testOnNodes(CASES);
