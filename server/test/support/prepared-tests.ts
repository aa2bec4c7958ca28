import { rounds } from '../../../stack/rounds.ts';
import { prepareStatements } from './prepared-statements.ts';

// Before each test file. `npm run test:long` leaves PGlite as it is.
if (rounds(2) === 1) prepareStatements();
