import { type Execution, hasFlag } from './execution.ts';
import { pushOf } from './script-bytes.ts';
import { ScriptFailure } from './script-error.ts';
import { findAndDelete } from './sighash-legacy.ts';

/**
 * The script an ECDSA signature signs: from the last executed OP_CODESEPARATOR on, and in legacy scripts
 * without the signatures themselves.
 * @throws ScriptFailure SIG_FINDANDDELETE where policy forbids that a signature is found there
 */
export function ecdsaScriptCode(execution: Execution, signatures: readonly Uint8Array[]): Uint8Array {
  let code = execution.script.subarray(execution.codeStart);
  if (execution.version !== 'legacy') return code;
  for (const signature of signatures) {
    const without = findAndDelete(code, pushOf(signature));
    if (without !== code && hasFlag(execution, 'CONST_SCRIPTCODE'))
      throw new ScriptFailure('SIG_FINDANDDELETE');
    code = without;
  }
  return code;
}
