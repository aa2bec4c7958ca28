import { type Execution, hasFlag, type OperationTable, peekNumber } from './execution.ts';
import { OP } from './opcodes.ts';
import { ScriptFailure } from './script-error.ts';
import { need } from './stack.ts';

/** Lock times below are block heights, others Unix times in seconds. */
const LOCKTIME_THRESHOLD = 500_000_000;
const SEQUENCE_FINAL = 0xffffffff;
const SEQUENCE_DISABLE_BIT = 31;
const SEQUENCE_TYPE_FLAG = 0x400000;
const SEQUENCE_MASK = 0xffff;
/** Lock times are uint32, so scripts may spell them in five bytes. */
const LOCKTIME_BYTES = 5;

function lockOperand(execution: Execution): number {
  need(execution.stack, 1);
  const lock = peekNumber(execution, 0, LOCKTIME_BYTES);
  if (lock < 0) throw new ScriptFailure('NEGATIVE_LOCKTIME');
  return lock;
}

/** BIP65. */
function checkLockTimeVerify(execution: Execution): void {
  if (!hasFlag(execution, 'CHECKLOCKTIMEVERIFY')) return;
  const lock = lockOperand(execution);
  const { tx } = execution.input.spend;
  const sameKind = lock < LOCKTIME_THRESHOLD === tx.lockTime < LOCKTIME_THRESHOLD;
  const { sequence } = tx.inputs[execution.input.inputIndex]!;
  if (!sameKind || lock > tx.lockTime || sequence === SEQUENCE_FINAL)
    throw new ScriptFailure('UNSATISFIED_LOCKTIME');
}

function isDisabled(sequence: number): boolean {
  // Five-byte operands exceed what bitwise operators take.
  return Math.floor(sequence / 2 ** SEQUENCE_DISABLE_BIT) % 2 === 1;
}

/** BIP112. */
function checkSequenceVerify(execution: Execution): void {
  if (!hasFlag(execution, 'CHECKSEQUENCEVERIFY')) return;
  const lock = lockOperand(execution);
  if (isDisabled(lock)) return;
  const { tx } = execution.input.spend;
  const { sequence } = tx.inputs[execution.input.inputIndex]!;
  const required = (lock % 2 ** SEQUENCE_DISABLE_BIT) & (SEQUENCE_TYPE_FLAG | SEQUENCE_MASK);
  const given = sequence & (SEQUENCE_TYPE_FLAG | SEQUENCE_MASK);
  const sameKind = required < SEQUENCE_TYPE_FLAG === given < SEQUENCE_TYPE_FLAG;
  if (tx.version < 2 || isDisabled(sequence) || !sameKind || required > given)
    throw new ScriptFailure('UNSATISFIED_LOCKTIME');
}

/** Absolute and relative lock times; the operand stays on the stack. */
export const LOCKTIME_OPERATIONS: OperationTable = new Map([
  [OP.CHECKLOCKTIMEVERIFY, checkLockTimeVerify],
  [OP.CHECKSEQUENCEVERIFY, checkSequenceVerify],
]);
