import { testOnNodes } from '../../devnode/stack/differential/nodes.ts';
import { OWN_FILLS } from './fills.ts';
import { OWN_OFFERS } from './offers.ts';
import { OWN_OPERATOR } from './operator.ts';
import { OWN_PURCHASES } from './purchases.ts';
import { OWN_SALES } from './sales.ts';
import { OWN_VERSIONS } from './versions.ts';

testOnNodes({
  'our own purchases': [...OWN_PURCHASES, ...OWN_SALES],
  'our own offers and counters': OWN_OFFERS,
  'our own collection offers': OWN_FILLS,
  "our own operator's transactions": OWN_OPERATOR,
  'our own rules by version': OWN_VERSIONS,
});
