import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { keptSession, linkWallet, resumeSession, signIn } from '../../src/account/sign-in.ts';
import { createClient } from '../../src/api.ts';
import type { Wallet } from '../../src/wallet/wallet.ts';
import { testWallet } from '../honest.ts';

const ID = '3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11';
const PROFILE = { id: ID, username: null, displayName: null, bio: null, avatarUrl: null, bannerUrl: null };
const BINDING = { walletBindingId: ID, label: '', provider: 'unknown', isPublic: false };
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString();

/** A wallet that remembers what it signed. */
function watched(): Wallet & { signed: string[] } {
  const wallet = testWallet();
  const signed: string[] = [];
  return {
    ...wallet,
    signed,
    async signMessage(address, message) {
      signed.push(message);
      return wallet.signMessage(address, message);
    },
  };
}

interface Fields {
  opening: string;
  profile: string;
  domain: string;
  address: string;
  role: string;
  network: string;
  nonce: string;
  issued: string;
  expires: string;
}

function challenge(role: string, change: Partial<Fields> = {}) {
  const { ordinalsAddress, paymentAddress } = testWallet();
  const own = role === 'ordinals' ? ordinalsAddress : paymentAddress;
  const fields = { domain: 'market.test', address: own, role, network: 'regtest', nonce: 'ab'.repeat(16) };
  const times = { issued: inMinutes(0), expires: inMinutes(5) };
  const opening = 'sign in with your Bitcoin wallet';
  const written: Fields = { opening, profile: '', ...fields, ...times, ...change };
  const message = [
    `${written.domain} asks you to ${written.opening}.`,
    '',
    `Address: ${written.address}`,
    `Role: ${written.role}`,
    `Network: ${written.network}`,
    `Nonce: ${written.nonce}`,
    `Issued at: ${written.issued}`,
    `Expires at: ${written.expires}`,
    ...(written.profile === '' ? [] : [`Profile: ${written.profile}`]),
    '',
    'This signature moves no coins and costs nothing.',
  ].join('\n');
  return { challengeId: ID, address: own, message, role };
}

type Given = ReturnType<typeof challenge>;
const honest = (change: Partial<Fields> = {}) => [
  challenge('ordinals', change),
  challenge('payment', change),
];

/** A service that returns these challenges, and a verify response with these changes. */
function service(challenges: unknown, verify: object = {}, baseUrl = 'http://market.test') {
  const { ordinalsAddress, paymentAddress } = testWallet();
  const fetch = async (input: Parameters<typeof globalThis.fetch>[0]) => {
    const answers = {
      '/api/v1/auth/challenge': { authRequestId: ID, challenges },
      '/api/v1/auth/verify': {
        profile: PROFILE,
        walletBindings: [{ ...BINDING, ordinalsAddress, paymentAddress }],
        sessionToken: 'token',
        expiresAt: inMinutes(60),
        ...verify,
      },
    };
    return Response.json(answers[new URL((input as Request).url).pathname as keyof typeof answers]);
  };
  return createClient({ baseUrl, fetch });
}

test('a session knows its binding and carries its token', async () => {
  const wallet = watched();
  const challenges = honest();
  const session = await signIn(service(challenges), wallet);
  expect(session).toMatchObject({ walletBindingId: ID, profile: { id: ID } });
  expect(session.expiresAt.getTime()).toBeGreaterThan(Date.now() + 59 * MINUTE);
  expect(session.client.options.token).toBe('token');
  expect(wallet.signed).toEqual(challenges.map(({ message }) => message));
});

test('a session that was kept goes on without a signature, and no longer than it lasts', async () => {
  const wallet = watched();
  const client = service(honest());
  const session = await signIn(client, wallet);
  const kept = JSON.parse(JSON.stringify(keptSession(session)));
  wallet.signed.length = 0;
  const resumed = resumeSession(client, wallet, kept);
  expect(resumed).toMatchObject({ walletBindingId: ID, profile: PROFILE, expiresAt: session.expiresAt });
  expect(resumed.client.options).toMatchObject({ token: 'token', network: 'regtest' });
  expect(resumed.safety).toEqual(session.safety);
  expect(wallet.signed).toEqual([]);
  expect(() => resumeSession(client, wallet, { ...kept, expiresAt: inMinutes(-1) })).toThrow(/expires at/);
});

