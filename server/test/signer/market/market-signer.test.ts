import { marketSigner } from '../../../src/signer/market/market-signer.ts';
import { signerContract } from '../contract.ts';
import { SIGNER_OPTIONS } from '../requests.ts';

signerContract('in process', async () => ({
  signer: marketSigner(SIGNER_OPTIONS),
  stop: async () => undefined,
}));
