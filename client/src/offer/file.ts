import { layout, row, spend } from '@ordbook/protocol/layout/layout';
import { p2trOutputLock } from '@ordbook/protocol/locks/p2tr';
import { psbtOfferFile } from '@ordbook/protocol/offer/psbt-offer';
import { readSignatures } from '@ordbook/protocol/psbt/signed-step';
import type { PreparedOffers, signOffers } from './make.ts';

/** An offer that its owner can accept without this service. */
export interface OfferFile {
  readonly inscriptionId: string;
  /** What `ord wallet offer accept --psbt` takes; base64. */
  readonly psbtBase64: string;
  /** What the owner gets besides the value of the inscription's output: its `--amount`, in sats. */
  readonly amountSats: number;
}

/**
 * Signed offers as files for their owners' `ord wallet offer accept`, in the order of the request. They need
 * not be submitted. Anyone with a file can offer it to the owner, so only spending one of its coins withdraws
 * it: neither cancelling here nor its expiry does. Throws `Refusal` when a signature is missing or invalid,
 * and for a wallet that pays from a P2SH address, which `ord` does not take.
 */
export function offerFiles(
  { request, checked }: PreparedOffers,
  { body }: Awaited<ReturnType<typeof signOffers>>,
): OfferFile[] {
  return checked.steps.map(({ table }, index) => {
    const [first, ...rest] = table.rows;
    const { name, coin, lock, signs } = first!.input!;
    // the owner is known by the output, which must be a taproot one: the others have no fixed txid
    const owned = row(spend(name, coin, p2trOutputLock(lock.script), signs), first!.output);
    const settlement = layout(table.name, [owned, ...rest], table.version);
    const inscriptionId = request.inscriptionIds[index]!;
    const { psbtBase64 = '' } = body.signedItems[index]!;
    const signatures = readSignatures(settlement, 'buyer', psbtBase64, `the offer on ${inscriptionId}`);
    return {
      inscriptionId,
      psbtBase64: psbtOfferFile(settlement, signatures),
      amountSats: table.outputs[1]!.valueSats - coin.valueSats,
    };
  });
}
