import { CLIENT } from './client.ts';
import { CLIENT_CHECKS } from './client-checks.ts';
import { CLIENT_RESPONSES } from './client-responses.ts';
import type { Mutant } from './mutant.ts';
import { OPERATION } from './operation.ts';
import { OPERATOR_COST } from './operator-cost.ts';
import { PAGES } from './pages.ts';
import { PROTOCOL } from './protocol.ts';
import { SALES } from './sales.ts';
import { SIGNERS } from './signers.ts';
import { SERVICE } from './whole-service.ts';

export const MUTANTS: readonly Mutant[] = [
  ...PROTOCOL,
  ...CLIENT,
  ...CLIENT_CHECKS,
  ...CLIENT_RESPONSES,
  ...SIGNERS,
  ...SERVICE,
  ...OPERATION,
  ...PAGES,
  ...SALES,
  ...OPERATOR_COST,
];
