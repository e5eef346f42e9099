import type { Command, Option } from 'commander';
import { type CommandEntry, SECTIONS } from './command-entry.ts';
import { COMMANDS } from './commands.ts';
import { Context } from './context.ts';
import { callsApi, examplesIn } from './declare.ts';
import { EXIT } from './exit-codes.ts';

/** The options that all commands of the API share, described once. */
const SHARED: readonly string[] = ['--profile', '--stage', '--api', '--tenant', '--as', '--json'];

/** docs/command-line.md, from the tree of commands and the table of exit codes. */
export async function commandLinePage(root: string): Promise<string> {
  const { stdout, stderr, stdin } = process;
  // The page is the same wherever it is made.
  const context = new Context(root, {}, { stdout, stderr, stdin });
  const parts: string[] = [BEGINNING, exitCodes()];
  for (const section of SECTIONS) {
    parts.push(`## ${section}\n`);
    for (const entry of COMMANDS.filter((each) => each.section === section)) {
      parts.push(...describe((await entry.load())(context), entry));
    }
  }
  return `${parts.join('\n')}`;
}

function exitCodes(): string {
  const rows = Object.values(EXIT).map(({ code, meaning }) => `| ${code} | ${meaning} |`);
  return ['## Exit codes\n', '| code | meaning |', '|---|---|', ...rows, ''].join('\n');
}

function describe(command: Command, { path }: CommandEntry): readonly string[] {
  return [
    commandPart(command, path),
    ...command.commands.map((each) => commandPart(each, [...path, each.name()])),
  ];
}

function commandPart(command: Command, path: readonly string[]): string {
  const own = command.options.filter(({ long, hidden }) => !hidden && !isShared(command, long));
  const usage = command.registeredArguments.map((each) =>
    each.required ? ` <${each.name()}>` : ` [${each.name()}]`,
  );
  return [
    `### sluice ${path.join(' ')}${usage.join('')}\n`,
    `${command.description()}\n`,
    ...(own.length === 0 ? [] : ['| option | meaning |', '|---|---|', ...own.map(optionRow), '']),
    ...exampleLines(command),
  ].join('\n');
}

function isShared(command: Command, long: string | undefined): boolean {
  return callsApi(command) && long !== undefined && SHARED.includes(long);
}

function optionRow({ flags, description, mandatory, defaultValue }: Option): string {
  const notes = [
    mandatory ? 'required' : '',
    // The name of who runs it is another on every machine.
    flags.startsWith('--by') ? 'by default the name on this machine' : defaultOf(defaultValue),
  ].filter((note) => note !== '');
  const noted = notes.length === 0 ? '' : ` (${notes.join('; ')})`;
  return `| \`${flags}\` | ${description.replaceAll('|', '\\|')}${noted} |`;
}

function defaultOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? `by default ${value}` : '';
}

function exampleLines(command: Command): readonly string[] {
  const examples = examplesIn(command);
  if (examples.length === 0) return [];
  return [
    '```sh',
    ...examples.map(([line, purpose]) => `sluice ${line}   # ${purpose}`),
    '```',
    '',
  ];
}

