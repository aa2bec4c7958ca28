import { el } from './dom.js';

const KEPT = 'ordbook-docs-token';
const field = /** @type {HTMLInputElement} */ (document.querySelector('#token input'));
field.value = sessionStorage.getItem(KEPT) ?? '';
field.addEventListener('input', () => sessionStorage.setItem(KEPT, field.value.trim()));
field.form?.addEventListener('submit', (event) => event.preventDefault());

/** The session token that requests carry; empty: none. */
export const token = () => field.value.trim();

/**
 * In a sandbox: a button for each wallet, which signs it in. `signedIn` runs then: its wallet binding and inscriptions
 * have become the examples.
 * @param {() => Promise<void>} signedIn
 */
export async function offerSessions(signedIn) {
  const world = await fetch('sandbox/world').catch(() => null);
  if (!world?.ok) return;
  const { wallets } = await world.json();
  const status = el('output', {}, 'No wallet is signed in. The examples below are of this sandbox.');
  /** @type {HTMLElement[]} */
  const buttons = wallets
    .slice(0, 5)
    .map((/** @type {{ name: string }} */ { name }) =>
      el('button', { type: 'button', 'aria-pressed': 'false', onclick: () => signIn(name) }, name),
    );
  const bar = /** @type {HTMLElement} */ (document.querySelector('#sandbox'));
  bar.append('Sign in as', ...buttons, el('a', { href: 'manual/' }, 'Manual'), status);
  bar.hidden = false;

  /** @param {string} wallet */
  async function signIn(wallet) {
    status.textContent = `Signing ${wallet} in…`;
    const answer = await fetch('sandbox/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ wallet }),
    });
    const session = await answer.json();
    if (!answer.ok) {
      status.textContent = session.error;
      return;
    }
    field.value = session.sessionToken;
    field.dispatchEvent(new Event('input'));
    for (const button of buttons) button.setAttribute('aria-pressed', String(button.textContent === wallet));
    await signedIn();
    const until = new Date(session.expiresAt).toLocaleTimeString();
    status.textContent = `${wallet} is signed in until ${until}; requests carry the token, and the examples are this wallet's.`;
  }
}
