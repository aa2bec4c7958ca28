import { expect, test } from 'vitest';
import { findScriptJudge, findVectors } from '../../../stack/real/parts.ts';
import { compareScripts } from './compare-scripts.ts';

test.runIf(findScriptJudge() && findVectors())(
  "devnode gives random spends Bitcoin Core's verdict, to the sentence of the error",
  async () => {
    const { evaluations, verdicts, differences } = await compareScripts({
      judge: findScriptJudge()!,
      count: 20_000,
      seed: 1,
    });
    expect(differences).toEqual([]);
    expect(evaluations).toBe(20_000);
    // The generator reaches both outcomes, and many ways to fail.
    expect(verdicts.get('OK')).toBeGreaterThan(100);
    expect(verdicts.size).toBeGreaterThan(30);
  },
  120_000,
);
