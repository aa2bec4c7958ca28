/** Every PSBT that the flows of the SDK signed in the recordings, with its signer. */
import type { InputToSign } from '../../src/wallet/wallet.ts';
import { readRecordings } from '../hostile/mutants.ts';
import { type Recording, walletIn } from '../hostile/replay.ts';

export interface SignedFlow {
  readonly name: string;
  readonly kind: Recording['kind'];
  /** Which PSBT of its flow, from 0. */
  readonly number: number;
  readonly psbtBase64: string;
  readonly inputsToSign: readonly InputToSign[];
  readonly yours: readonly string[];
}

export function signedFlows(): SignedFlow[] {
  return readRecordings()
    .filter(({ kind }) => kind !== 'sign-in')
    .flatMap((recording) => {
      const { ordinalsAddress, paymentAddress } = walletIn(recording);
      return recording.signed.map((text, number) => {
        const { request } = JSON.parse(text) as { request: Pick<SignedFlow, 'psbtBase64' | 'inputsToSign'> };
        const { name, kind } = recording;
        return { name, kind, number, ...request, yours: [ordinalsAddress, paymentAddress] };
      });
    });
}
