/** A service that lies: a proxy in front of a real one, which changes the PSBTs of every preflight. */
import type { Page } from 'playwright-core';
import { scriptOf } from '../../client/src/wallet/network.ts';
import { THIEF_TAPROOT } from '../../client/test/hostile/attack.ts';
import { type HeldPsbt, lieFrom, told } from '../../client/test/hostile/lie.ts';

/** What a lie does to the outputs of a transaction. */
export type LieKind = 'another address' | 'another amount';

export interface HostileService {
  /** null: it is honest. */
  lie: LieKind | null;
  /** How many PSBTs it changed since this was set to 0. */
  lies: number;
  /** Requests that handed signatures over since this was set to 0. */
  submits: number;
}

/** Above every limit that the SDK has by default for these prices. */
const TAKEN_SATS = 30_000n;

/** Puts the proxy between a page and its service. `addresses`: of the user. */
export async function hostileTo(page: Page, addresses: readonly string[]): Promise<HostileService> {
  const own = addresses.map((address) => hexOf(scriptOf(address, 'regtest')));
  const service: HostileService = { lie: null, lies: 0, submits: 0 };
  page.on('request', (request) => {
    if (/\/submit$/.test(new URL(request.url()).pathname)) service.submits += 1;
  });
  await page.route(/\/preflight$/, async (route) => {
    const response = await route.fetch();
    const { lie } = service;
    if (lie === null || response.status() !== 200) return route.fulfill({ response });
    const operation = `POST ${new URL(route.request().url()).pathname}`;
    const scene = lieFrom([{ operation, body: await response.json() }]);
    service.lies += changed(scene.psbts, own, lie);
    const [exchange] = told(scene);
    await route.fulfill({ response, json: exchange!.body });
  });
  return service;
}

/** Changes what the user gets; where nothing is paid to the user, what the first output gets. */
function changed(psbts: readonly HeldPsbt[], own: readonly string[], lie: LieKind): number {
  const all = psbts.map(({ psbt }) => psbt.global.unsignedTx.outputs);
  const toUser = all.flatMap((outputs) => outputs.filter(({ script }) => own.includes(hexOf(script))));
  const targets = toUser.length > 0 ? toUser : all.flatMap((outputs) => outputs.slice(0, 1));
  const target = targets.reduce((most, one) => (one.amount > most.amount ? one : most));
  if (lie === 'another address') target.script = THIEF_TAPROOT.script;
  else target.amount -= TAKEN_SATS < target.amount ? TAKEN_SATS : target.amount / 2n;
  return 1;
}

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
