import { fillLayout } from '@ordbook/protocol/fill/fill';
import { layoutTxid } from '@ordbook/protocol/layout/layout';
import { describe, expect, test } from 'vitest';
import { fillTerms, TIER } from '../../../../protocol/test/collection-offer/terms.ts';
import { coin, NETWORK } from '../../../../protocol/test/parties.ts';
import { countedGateSigner } from '../../../src/signer/limits/counted.ts';
import { type Journal, memoryJournal } from '../../../src/signer/limits/journal.ts';
import { StandingClock } from '../../support/api.ts';
import { roomyBooks } from '../../support/offer-signers.ts';
import { adoptedBy, adoption, GATE_OPTIONS, gateRequest } from '../gate-requests.ts';

function gate(journal: Journal = memoryJournal(), clock = new StandingClock()) {
  return countedGateSigner({ ...GATE_OPTIONS, now: () => clock.now() }, roomyBooks(clock, journal));
}

describe('a gate adopts the admission coins', () => {
  test('of a fan-out that the operator signed, and of no other', async () => {
    const signer = gate();
    await expect(signer.adopt(adoption({}, 'thief'))).rejects.toThrow('the operator has signed');
    const { fanOut } = adoption();
    await expect(signer.adopt({ fanOut, hex: adoption({ feeSats: 3_000 }).hex })).rejects.toThrow(
      'the operator has signed',
    );
    const { txid } = await signer.adopt(adoption());
    expect(await signer.knows({ coins: [{ txid, vout: 0 }] })).toEqual({ known: [true] });
  });

  test('of a fan-out once, however often it is asked', async () => {
    const signer = gate();
    const all = adoption({ tiers: [{ tier: TIER, count: TIER.coins }] });
    await signer.adopt(all);
    await signer.adopt(all);
    await expect(signer.adopt(adoption({ coins: [coin('more', 100_000)] }))).rejects.toMatchObject({
      detail: expect.stringContaining('the gate has no room for 1 of tier 1'),
    });
  });

  test('of many fan-outs at once, never more than its tiers have', async () => {
    const signer = gate();
    const told = await Promise.allSettled(
      Array.from({ length: 2 * TIER.coins }, (_, i) =>
        signer.adopt(adoption({ coins: [coin(`deposit ${i}`, 100_000)] })),
      ),
    );
    expect(told.filter(({ status }) => status === 'fulfilled')).toHaveLength(TIER.coins);
  });
});

describe('a gate signs', () => {
  test('for the coin that a fill of its own makes, and for a coin as often as it is asked', async () => {
    const signer = gate();
    const admission = await adoptedBy(signer);
    const first = fillTerms({ admission });
    await signer.signFill(gateRequest(first));
    await signer.signFill(gateRequest(fillTerms({ admission, sellerSats: 45_000 })));
    const next = { txid: layoutTxid(fillLayout(first, NETWORK)), vout: 3, valueSats: 333 };
    await signer.signFill(gateRequest(fillTerms({ admission: next })));
    await expect(signer.signFill(gateRequest(fillTerms()))).rejects.toThrow('is unknown');
  });

  test('after its journal was lost only once a coin could have been spent again', async () => {
    const clock = new StandingClock();
    const journal = memoryJournal();
    const at = clock.now().getTime();
    const renewed: Journal = { ...journal, past: () => ({ ...journal.past(), lostAt: at }) };
    const signer = gate(renewed, clock);
    const asked = gateRequest(fillTerms({ admission: await adoptedBy(signer) }));
    clock.step(TIER.lockBlocks * 600_000 - 1);
    await expect(signer.signFill(asked)).rejects.toMatchObject({ code: 'unavailable' });
    clock.step(1);
    await signer.signFill(asked);
  });
});
