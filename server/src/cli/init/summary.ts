import { join } from 'node:path';
import { ADMISSION_SATS } from '@ordbook/protocol/collection-offer/admission';
import { readSettings } from '../../composition/settings.ts';
import { SIGNER_ROLES } from '../../composition/signer-roles.ts';
import { readTiers } from '../../composition/tiers.ts';
import { keyPath } from './files.ts';
import { localRoles, machineFolder, remoteRoles } from './machines.ts';
import { commonSettings, type MadeFolder, type Plan, POLICY_METHODS } from './plan.ts';
import { KEY_SET_FILE } from './signer-keys.ts';
import { unitOf } from './units.ts';

/** For the fees of fan-outs, and for anchors that are too small for their own fee, sats. */
const SPARE_SATS = 100_000;

/** What to back up, what to fund, what to publish, and which commands come next. */
export function summary(folder: string, { plan, keySet, anchorAddress, isRebuilt }: MadeFolder): string {
  const { target, network } = plan.answers;
  const { anchors, admissions } = neededSats(plan);
  const sections = [
    [
      `ordbook ${plan.version} for ${network} is in ${folder}.`,
      ...(network === 'mainnet' && plan.answers.esplora === ''
        ? [
            'Set ESPLORA_URL in service.env before many people sign in: without it each sign-in scans the node.',
          ]
        : []),
    ],
    [
      isRebuilt
        ? 'The keys are those of the backup. Each signer knows that its journal is lost: half of each limit counts as used for up to a day.'
        : 'Back up now, encrypted, in two places that are not this machine:',
      ...SIGNER_ROLES.map((role) => `  ${join(folder, keyPath(plan, role))}`),
      `  ${join(folder, 'keys', KEY_SET_FILE)}   again after each \`ordbook keys publish\``,
      ...(isRebuilt
        ? []
        : [`  ${join(folder, keyPath(plan, 'publisher'))}   then remove it here: no process needs it`]),
      ...(target === 'compose' || remoteRoles(plan).length > 0
        ? [`  ${join(folder, 'authority.key')}    then remove it here: it issues certificates of signers`]
        : []),
      'Do not back up the journals (*.journal): an old one would reset the limits of a signer.',
      'Later also: the list of collections when you have changed it, and `ordbook backup` of the database each night.',
    ],
    ['Publish where this service cannot change it; clients pin it:', `  publisher key   ${keySet.publisher}`],
    [
      `${isRebuilt ? 'If its coins are gone, fund' : 'Fund'} the anchor address with two coins, of ${(anchors + admissions).toLocaleString('en-US')} sats and of ${SPARE_SATS.toLocaleString('en-US')} sats or more:`,
      `  ${anchorAddress}`,
      'The first becomes anchors and admission coins; the second pays the fees.',
    ],
    [
      'The policy signer reads the node of the service: a second opinion of the same eyes. Give it',
      `its own when you can, which may be pruned, in ${join(folder, policyPath(plan))}${plan.answers.node === '' ? '.' : ', or at'}`,
      ...(plan.answers.node === ''
        ? []
        : [`least a user of its own at the node, with rpcwhitelist=<user>:${POLICY_METHODS.join(',')}`]),
    ],
    ['Next:', ...NEXT[target](folder, plan).map((line) => `  ${line}`)],
  ];
  return `${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/** The policy signer's settings: in the folder of its machine, if it has one. */
const policyPath = (plan: Plan) =>
  localRoles(plan).includes('policy') ? 'policy.env' : `${machineFolder('policy')}/policy.env`;

const NEXT = {
  systemd: (folder: string, plan: Plan) => [
    ...remoteRoles(plan).map(
      ([role, url]) =>
        `copy ${join(folder, machineFolder(role))} to ${new URL(url).hostname}, run its install.sh there, then remove it here`,
    ),
    ...(plan.answers.node === ''
      ? [`add ${join(folder, 'node/bitcoin.conf')} to bitcoin.conf of the node, and restart the node`]
      : []),
    ...(plan.answers.database === '' ? [`sudo -u postgres psql <${join(folder, 'database.sql')}`] : []),
    `sudo ${join(folder, 'install.sh')}`,
    ...(localRoles(plan).length > 0
      ? [`sudo systemctl enable --now ${localRoles(plan).map(unitOf).join(' ')}`]
      : []),
    'sudo ordbook --settings /etc/ordbook/signers.env --settings /etc/ordbook/service.env check',
    'sudo systemctl enable --now ordbook',
  ],
  compose: (folder: string) => [
    `cd ${folder} && docker compose up --detach`,
    'docker compose run --rm service ordbook check',
  ],
} as const;

/** What the pools need at first, sats: a fifth more than the anchors hold, for the fees of their fan-out. */
function neededSats(plan: MadeFolder['plan']): { readonly anchors: number; readonly admissions: number } {
  const settings = readSettings(commonSettings(plan));
  const anchors = Math.ceil(1.2 * settings.ANCHOR_POOL_TARGET * settings.ANCHOR_SATS);
  const coins = readTiers(settings.ADMISSION_TIERS).reduce((sum, { coins: each }) => sum + each, 0);
  return { anchors, admissions: Math.ceil(1.2 * coins * ADMISSION_SATS) };
}
