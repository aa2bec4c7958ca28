import { SETTING_GROUPS } from '../../composition/settings.ts';
import type { SignerRole } from '../../composition/signer-roles.ts';
import { bitcoinConf, composeFile, databaseSql, ordSettings, postgresSettings } from './compose.ts';
import { settingsFile, shortSettingsFile } from './environment.ts';
import { localRoles, machineFiles, machineFolder, remoteRoles } from './machines.ts';
import type { MadeFile } from './made-file.ts';
import { chainSettings, commonSettings, type Plan, serviceSettings } from './plan.ts';
import { caddyfile, nginxSite } from './proxy.ts';
import { installScript, units } from './units.ts';

/** By path in the folder, every file but keys, key set and certificates. */
export function madeFiles(plan: Plan): Readonly<Record<string, MadeFile>> {
  const { answers } = plan;
  const common = shortSettingsFile(
    'Settings that the service and all signers have in common.',
    commonSettings(plan),
  );
  const policy = shortSettingsFile(
    'The chain as the policy signer sees it: the node of the service. Give it a node of its own when you can; a pruned one will do. ORD_URL, an index of its own, is an option.',
    chainSettings(plan, 'policy'),
  );
  const service = settingsFile(
    'Settings of the service. Those with # in front are at their defaults; signers.env has those in common with the signers.',
    serviceSettings(plan),
    // of signers alone: they read no service.env
    { ...commonSettings(plan), ...SETTING_GROUPS['`ordbook signer`'] },
  );
  const settings = {
    'signers.env': { text: common },
    'policy.env': { text: policy, isSecret: true },
    'service.env': { text: service, isSecret: true },
  };
  return answers.target === 'systemd'
    ? { ...settings, ...systemdFiles(plan) }
    : { ...settings, ...composeFiles(plan) };
}

/** Where the key files are, in the folder: those of other machines in the folders for these. */
export function keyPath(plan: Plan, holder: SignerRole | 'publisher'): string {
  if (holder === 'publisher') return 'publisher.json';
  return localRoles(plan).includes(holder)
    ? `keys/${holder}/keys.json`
    : `${machineFolder(holder)}/keys.json`;
}

/** Where key set and list of collections are: with compose, in the folder that all containers see. */
export function publicPath({ answers }: Plan, name: 'key-set.json' | 'collections.json'): string {
  return answers.target === 'systemd' ? name : `public/${name}`;
}

function systemdFiles(plan: Plan): Readonly<Record<string, MadeFile>> {
  const { domain, node, database } = plan.answers;
  return {
    ...Object.fromEntries(
      Object.entries(units(localRoles(plan))).map(([name, text]) => [`systemd/${name}`, { text }]),
    ),
    'proxy/nginx.conf': { text: nginxSite(domain) },
    'proxy/Caddyfile': { text: caddyfile(domain, '127.0.0.1:8080') },
    'install.sh': { text: installScript(localRoles(plan), { hasTls: remoteRoles(plan).length > 0 }) },
    ...machineFiles(plan),
    ...(node === '' ? { 'node/bitcoin.conf': { text: bitcoinConf(plan, true) } } : {}),
    ...(database === '' ? { 'database.sql': { text: databaseSql(plan), isSecret: true } } : {}),
  };
}

function composeFiles(plan: Plan): Readonly<Record<string, MadeFile>> {
  const own = (head: string, values: Readonly<Record<string, string>>) => ({
    text: shortSettingsFile(head, values),
    isSecret: true,
  });
  return {
    'compose.yaml': { text: composeFile(plan) },
    'ord.env': own('Settings of ord.', ordSettings(plan)),
    'postgres.env': own('Settings of PostgreSQL.', postgresSettings(plan)),
    'node/bitcoin.conf': { text: bitcoinConf(plan, false) },
    'proxy/Caddyfile': { text: caddyfile(plan.answers.domain, 'service:8080') },
  };
}