const BEGINNING = `# The command line

\`npm run docs:command-line\` generates this page from the commands.

\`sluice\` shows what happens, decides, and runs a deployment. In this project's folder:

    npm run -s sluice -- status --as viewer
    npx sluice status --as viewer

Another repository gets it as a package: [rules as code](rules-as-code.md#get-sluice-into-the-repository).

With the stack of \`npm start\` on this machine, \`--as PERSON\` acts as one of its built-in people: viewer, trader,
treasurer, approver, approver2, admin, or \`machine\` for a program. A deployment has no such route: there each person
signs in.

## Signing in

\`sluice login\` opens the identity provider in a browser (authorization code with PKCE) and waits until it comes back to
an address of this machine. \`--no-browser\` only prints the address. With \`--stage\` it reads where the deployment is from the outputs
of the stage's stacks, with your credentials for AWS (cloudformation:DescribeStacks), and keeps that as a profile:

    npx sluice login --stage prod --default

Every other command reads them as well where the stage has no profile yet; after that AWS is not asked. Without credentials for AWS, name
the addresses once, which are the outputs ApiAddress, Issuer and CommandLineClient:

    npx sluice login --profile prod --api https://API --issuer https://ISSUER --client-id COMMAND_LINE_CLIENT --default

Another issuer than the stage's own Cognito pool needs \`--client-id\` with \`--stage\` too, and a public client with the redirect addresses
\`http://127.0.0.1:46117/signed-in\`, and the same with 46118 and 46119.

Tokens stand in \`$XDG_STATE_HOME/sluice/tokens.json\` (\`~/.local/state\` by default), which only its owner can read.
\`sluice\` renews them by itself, sends them only to the API that they were issued for, and never prints them;
\`login --print-token\` alone does. \`sluice logout\` forgets them and tells the identity provider.

A program signs in with its own client: \`SLUICE_CLIENT_ID\` and \`SLUICE_CLIENT_SECRET\` (client credentials). A program can
read and trade, and never approves.

## Profiles

A profile says where a deployment is. They stand in \`$XDG_CONFIG_HOME/sluice/config.json\` (\`~/.config\` by default):

\`\`\`json
{
  "profile": "prod",
  "profiles": {
    "prod": {
      "api": "https://abc.execute-api.eu-central-1.amazonaws.com",
      "issuer": "https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_abc",
      "clientId": "1example23456789",
      "tenant": "main",
      "console": "https://console.example"
    }
  }
}
\`\`\`

| option | variable | meaning |
|---|---|---|
| \`--profile NAME\` | \`SLUICE_PROFILE\` | the profile; \`local\`, the stack on this machine, by default |
| \`--stage NAME\` | \`SLUICE_STAGE\` | the profile of a stage; made from the outputs of its stacks where there is none |
| \`--api URL\` | \`SLUICE_API\` | another address |
| \`--tenant ID\` | \`SLUICE_TENANT\` | which of your tenants; commands that go past the API heed it, too |
| \`--as PERSON\` | | a built-in person of the stack on this machine |
| \`--json\` | | JSON on the standard output. A failure is the last line of the standard error, JSON in one shape: \`error\` with \`message\`, \`kind\`, \`exitCode\`, \`code\`, \`help\`, \`fields\`, \`requestId\`. What else is said beside the result is \`{"note": ...}\` in a line of its own |
| | \`SLUICE_ACCESS_TOKEN\` | an access token, instead of a sign-in |
| | \`SLUICE_ISSUER\`, \`SLUICE_CLIENT_ID\`, \`SLUICE_CLIENT_SECRET\`, \`SLUICE_SCOPE\` | a program's sign-in |
| | \`NO_COLOR\`, \`FORCE_COLOR\`, \`COLUMNS\` | no colour, colour, another width |

An option beats every variable, a variable beats the configuration:

- Where \`--profile\`, \`--stage\` or \`--api\` says where to go, \`SLUICE_PROFILE\`, \`SLUICE_STAGE\` and \`SLUICE_API\` are not looked at.
  \`SLUICE_TENANT\` and \`SLUICE_ISSUER\` only say what a profile that an option names leaves open.
- Two options, or two variables, that name different places are refused (exit code 64). So is a profile that there is none of: only
  \`sluice login --profile NAME --api URL\` makes one.
- An address alone is the profile that has this address, if there is one.
- Each command that decides says first, on the standard error, where it goes: \`profile prod (--profile): https://API, tenant main\`.

## Times

Every option that takes a time takes what one types at a shell: a span back from now (\`90s\`, \`10m\`, \`2h\`, \`3d\`, \`2w\`), \`now\`, \`today\`, \`yesterday\`,
a day or a time of this machine's time zone (\`2026-11-01\`, \`2026-11-01T09:30\`), or a time with a zone (\`2026-11-01T09:30:00Z\`,
\`2026-11-01T09:30:00+01:00\`). \`TZ\` chooses another time zone; the help of each command names the one that counts. What is printed is UTC, and
says so.

## Help

\`sluice help status\` shows options and examples, as \`--help\` does. \`sluice completion bash\` completes commands, short forms such as
\`sluice trades\` with its options, options and their values. What the API names by its routes, the command line says as its own commands.

Tables fit the terminal: a column that can be spared goes first, then sentences break, then each row becomes a block.
Ids are never cut.
`;
