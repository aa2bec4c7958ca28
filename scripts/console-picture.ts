/**
 * Takes the pictures of the README from a running sandbox: the console with the dialog of a purchase, in both
 * schemes. Needs Chromium (`tsx scripts/fetch.ts`). Run it after a change of the dialog:
 * `npx tsx --conditions=source scripts/console-picture.ts`.
 */
import { startSandbox } from '../sandbox/src/sandbox.ts';
import { control, dialogOf, listByClicks, openTrader } from '../stack/console/trader.ts';
import { startChromium } from '../stack/real/chromium.ts';

const WIDTH = 1_600;
const HEIGHT = 920;

const sandbox = await startSandbox({ port: 0, blockSeconds: 0 });
const browser = await startChromium();
const alice = await openTrader(browser, sandbox.url, 'alice');
const [id] = await listByClicks(
  alice,
  () => control(sandbox, 'mine', { blocks: 1 }),
  [60_000, 72_000, 85_000],
);
for (const scheme of ['light', 'dark'] as const) {
  const bob = await openTrader(browser, sandbox.url, 'bob', { scheme, width: WIDTH });
  await bob.page.setViewportSize({ width: WIDTH, height: HEIGHT });
  await bob.go(`/inscription/${id}`);
  await bob.page.getByRole('button', { name: 'Buy for 60,000 sats' }).click();
  await dialogOf(bob.page).locator('.what .row-preview canvas').waitFor();
  await bob.page.waitForLoadState('networkidle').catch(() => undefined);
  await bob.page.screenshot({ path: `docs/console-${scheme}.png` });
  await dialogOf(bob.page).getByRole('button', { name: 'Do not sign' }).click();
  await bob.close();
}
await browser.close();
await sandbox.close();
