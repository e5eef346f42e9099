/** Words that are replaced one after the other. A word that no name uses any more is taken out: the list only shrinks. */
export const STILL_TO_COME: readonly string[] = [];

/** Names that use a replaced word in its own, other sense. */
export const EXCEPTIONS: readonly {
  readonly word: string;
  readonly names: RegExp;
  readonly places: RegExp;
  readonly why: string;
}[] = [
  {
    word: 'awaited',
    names: /^Awaited$/,
    places: /\.ts$/,
    why: 'a type of TypeScript',
  },
  {
    word: 'arming',
    names: /^re-armings?$/i,
    places: /^((test\/unit|treasury)\/facts|console\/screens)\//,
    why: 'the word itself, as sentences write it',
  },
  {
    word: 'client',
    names: /client/i,
    places: /^(?!treasury\/).*\.tsx?$/,
    why: 'AWS, HTTP, OAuth and generated code call the calling side so; the domain has none',
  },
  {
    word: 'client',
    names:
      /^(client|client_id|client_credentials|(Console|Machine|CommandLine)Client|CLIENT|client-id|clientId)$/,
    places: /^docs\/(authorisation|deploying|operations|tenants)\.md$/,
    why: 'OAuth, in commands, claims and outputs of the user pool',
  },
  {
    word: 'client',
    names: /^(client|clients|http-client|createHttpClient)$/,
    places:
      /^(ARCHITECTURE|CONTRIBUTING|README|docs\/(money-safety|mutation|performance|service-behaviours))\.md$/,
    why: 'the folders and functions of HTTP clients and SDKs',
  },
  {
    word: 'client',
    names:
      /^(client|clients|createSluiceClient|sluice-client|typescript-client|client-(java|ts|python)|openapi-python-client|(New)?ClientWithResponses)$/,
    places: /^docs\/(api|integrating)\.md$/,
    why: 'the typed client, and clients that are generated from the API document',
  },
  {
    word: 'client',
    names:
      /^(clients?|client-id|clientId|COMMAND_LINE_CLIENT|SLUICE_CLIENT_(ID|SECRET)|CommandLineClient)$/,
    places: /^docs\/(command-line|rules-as-code)\.md$/,
    why: 'OAuth, in options and variables of the command line',
  },
  {
    word: 'words',
    names: /^(words|COMP_WORDS)$/,
    places: /^(bin\/sluice\/completion\/|test\/unit\/command-line\/completion)/,
    why: 'variables of bash and zsh',
  },
  {
    word: 'Exchange',
    names: /exchange/i,
    places: /^(sandbox|test)\//,
    why: 'the sandbox and the failure points exchange a request for a response on the wire',
  },
  {
    word: 'Finding',
    names: /finding/i,
    places: /^(lib|test\/(cdk|canary|integration|unit\/(layers|habits)))\//,
    why: 'what cdk-nag, the search for the token and the checks of the tree find',
  },
  {
    word: 'answerOf',
    names: /^answerOf$/,
    places: /^test\/(simulation|integration\/abuse)\//,
    why: 'what the simulated service answers, and what a page says is answered',
  },
  {
    word: 'directions',
    names: /^DIRECTIONS$/,
    places: /^(adapters\/store|api\/events|treasury\/ledger)\//,
    why: 'of money: in or out',
  },
  {
    word: 'Remembered',
    names: /^remembered$/,
    places: /^treasury\/instructions\//,
    why: 'what a lane remembers of its claims',
  },
  {
    word: 'keeper',
    names: /^KEEPERS$/,
    places: /^api\//,
    why: 'the roles that keep the controls',
  },
  {
    word: 'layout',
    names: /^(layout|console\/layout\/[\w-]+\.tsx?)$/,
    places: /^((ARCHITECTURE|CONTRIBUTING)\.md|console\/.*|test\/unit\/console\/.*)$/,
    why: 'the folder of the console with what stands around every screen',
  },
];
