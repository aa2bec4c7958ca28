import { operatorSentence, Refusal } from '@ordbook/protocol/refusals';
import type { Settings } from './settings.ts';

/** Something that the service cannot start without is unreachable. The same start may succeed later. */
export class MissingPart extends Error {
  /** As clients read it, e.g. `the database is unreachable`. */
  readonly reason: string;
  /** The setting that says where the part is. */
  readonly setting: keyof Settings;

  constructor(setting: keyof Settings, refusal: Refusal) {
    super(`${operatorSentence(refusal)} (${setting})`, { cause: refusal });
    this.reason = refusal.message;
    this.setting = setting;
  }
}

/** Resolves to what `work` does. Throws `MissingPart` where it throws `Refusal('unavailable')`. */
export async function need<T>(setting: keyof Settings, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof Refusal && error.code === 'unavailable' ? new MissingPart(setting, error) : error;
  }
}
