// Runs in the reference page, after Swagger UI was loaded and before it starts: dark scheme, a filter over
// whole operations, names for controls that Swagger UI leaves without, and sign-in where a sandbox offers it.

const dark = matchMedia('(prefers-color-scheme: dark)');
const followScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followScheme);
followScheme();

/** Keeps the operations whose tag, path, method or summary contain the phrase. */
function opsFilter(tagged, phrase) {
  const wanted = phrase.toLowerCase();
  const isWanted = (tag) => (one) =>
    [tag, one.get('method'), one.get('path'), one.getIn(['operation', 'summary'])]
      .join(' ')
      .toLowerCase()
      .includes(wanted);
  return tagged
    .map((group, tag) => group.update('operations', (operations) => operations.filter(isWanted(tag))))
    .filter((group) => group.get('operations').size > 0);
}

const start = window.SwaggerUIBundle;
window.SwaggerUIBundle = Object.assign((config) => {
  const ui = start({ ...config, plugins: [...config.plugins, { fn: { opsFilter } }] });
  offerSessions(ui);
  return ui;
}, start);

const page = document.getElementById('swagger-ui');

/** Swagger UI names neither the list of servers nor media types, and puts links into its buttons. */
function repair() {
  for (const link of page.querySelectorAll('button a[href]')) link.removeAttribute('href');
  page.querySelector('#servers')?.setAttribute('aria-label', 'Server');
  page.querySelector('.operation-filter-input')?.setAttribute('aria-label', 'Filter the operations');
  for (const area of page.querySelectorAll('textarea:not([aria-label])'))
    area.setAttribute('aria-label', 'Request body');
  for (const button of page.querySelectorAll('button:empty:not([aria-label])'))
    button.setAttribute('aria-label', 'Copy');
  for (const select of page.querySelectorAll('select:not([aria-label]):not([id])'))
    select.setAttribute('aria-label', 'Choice');
  for (const block of page.querySelectorAll(
    'pre.microlight:not([tabindex]), .highlight-code pre:not([tabindex])',
  ))
    block.setAttribute('tabindex', '0');
}
new MutationObserver(repair).observe(page, { childList: true, subtree: true });

/** In a sandbox: a button for each wallet, which signs it in and puts its token and its values everywhere. */
async function offerSessions(ui) {
  const response = await fetch('/sandbox/world').catch(() => null);
  if (!response?.ok) return;
  const { wallets } = await response.json();
  const bar = document.createElement('section');
  bar.id = 'sandbox-bar';
  bar.setAttribute('aria-label', 'Sandbox');
  const status = document.createElement('output');
  status.textContent = 'No wallet is signed in. The examples below are of this sandbox.';
  const buttons = wallets.slice(0, 5).map(({ name }) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = name;
    button.setAttribute('aria-pressed', 'false');
    button.addEventListener('click', () => signIn(name, button));
    return button;
  });
  const manual = document.createElement('a');
  manual.href = '/manual/';
  manual.textContent = 'Manual';
  bar.append('Sign in as', ...buttons, manual, status);
  page.before(bar);

  async function signIn(wallet, pressed) {
    status.textContent = `Signing ${wallet} in…`;
    const answer = await fetch('/sandbox/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ wallet }),
    });
    const session = await answer.json();
    if (!answer.ok) {
      status.textContent = session.error;
      return;
    }
    const schema = { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' };
    ui.authActions.authorizeWithPersistOption({
      bearerAuth: { name: 'bearerAuth', schema, value: session.sessionToken },
    });
    for (const button of buttons) button.setAttribute('aria-pressed', String(button === pressed));
    status.textContent = `${wallet} is signed in until ${new Date(session.expiresAt).toLocaleTimeString()}; requests carry the token, and the examples are this wallet's.`;
    // its wallet binding and its inscriptions are the examples from now on
    ui.specActions.download();
  }
}
