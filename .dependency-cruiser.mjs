/**
 * The layers of treasury/, from the bottom to the top. A folder imports from the layers below its own alone, types
 * included, so no two folders can import each other. A new folder is put into a layer here before anything imports it.
 */
export const LAYERS = [
  // What everything is said in.
  ['money', 'retries', 'time', 'validation'],
  ['audit', 'outcomes', 'schedules', 'seals'],
  ['decisions', 'valuation'],
  // What is seen, what is wanted, and what is under way.
  ['policy', 'ports'],
  ['booking', 'market', 'snapshots'],
  ['instructions', 'series'],
  ['analytics', 'evidence', 'limits', 'rules/checks'],
  ['ledger', 'rules'],
  // What people and schedules ask for.
  ['breaks', 'retention', 'sealing'],
  ['changes'],
  ['approvals', 'arming', 'halt'],
  ['sending'],
  ['preview', 'settlement', 'sweeps', 'trades', 'unbooked', 'withdrawals'],
  ['lanes', 'reconciliation'],
  ['statements', 'watchdog'],
  // What others are told of it.
  ['events'],
];

/** The files of these folders of treasury/, not those of folders within them. */
const filesOf = (folders) => `^treasury/(${folders.join('|')})/[^/]+$`;

const layerRules = LAYERS.map((layer, index) => ({
  name: `treasury-layer-of-${layer[0].replace('/', '-')}`,
  comment: 'Only from a layer below, and within the folder itself.',
  severity: 'error',
  from: { path: filesOf(layer) },
  to: { path: filesOf(LAYERS.slice(index).flat()), pathNot: '^treasury/$1/[^/]+$' },
}));

/** The one-way rule: functions -> treasury <- adapters. The treasury knows nothing of the world. */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'treasury-imports-nothing-of-the-rest',
      severity: 'error',
      from: { path: '^treasury/' },
      to: { path: '^(adapters|contract|functions|lib|bin|local|sandbox|console|test|bench)/' },
    },
    ...layerRules,
    {
      name: 'every-folder-of-treasury-has-a-layer',
      severity: 'error',
      from: {},
      to: { path: '^treasury/', pathNot: filesOf(LAYERS.flat()) },
    },
    {
      name: 'the-contract-knows-the-domain-only',
      severity: 'error',
      from: { path: '^api/' },
      to: { path: '^(adapters|functions|lib|bin|local|sandbox|console|test|bench)/' },
    },
    {
      name: 'treasury-is-pure',
      comment: 'Only libraries without a world of their own, and the hash function.',
      severity: 'error',
      from: { path: '^treasury/' },
      to: {
        dependencyTypes: ['npm', 'npm-dev', 'core'],
        pathNot: '^(node_modules/(zod|decimal\\.js|croner|temporal-polyfill)/|(node:)?crypto$)',
      },
    },
    {
      name: 'bundles-hold-the-small-zod',
      comment:
        'zod/mini says the same in half the bytes, and makes a schema in a fraction of the time: every function makes hundreds of them before its first event.',
      severity: 'error',
      from: { path: '^(adapters|contract|functions|treasury)/' },
      to: { path: '^node_modules/zod/index' },
    },
    {
      name: 'adapters-import-treasury-only',
      severity: 'error',
      from: { path: '^adapters/' },
      to: { path: '^(functions|lib|bin|local|sandbox|console|test|bench)/' },
    },
    {
      name: 'functions-do-not-import-infrastructure',
      severity: 'error',
      from: { path: '^functions/' },
      to: { path: '^(lib|bin|local|sandbox|console|test|bench)/' },
    },
    {
      name: 'infrastructure-shares-names-only',
      comment:
        'Names of variables and indexes and the limits of the protocol, so that they cannot drift.',
      severity: 'error',
      from: { path: '^lib/' },
      to: {
        path: '^(adapters|contract|treasury|functions|local|sandbox|console|test|bench)/',
        pathNot:
          '^(runtime/environment/|adapters/store/keys|treasury/sending/protocol-limits|api/)',
      },
    },
    {
      name: 'the-sandbox-is-another-party',
      severity: 'error',
      from: { path: '^sandbox/' },
      to: { path: '^(adapters|functions|lib|local|console|test|bench)/|^treasury/(?!money/)' },
    },
    {
      name: 'nothing-depends-on-tests',
      comment: 'But for the commands that run a check of their own, such as the model check.',
      severity: 'error',
      from: { pathNot: '^(test/|bin/(check-|load|simulate|soak|test-))' },
      to: { path: '^test/' },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    // dependency-cruiser cannot load TypeScript 7 yet; swc reads the same sources.
    parser: 'swc',
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(cdk\\.out|\\.sluice|coverage)/' },
  },
};