test("a sign-in waits for a scan of the service's node, unless the client has a limit of its own", async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => timers.mockRestore());
  const client = service(honest());
  await signIn(client, watched());
  await signIn(client.with({ timeoutMs: 5_000 }), watched());
  expect(timers.mock.calls.map(([, ms]) => ms)).toEqual([30_000, 150_000, 5_000, 5_000]);
});

describe('the wallet signs nothing at all', () => {
  const withMessage = (change: (message: string) => string) => {
    const [ordinals, payment] = honest();
    return [ordinals, { ...payment!, message: change(payment!.message) }];
  };
  const last = (change: Partial<Given>) => {
    const [ordinals, payment] = honest();
    return [ordinals, { ...payment!, ...change }];
  };
  const ours = testWallet();

  test.each<[string, () => unknown, RegExp]>([
    [
      "for another site's login",
      () => honest({ domain: 'other.test' }),
      /begins with "other\.test asks .*", not with "market\.test asks .*set the option domain$/,
    ],
    [
      'for a text that contains the address',
      () => withMessage(() => `I, ${ours.paymentAddress}, sell my house`),
      /begins with "I, \w+, sell my house"/,
    ],
    [
      'for twenty more challenges',
      () => [...honest(), ...Array.from({ length: 20 }, () => challenge('payment'))],
      /asks for 22 signatures, not for 2/,
    ],
    [
      'for two by one address',
      () => [challenge('ordinals'), challenge('ordinals')],
      /2 times .* by the ordinals/,
    ],
    ['for one of two', () => [challenge('ordinals')], /asks for 1 signatures, not for 2/],
    ['for none', () => [], /asks for 0 signatures/],
    ['for no list', () => ({ length: 2 }), /no list of challenges/],
    ['for holes in the list', () => [null, null], /0 times for a signature by the ordinals address/],
    [
      'for an address that is not ours',
      () => last({ address: testWallet('p2wpkh', 40).paymentAddress }),
      /0 times for a signature by the payment address/,
    ],
    [
      'for swapped roles',
      () => [
        { ...challenge('ordinals', { role: 'payment' }), role: 'payment' },
        { ...challenge('payment', { role: 'ordinals' }), role: 'ordinals' },
      ],
      /has the role "payment", not ordinals/,
    ],
    [
      'for swapped roles in the text',
      () => honest({ role: 'ordinals' }),
      /line 4 is "Role: ordinals", not "Role: p/,
    ],
    [
      "for the other address's text",
      () => last({ message: challenge('ordinals').message }),
      /line 3 is "Address: \w+", not "Address: \w+"/,
    ],
    ['for another network', () => honest({ network: 'mainnet' }), /line 5 is "Network: mainnet", not/],
    [
      'with a stale issue time',
      () => honest({ issued: inMinutes(-16) }),
      /was issued at .*limit is 10 minutes, plus 5/,
    ],
    [
      'issued in the future',
      () => honest({ issued: inMinutes(6), expires: inMinutes(8) }),
      /was issued at .*our clock/,
    ],
    [
      'that expired',
      () => honest({ expires: inMinutes(-6) }),
      /expires at .*, and our clock says .*; the limit is 10/,
    ],
    [
      'that lasts too long',
      () => honest({ expires: inMinutes(16) }),
      /expires at .*limit is 10 minutes, plus 5/,
    ],
    [
      'that expires before it is issued',
      () => honest({ issued: inMinutes(1), expires: inMinutes(-1) }),
      /before it was issued/,
    ],
    [
      'with a time zone',
      () => honest({ issued: '2026-11-22T14:00:00+01:00' }),
      /issue time "2026.*not an ISO time/,
    ],
    [
      'with a time in words',
      () => honest({ expires: 'never' }),
      /expiry time "never", which is not an ISO time/,
    ],
    ['with a short nonce', () => honest({ nonce: 'abc' }), /has the nonce "abc", not 32 hex digits/],
    [
      'with a text for the nonce',
      () => honest({ nonce: 'I owe you 1 BTC' }),
      /has the nonce "I owe you 1 BTC"/,
    ],
    [
      'with CRLF line ends',
      () => withMessage((text) => text.replaceAll('\n', '\r\n')),
      /begins with ".*\\r"/,
    ],
    [
      'with one CR inside',
      () => withMessage((text) => text.replace('regtest', 'regtest\r')),
      /line 5 is .*\\r"/,
    ],
    [
      'with trailing text',
      () => withMessage((text) => `${text}\nI sell my house`),
      /line 11, "I sell.*", is too many/,
    ],
    ['with a trailing line end', () => withMessage((text) => `${text}\n`), /line 11, "", is too many/],
    ['with a trailing space', () => withMessage((text) => `${text} `), /line 10 is .*nothing\. "/],
    [
      'with text on an empty line',
      () => withMessage((text) => text.replace('\n\n', '\nx\n')),
      /line 2 is "x", not ""/,
    ],
    [
      'with a line left out',
      () => withMessage((text) => text.split('\n').slice(0, -1).join('\n')),
      /ends after line 9/,
    ],
    [
      'with a Cyrillic look-alike',
      () => withMessage((text) => text.replace('moves', 'm\u043eves')),
      /line 10 is "This signature m\\u043eves/,
    ],
    [
      'with an invisible character',
      () => withMessage((text) => `\ufeff${text}`),
      /begins with "\\ufeffmarket/,
    ],
    ['without a message', () => last({ message: null as never }), /has no message/],
    ['without an id', () => last({ challengeId: 7 as never }), /has no id/],
  ])('%s', async (_, challenges, sentence) => {
    const wallet = watched();
    const error = await signIn(service(challenges()), wallet).catch((thrown: unknown) => thrown);
    // what is no challenge at all is refused by the parser of responses before
    const isParsed = (error as Error).name !== 'UnexpectedResponse';
    expect(error).toMatchObject(
      isParsed
        ? { name: 'UnsafeChallenge', message: expect.stringMatching(sentence) }
        : { message: expect.stringMatching(/challenges/) },
    );
    expect(wallet.signed).toEqual([]);
  });

  test.each([-14, 4])('but a clock that differs by minutes is no reason: issued at %i', async (minutes) => {
    const times = { issued: inMinutes(minutes), expires: inMinutes(minutes + 10) };
    expect(await signIn(service(honest(times)), watched())).toMatchObject({ walletBindingId: ID });
  });
});

describe('the domain of the message', () => {
  test('is the host of the base URL, with or without the port', async () => {
    const url = 'https://market.test:8443/api/v1';
    for (const domain of ['market.test', 'market.test:8443'])
      await expect(signIn(service(honest({ domain }), {}, url), watched())).resolves.toBeDefined();
    await expect(signIn(service(honest({ domain: 'market.test:9' }), {}, url), watched())).rejects.toThrow(
      /begins/,
    );
  });

  test('may be localhost for a service on this machine only', async () => {
    const here = honest({ domain: 'localhost' });
    for (const url of ['http://127.0.0.1:8080', 'http://[::1]:8080', 'http://localhost:8080'])
      await expect(signIn(service(here, {}, url), watched())).resolves.toBeDefined();
    await expect(signIn(service(here), watched())).rejects.toThrow(/begins with "localhost/);
  });

  test('is the option domain, if given, and then no other', async () => {
    const client = service(honest({ domain: 'other.test' }));
    await expect(signIn(client, watched(), { domain: 'other.test' })).resolves.toBeDefined();
    await expect(signIn(service(honest()), watched(), { domain: 'other.test' })).rejects.toThrow(
      /not with "other/,
    );
  });
});

test('one address for both roles signs one challenge, for the role ordinals', async () => {
  const wallet = watched();
  const { ordinalsAddress } = wallet;
  const same = { ...wallet, paymentAddress: ordinalsAddress };
  const bound = {
    walletBindings: [{ ...BINDING, ordinalsAddress, paymentAddress: ordinalsAddress }],
  };
  await signIn(service([challenge('ordinals')], bound), same);
  expect(wallet.signed).toHaveLength(1);
  const twice = [challenge('ordinals'), { ...challenge('ordinals', { role: 'payment' }), role: 'payment' }];
  await expect(signIn(service(twice, bound), same)).rejects.toThrow(/asks for 2 signatures, not for 1/);
});

describe('a session is refused', () => {
  test('when the service binds other addresses than ours', async () => {
    const { ordinalsAddress } = testWallet();
    const verify = { walletBindings: [{ ...BINDING, ordinalsAddress, paymentAddress: ordinalsAddress }] };
    await expect(signIn(service(honest(), verify), watched())).rejects.toThrow(/returned no wallet binding/);
  });

  test.each<[string, unknown]>([
    ['with a line end', 'a\r\nx-evil: 1'],
    ['with a space', 'a b'],
    ['with other letters', 'tök'],
    ['that is empty', ''],
    ['that is too long', 'x'.repeat(8_193)],
    ['that is no text', 7],
  ])('for a token %s, which is not shown', async (_, sessionToken) => {
    const error = await signIn(service(honest(), { sessionToken }), watched()).catch(String);
    expect(error).toMatch(/session ?token/i);
    expect(error).not.toContain('evil');
  });

  test.each<[string, () => unknown]>([
    ['in the past', () => new Date(Date.now() - 1_000).toISOString()],
    ['after more than a day', () => new Date(Date.now() + 25 * HOUR).toISOString()],
    ['never', () => 'never'],
    ['at a number', () => Date.now() + HOUR],
    ['at no time', () => null],
  ])('that expires %s', async (_, expiresAt) => {
    const client = service(honest(), { expiresAt: expiresAt() });
    await expect(signIn(client, watched())).rejects.toThrow(/not within 24 hours from now|expiresAt/);
  });
});

describe('a wallet is linked', () => {
  const LINK = { opening: 'link this Bitcoin wallet to a profile', profile: ID };
  const signedIn = async (client: ReturnType<typeof service>) => ({
    ...(await signIn(service(honest()), watched())),
    client: client.with({ token: 'token' }),
  });

  test('by a message that names the profile, with a session of its own', async () => {
    const wallet = watched();
    const session = await signedIn(service(honest(LINK)));
    expect(await linkWallet(session, wallet)).toMatchObject({ walletBindingId: ID, profile: { id: ID } });
    expect(wallet.signed).toHaveLength(2);
    expect(wallet.signed[0]).toContain(`Profile: ${ID}`);
  });

  test.each<[string, Partial<Fields>, RegExp]>([
    ['for a plain sign-in', {}, /begins with/],
    ['for another profile', { ...LINK, profile: ID.replace('3', '4') }, /line 9 is "Profile: 4/],
    ['for no profile', { opening: LINK.opening }, /is not the sign-in message/],
  ])('by no message %s', async (_what, change, sentence) => {
    const wallet = watched();
    const session = await signedIn(service(honest(change)));
    await expect(linkWallet(session, wallet)).rejects.toThrow(sentence);
    expect(wallet.signed).toEqual([]);
  });

  test('only when it is asked for: a sign-in signs no link', async () => {
    const wallet = watched();
    await expect(signIn(service(honest(LINK)), wallet)).rejects.toThrow(/begins with/);
    expect(wallet.signed).toEqual([]);
  });

  test('and an older token is not sent to sign in', async () => {
    let sent: string | null = null;
    const fetch = (async (input: Request) => {
      sent ??= input.headers.get('authorization') ?? 'none';
      throw new Error('away');
    }) as typeof globalThis.fetch;
    const client = createClient({ baseUrl: 'http://market.test', fetch, token: 'old' });
    await expect(signIn(client, watched())).rejects.toThrow('away');
    expect(sent).toBe('none');
  });
});
