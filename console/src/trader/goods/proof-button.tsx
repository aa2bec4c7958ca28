import { useState } from 'preact/hooks';
import { place } from '../../app/place.ts';
import { storeFile } from '../../data/store-file.ts';
import { parcel } from '../trades/text.ts';

/** Stores the custody proof of an inscription as a file, in the form that `ordbook inspect --proof` reads. */
export function ProofButton({ of }: { readonly of: string }) {
  const [isAbsent, setAbsent] = useState(false);
  const save = async () => {
    const response = await fetch(`${place.serviceUrl}/market/inscriptions/${of}/custody`);
    if (!response.ok) throw new Error(`status ${response.status}`);
    const { proof } = (await response.json()) as { readonly proof: string };
    storeFile(`${of}.proof`, 'text/plain', proof);
    return false;
  };
  return (
    <span class="row-acts">
      <button
        type="button"
        class="button"
        title={parcel.proofWhy}
        onClick={() => void save().then(setAbsent, () => setAbsent(true))}
      >
        {parcel.proof}
      </button>
      {isAbsent && <span role="status">{parcel.noProof}</span>}
    </span>
  );
}
