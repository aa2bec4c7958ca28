import { expect, test } from 'vitest';
import { checkSigner } from '../../../src/composition/check/signers.ts';
import { readSettings } from '../../../src/composition/settings.ts';
import type { PublishedSettings } from '../../../src/signer/transport/settings-messages.ts';

const OWN = { CHAIN_RPC_URL: 'http://ordbook:hidden@127.0.0.1:8332', ORD_URL: 'https://ord.example' };

/** What the check says of a policy signer that reads there. */
async function saidOf(
  reads: PublishedSettings['reads'],
  endpoint = '/run/ordbook-policy/signer.sock',
  waits: PublishedSettings['waits'] = undefined,
) {
  const settings = readSettings({ ...OWN, POLICY_SIGNER_ENDPOINT: endpoint });
  const published: PublishedSettings = {
    role: 'policy',
    version: '0.0.0',
    network: settings.NETWORK,
    feeAddress: '',
    payoutAddresses: null,
    admissionTiers: settings.ADMISSION_TIERS,
    leastFeeBps: 100,
    maxFeeRate: 200,
    transferFeeRates: [1],
    keySet: null,
    ...(reads ? { reads } : {}),
    ...(waits ? { waits } : {}),
  };
  const signer = { publicKeys: async () => ({ policy: 'ab' }), settings: async () => published };
  const found = await checkSigner(settings, signer, { role: 'policy', version: '0.0.0', keySet: null });
  return found.filter(({ level }) => level !== 'ok');
}

test('a policy signer that reads the node or the index of the service is a second opinion of the same eyes', async () => {
  expect(await saidOf({ node: '127.0.0.1:8332', index: 'ord.example:443' })).toEqual([
    {
      level: 'warning',
      is: 'reads the node of the service (127.0.0.1:8332) and the index of the service (ord.example:443): a second opinion of the same eyes',
      shouldBe: 'a node of its own, which may be pruned, so that nobody deceives service and signer at once',
      mend: expect.stringMatching(/CHAIN_RPC_URL=.* for the signer/),
    },
  ]);
  expect(await saidOf({ node: '127.0.0.1:8333', index: 'ord.example:443' })).toMatchObject([
    { is: expect.stringMatching(/^reads the index of/), mend: expect.stringContaining('ORD_URL=') },
  ]);
});

test('one with a node of its own, and an index of its own or none, is not, and one that does not say is not judged', async () => {
  expect(await saidOf({ node: '10.0.0.3:8332', index: '10.0.0.3:80' })).toEqual([]);
  expect(await saidOf({ node: '10.0.0.3:8332' })).toEqual([]);
  expect(await saidOf(undefined)).toEqual([]);
});

test('a loopback address of another machine is another program', async () => {
  const far = 'https://10.0.0.3:9442';
  expect(await saidOf({ node: '127.0.0.1:8332', index: '10.0.0.3:80' }, far)).toEqual([]);
  expect(await saidOf({ node: '127.0.0.1:8332', index: 'ord.example:443' }, far)).toMatchObject([
    { is: expect.stringMatching(/^reads the index of/) },
  ]);
});

test.each([
  [[{ what: 'sales', until: '2026-01-02T12:57:00.000Z' }], 'error'],
  [[{ what: 'fills of tier 1', until: '2026-01-02T12:57:00.000Z' }], 'warning'],
])('what a signer does not sign for now is said, and is an error for sales: %j', async (waits, level) => {
  const [found] = await saidOf(undefined, undefined, waits);
  expect(found).toMatchObject({ level, is: `${waits[0]!.what} wait until 2026-01-02T12:57:00.000Z` });
  expect(await saidOf(undefined, undefined, [])).toEqual([]);
});
