/**
 * The import direction:
 *   sandbox -> server: cli -> composition -> api, follower -> trading -> ports -> base -> protocol (a package of its own)
 * An adapter imports ports, protocol and base; only composition/ (and the sandbox, in its own process) builds one.
 * server/test/architecture.test.ts holds the same direction without this tool.
 */
const upwards = (from, to) => ({
  name: `${from.replaceAll('|', '-or-')}-does-not-import-${to.replaceAll('|', '-or-')}`,
  comment: 'Imports run one way: cli -> composition -> api, follower -> trading -> ports -> base.',
  severity: 'error',
  from: { path: `^server/src/(${from})/` },
  to: { path: `^server/src/(${to})/` },
});

const ports = 'chain|ordinals|price|store|signer|webhook';

// What code above the ports may know: the ports, rules over them, and the store's queries over its `Database`.
const known = [
  '(^|/|-)port\\.ts$',
  '^server/src/(ordinals/in-sync|chain/transaction-index|webhook/signature)\\.ts$',
  '^server/src/store/(?!database/(pglite|postgres|primary|hosts|migrate|migrated-copy|leader|fence|listen|data-directory-lock)\\.ts$)',
];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    upwards('base', `cli|composition|api|audit|follower|trading|${ports}`),
    upwards(ports, 'cli|composition|api|audit|follower|trading'),
    upwards('trading', 'cli|composition|api|audit|follower'),
    upwards('api', 'cli|composition|audit|follower'),
    upwards('follower', 'cli|composition|api|audit'),
    // An audit shares no rule with what it audits.
    upwards('audit', 'cli|composition|api|follower|trading'),
    upwards('composition', 'cli'),
    {
      name: 'adapters-keep-to-their-port',
      comment: 'An adapter imports its own port, protocol and base, not another adapter.',
      severity: 'error',
      from: { path: `^server/src/(${ports})/` },
      to: { path: `^server/src/(${ports})/`, pathNot: ['^server/src/$1/', ...known] },
    },
    {
      name: 'only-composition-builds-adapters',
      comment: 'Code above the ports asks for the port; composition/ gives it an adapter.',
      severity: 'error',
      from: {
        path: '^server/src/(cli|api|audit|follower|trading)/',
        pathNot:
          '^server/src/cli/(key(s|-set)|collection-list|listen|webhooks|init|init/(certificates|signer-keys))\\.ts$',
      },
      to: { path: `^server/src/(${ports})/`, pathNot: known, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'devnode-stands-alone',
      comment:
        'devnode and its tests know no other package; stack/ lends them real programs and random rounds.',
      severity: 'error',
      from: { path: '^devnode/' },
      to: {
        path: '^(protocol|judge|api|client|server|sandbox|mcp|console|stack/(?!real/|rounds|random-tests))',
      },
    },
    {
      name: 'packages-below-stand-alone',
      comment:
        'protocol, judge, api and client are packages of their own; nothing of the service is in them.',
      severity: 'error',
      from: { path: '^(protocol|judge|api|client)/src/' },
      to: { path: '^(server|sandbox)/' },
    },
    {
      name: 'production-without-sandbox',
      comment: 'What the service ships holds nothing of the sandbox or of devnode.',
      severity: 'error',
      from: { path: '^server/src/' },
      to: { path: '^(sandbox|devnode)/' },
    },
    {
      name: 'client-and-protocol-without-devnode',
      severity: 'error',
      from: { path: '^(client|judge|protocol)/src/' },
      to: { path: '^devnode/' },
    },
    {
      name: 'protocol-and-api-without-client',
      severity: 'error',
      from: { path: '^(protocol|api)/' },
      to: { path: '^client/' },
    },
    {
      name: 'judge-alone',
      comment: 'Any wallet can add the judge; it shares no rule with what it judges.',
      severity: 'error',
      from: { path: '^judge/src/' },
      to: { path: '^(protocol|api|client|server|sandbox|mcp|console)/' },
    },
    {
      name: 'visitors-without-operator',
      comment: 'Nothing of the operator is in the bundle for visitors.',
      severity: 'error',
      from: { path: '^console/src/(?!operator/)' },
      to: { path: '^console/src/operator/' },
    },
    {
      name: 'operator-without-market',
      comment: "The operator's console uses the admin API alone.",
      severity: 'error',
      from: { path: '^console/src/operator/' },
      to: { path: '^(client/|console/src/(trader|pages|session)/)' },
    },
    {
      name: 'protocol-is-pure',
      comment: 'protocol has no I/O, no clock, no process.',
      severity: 'error',
      from: { path: '^protocol/src/' },
      to: { dependencyTypes: ['core'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'node', 'types', 'default'],
    },
  },
};
