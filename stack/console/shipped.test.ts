/** Every flow of traders at the console of an installation: see installation.ts. */
import { afterAll, beforeAll, describe, vi } from 'vitest';
import { offers } from './flows/offers.ts';
import { sales } from './flows/sales.ts';
import { tabs } from './flows/tabs.ts';
import { hasInstallation, type Installation, openInstallation } from './installation.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 300_000 });

describe.runIf(hasInstallation)('at the shipped service, behind the shipped proxies,', () => {
  let installation: Installation;
  const at = () => installation;
  beforeAll(async () => {
    installation = await openInstallation();
  });
  afterAll(() => installation?.close());

  sales(at);
  offers(at);
  tabs(at);
});
