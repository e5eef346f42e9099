/**
 * The layers of treasury/, from the bottom to the top. A folder imports from the layers below its own alone, types
 * included, so no two folders can import each other. A new folder is put into a layer here before anything imports it.
 */
export const LAYERS = [
  // What everything is said in.
  ['concurrency', 'money', 'records', 'retries', 'time', 'validation'],
  ['audit', 'outcomes', 'schedules', 'seals'],
  ['calendars', 'valuation'],
  // What is seen, what is wanted, what is decided, and what is under way.
  ['policy', 'ports'],
  ['counters'],
  ['facts'],
  ['decisions'],
  ['booking', 'market', 'snapshots', 'value-limits'],
  ['instructions', 'series'],
  ['analytics', 'evidence', 'limits'],
  ['facts/sentences'],
  ['facts/sentences/de', 'facts/sentences/en'],
  ['facts/sentences/say'],
  ['rules/checks'],
  ['ledger', 'rules'],
  // What people and schedules ask for.
  ['breaks', 'retention', 'sealing', 'spans'],
  ['changes'],
  ['approvals', 'matching', 'rearming', 'halt'],
  ['sending'],
  // The way out, and the kinds of what leaves by it.
  ['outgoing'],
  ['preview', 'settlement', 'sweeps', 'trades', 'unbooked', 'withdrawals'],
  ['outgoing/kinds'],
  ['forecast', 'lanes', 'reconciliation'],
  ['report-values'],
  ['inbox', 'overview', 'statements', 'webhooks'],
  ['tie-out'],
  // It reminds people of what the inbox finds.
  ['watchdog'],
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

/** Every room but the one itself and those that it may import: nothing else in the tree is source. */
const ROOMS = [
  'adapters',
  'api',
  'bench',
  'bin',
  'clients',
  'console',
  'functions',
  'lib',
  'local',
  'reporting',
  'runtime',
  'sandbox',
  'test',
  'treasury',
];

/** The files of every room that is not in this list. */
const allBut = (...rooms) => `^(${ROOMS.filter((room) => !rooms.includes(room)).join('|')})/`;

/** functions -> reporting -> api -> runtime -> adapters -> treasury, and never the other way. */
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
      to: { path: allBut('treasury') },
    },
    ...layerRules,
    {
      name: 'every-folder-of-treasury-has-a-layer',
      severity: 'error',
      from: {},
      to: { path: '^treasury/', pathNot: filesOf(LAYERS.flat()) },
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
      name: 'the-service-is-known-by-its-port',
      comment: 'Only its client knows how to speak to it; runtime/clients connects one.',
      severity: 'error',
      from: { path: '^(api|functions|reporting|treasury)/' },
      to: { path: '^adapters/(http-client|[^/]+-service)/' },
    },
    {
      name: 'a-client-of-a-service-knows-no-other',
      comment: 'What they share stands in adapters/http-client, which knows none of them.',
      severity: 'error',
      from: { path: '^adapters/(http-client|[^/]+-service)/' },
      to: { path: '^adapters/[^/]+-service/', pathNot: '^adapters/$1/' },
    },
    {
      name: 'bundles-hold-the-small-zod',
      comment:
        'zod/mini says the same in half the bytes, and makes a schema in a fraction of the time: every function makes hundreds of them before its first event.',
      severity: 'error',
      from: { path: '^(adapters|api|functions|reporting|runtime|treasury)/' },
      to: { path: '^node_modules/zod/index' },
    },
    {
      name: 'adapters-import-treasury-only',
      severity: 'error',
      from: { path: '^adapters/' },
      to: { path: allBut('adapters', 'treasury') },
    },
    {
      name: 'a-store-knows-no-other',
      comment: 'The one in memory says what a database must do, and no database is needed for it.',
      severity: 'error',
      from: { path: '^adapters/(memory|store)/' },
      to: { path: '^adapters/(memory|store)/', pathNot: '^adapters/$1/' },
    },
    {
      name: 'nothing-is-deployed-with-a-store-in-memory',
      comment:
        'It is for tests, the simulation and the demo data: what it holds is gone with its process.',
      severity: 'error',
      from: { path: '^(api|functions|lib|reporting|runtime)/' },
      to: { path: '^adapters/memory/' },
    },
    {
      name: 'the-runtime-serves-every-function',
      comment: 'Also those that no route reaches.',
      severity: 'error',
      from: { path: '^runtime/' },
      to: { path: allBut('runtime', 'adapters', 'treasury') },
    },
    {
      name: 'reports-know-no-function',
      severity: 'error',
      from: { path: '^reporting/' },
      to: { path: allBut('reporting', 'api', 'runtime', 'adapters', 'treasury') },
    },
    {
      name: 'the-api-knows-no-function',
      severity: 'error',
      from: { path: '^api/' },
      to: { path: allBut('api', 'runtime', 'adapters', 'treasury') },
    },
    {
      name: 'functions-do-not-import-infrastructure',
      severity: 'error',
      from: { path: '^functions/' },
      to: { path: '^(bench|bin|lib|local|sandbox|test)/' },
    },
    {
      name: 'a-function-knows-no-other',
      severity: 'error',
      from: { path: '^functions/([^/]+)/' },
      to: { path: '^functions/', pathNot: '^functions/$1/' },
    },
    {
      name: 'infrastructure-shares-names-only',
      comment:
        'Names of variables, metrics and indexes, values of settings and of events, routes, tables of the analyst, and the limits of the protocol, so that they cannot drift.',
      severity: 'error',
      from: { path: '^lib/' },
      to: {
        path: allBut('lib'),
        pathNot:
          '^(adapters/(seals/(mac-algorithm|secret-purpose)|store/keys|trading-service/(answer-settings|service-address|side-casing|trade-fields))|api/|reporting/analytics/|runtime/(console|diagnosis/diagnosis|environment|observability/metrics)|treasury/(ledger/missed-occurrences|sending/protocol-limits|validation/(byte-order-mark|nearest-field|nearest-name)))',
      },
    },
    {
      name: 'the-client-stands-alone',
      comment:
        'It runs in browsers and in the programs of others: its generated types, and one library.',
      severity: 'error',
      from: { path: '^clients/' },
      to: { pathNot: '^(clients/|node_modules/openapi-fetch/)' },
    },
    {
      name: 'the-console-knows-the-contract-only',
      comment:
        'What the API says, by its typed client, and libraries: a screen that knew the domain would decide what the API decides. A sentence decides nothing, and is said alike everywhere; so is why a draft lets more leave.',
      severity: 'error',
      from: { path: '^console/(?!build/)' },
      to: {
        path: allBut('console', 'clients'),
        pathNot:
          '^treasury/(facts/(sentences/([^/]+|say/(not-sent|lane-step|say-break).ts)$|reasons|stopped-lane)|changes/(widens|compare-accounts|field-change)|policy/((policy|calendar|webhook|matching-rule)-schema|account-limits))',
      },
    },
    {
      name: 'sentences-need-no-library',
      comment: 'The console has them in its bundle, and a browser has no more than they import.',
      severity: 'error',
      from: {
        path: '^treasury/facts/(sentences/([^/]+|[^/]+/(sayer|not-sent|lane-step|say-break|breaks).ts)$|reasons|stopped-lane)',
        // Types of the texts of decisions, which take decimals.
        pathNot: '^treasury/facts/sentences/(said|texts).ts$',
      },
      to: {
        // A type is nothing in a bundle.
        dependencyTypesNot: ['type-only'],
        pathNot:
          '^treasury/(facts/(sentences/([^/]+|[^/]+/(sayer|not-sent|lane-step|say-break|breaks).ts)$|reasons|stopped-lane)|policy/policy-limits|time/|schedules/(wall-clock|bounded-cache).ts)',
      },
    },
    {
      name: 'the-build-of-the-console-names-licences',
      comment: 'As every other build of files for others does, and nothing else.',
      severity: 'error',
      from: { path: '^console/build/' },
      to: { path: allBut('console'), pathNot: '^lib/licence-notices' },
    },
    {
      name: 'a-screen-knows-no-other',
      comment: 'What two screens share stands beside them, in the folder of its purpose.',
      severity: 'error',
      from: { path: '^console/screens/([^/]+)/' },
      to: { path: '^console/screens/', pathNot: '^console/screens/$1/' },
    },
    {
      name: 'what-screens-share-knows-no-screen',
      severity: 'error',
      from: { path: '^console/(?!app/|screens/)' },
      to: { path: '^console/screens/' },
    },
    {
      name: 'the-console-is-served-and-never-imported',
      comment: 'But by the tests of its parts.',
      severity: 'error',
      from: { pathNot: '^(console|test)/' },
      to: { path: '^console/' },
    },
    {
      name: 'the-sandbox-is-another-party',
      severity: 'error',
      from: { path: '^sandbox/' },
      to: { path: `${allBut('sandbox', 'treasury')}|^treasury/(?!money/)` },
    },
    {
      name: 'nothing-depends-on-tests',
      comment: 'But for the commands that run a check of their own, such as the model check.',
      severity: 'error',
      from: {
        pathNot:
          '^(test/|bench/console/|bin/(check-|console-screens|docs-screenshots|load|simulate|soak|test-|verify-importers))',
      },
      to: { path: '^test/' },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      // What the build makes itself has no file.
      to: { couldNotResolve: true, pathNot: '^virtual:' },
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
    exclude: { path: '^(cdk\\.out|\\.sluice|coverage|console/dist)/' },
  },
};
