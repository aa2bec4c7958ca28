/** The Debian package: what it has, what lintian says of it, and that it installs and runs. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { run } from '../clients/run.ts';
import { type Machine, noMachine, startMachine } from './machine.ts';
import { packedPackages } from './parts.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 900_000 });

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const UNITS = ['ordbook', ...['market', 'policy', 'gate'].map((role) => `ordbook-signer-${role}`)];
const hasDebian = existsSync('/usr/bin/dpkg-deb') && existsSync('/usr/bin/systemd-sysusers');

describe.runIf(hasDebian)('the Debian package', () => {
  let folder: string;
  let file: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ordbook-debian-'));
    const packages = dirname((await packedPackages())('server'));
    const { stdout } = await promisify(execFile)(join(ROOT, 'scripts/deb.sh'), [packages, '-z1']);
    file = stdout.trim().split('\n').at(-1)!;
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('has the program, units, users, manual page and completions, all of root and nobody else’s', async () => {
    const { output } = await run('dpkg-deb', ['--contents', file], { cwd: folder });
    const entries = output.trim().split('\n');
    expect(
      entries.filter((line) => !/^[-dl]rw[-x]r-[-x]r-[-x] root\/root|^lrwxrwxrwx root\/root/.test(line)),
    ).toEqual([]);
    const paths = entries.map((line) => line.split(' ./')[1]);
    expect(paths).toEqual(
      expect.arrayContaining([
        'usr/bin/ordbook -> ../lib/ordbook/dist/cli/main.js',
        ...UNITS.map((name) => `usr/lib/systemd/system/${name}.service`),
        'usr/lib/sysusers.d/ordbook.conf',
        'usr/share/man/man1/ordbook.1.gz',
        'usr/share/bash-completion/completions/ordbook',
        'usr/share/zsh/vendor-completions/_ordbook',
        'usr/share/doc/ordbook/copyright',
      ]),
    );
  });

  test.runIf(existsSync('/usr/bin/lintian'))('has no error and no warning of lintian', async () => {
    const { code, output } = await run(
      'lintian',
      ['--no-cfg', '--allow-root', '--fail-on', 'error,warning', file],
      {
        cwd: folder,
      },
    );
    expect(code, output).toBe(0);
  });

  describe.runIf(noMachine() === null)('that is installed', () => {
    let machine: Machine;

    beforeAll(async () => {
      machine = await startMachine();
      // Node is no package of Debian here
      await machine.run(`dpkg --force-depends --install ${file}`);
    });
    afterAll(() => machine?.stop());

    test('runs, with a user for each part and units that systemd understands', async () => {
      expect(await machine.run('ordbook --version; ordbook keys --help')).toContain('Usage: ordbook keys');
      const users = await machine.run('getent passwd ordbook ordbook-market ordbook-policy ordbook-gate');
      expect(users.trim().split('\n')).toHaveLength(4);
      for (const line of users.trim().split('\n')) expect(line).toMatch(/:\/usr\/sbin\/nologin$/);
      expect(
        await machine.run(
          `systemd-analyze verify --man=no ${UNITS.map((name) => `/usr/lib/systemd/system/${name}.service`).join(' ')}`,
        ),
      ).toBe('');
    });

    test('shows its page in man, and completes in bash and zsh', async () => {
      const zsh = existsSync('/usr/bin/zsh') ? 'zsh -n /usr/share/zsh/vendor-completions/_ordbook' : '';
      expect(
        await machine.run(`gzip --decompress --stdout /usr/share/man/man1/ordbook.1.gz | head -3
          bash -n /usr/share/bash-completion/completions/ordbook
          ${zsh}`),
      ).toContain('.TH ORDBOOK 1');
    });

    test('is configured by init, whose script leaves the units to the package', async () => {
      await machine.run(`ordbook init --yes --folder /root/made --network regtest --domain trade.test \\
        --fee-address bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080
        ln -s /bin/true /usr/local/bin/systemctl
        /root/made/install.sh`);
      expect(await machine.run('ls /etc/systemd/system | grep ordbook || true; ls /etc/ordbook')).toBe(
        'collections.json\nkey-set.json\npolicy.env\nservice.env\nsigners.env\n',
      );
      // with nothing to connect to, it says what is missing
      const checked = await machine.run(
        'ordbook --settings /etc/ordbook/signers.env --settings /etc/ordbook/service.env check || true',
      );
      expect(checked).toMatch(/^NO +node/m);
    });

    test('goes without the settings and the keys', async () => {
      await machine.run('dpkg --purge ordbook');
      expect(
        await machine.run('ls /usr/bin/ordbook 2>&1 || ls /etc/ordbook /var/lib/ordbook-gate'),
      ).toContain('keys.json');
    });
  });
});
