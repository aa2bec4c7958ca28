/**
 * The import direction inside server/src:
 *   cli, sandbox -> api, follower -> trading -> protocol + the ports -> base
 * An adapter imports ports, protocol and base; only cli/wire.ts (and the sandbox, in its own process) builds one.
 * server/test/architecture.test.ts holds the same direction without this tool.
 */
const upwards = (from, to) => ({
  name: `${from}-does-not-import-${to.replaceAll('|', '-or-')}`,
  comment: 'Imports run one way: cli, sandbox -> api, follower -> trading -> protocol and ports -> base.',
  severity: 'error',
  from: { path: `^server/src/(${from})/` },
  to: { path: `^server/src/(${to})/` },
});

const ports = 'chain|ordinals|price|store|signer';

// What code above the ports may know: the ports, rules over them, and the store's queries over its `Database`.
const known = [
  '/port\\.ts$',
  '^server/src/ordinals/level\\.ts$',
  '^server/src/store/(?!(pglite|postgres|migrate|leader|data-directory-lock)\\.ts$)',
];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    upwards('base', `cli|sandbox|api|follower|trading|protocol|${ports}`),
    upwards('protocol', `cli|sandbox|api|follower|trading|${ports}`),
    upwards(ports, 'cli|sandbox|api|follower|trading'),
    upwards('trading', 'cli|sandbox|api|follower'),
    upwards('api', 'cli|sandbox|follower'),
    upwards('follower', 'cli|sandbox|api'),
    {
      name: 'adapters-keep-to-their-port',
      comment: 'An adapter imports its own port, protocol and base, not another adapter.',
      severity: 'error',
      from: { path: `^server/src/(${ports})/` },
      to: { path: `^server/src/(${ports})/`, pathNot: ['^server/src/$1/', ...known] },
    },
    {
      name: 'only-wire-builds-adapters',
      comment:
        'Code above the ports asks for the port; cli/wire.ts gives it an adapter. The signer process wires itself.',
      severity: 'error',
      from: {
        path: '^server/src/(cli|sandbox|api|follower|trading)/',
        pathNot:
          '^server/src/(cli/(wire|signer|keys)|sandbox/(sandbox|books|collection-offers|real-node))\\.ts$',
      },
      to: { path: `^server/src/(${ports})/`, pathNot: known, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'devnode-and-client-stand-alone',
      comment: 'They are packages of their own; nothing of the service is in them.',
      severity: 'error',
      from: { path: '^(devnode|client)/' },
      to: { path: '^server/' },
    },
    {
      name: 'client-without-devnode',
      severity: 'error',
      from: { path: '^client/src/' },
      to: { path: '^devnode/' },
    },
    {
      name: 'devnode-without-client',
      severity: 'error',
      from: { path: '^devnode/' },
      to: { path: '^client/' },
    },
    {
      name: 'protocol-is-pure',
      comment: 'protocol has no I/O, no clock, no process.',
      severity: 'error',
      from: { path: '^server/src/protocol/' },
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
