import { randomUUID } from 'node:crypto';
import { Command, Option } from 'commander';
import {
  fillToken,
  goBack,
  rotateToken,
  type TokenChange,
  type TokenPorts,
} from '../../../../adapters/secrets/rotation/change-token.ts';
import { probeToken } from '../../../../adapters/secrets/rotation/probe-token.ts';
import { createSecretVersions } from '../../../../adapters/secrets/rotation/secret-versions.ts';
import { StageConfigurationError } from '../../../../lib/stages/read-stage.ts';
import { CommandError } from '../../command-error.ts';
import type { ExitName } from '../../exit-codes.ts';
import { formatChange, formatStatus } from './format-status.ts';
import { readToken, type TokenInput } from './read-token.ts';
import { secretTarget, serviceTarget, type TargetOptions, TargetUnknown } from './target.ts';

/** The output of the command: lines for a person, or one line of JSON. */
export interface TokenTerminal extends TokenInput {
  /** The tenant where the command line names none; else the stage's own. */
  readonly tenant?: string;
  readonly say: (line: string) => void;
}

interface ChangeOptions extends TargetOptions {
  readonly tokenFile?: string;
  readonly token?: string;
  readonly json?: boolean;
  readonly back?: boolean;
}

/** `sluice token`: filling, rotating and looking at the secret. Sets the exit code where it fails. */
export function tokenCommand(terminal: TokenTerminal): Command {
  const command = new Command('token')
    .description("The service's token in Secrets Manager.")
    // An unknown argument is not repeated: it may be a token in the wrong place.
    .configureOutput({
      outputError: (_, write) => write('sluice: these arguments are not understood; see --help\n'),
    });
  withTarget(command.command('fill'), terminal)
    .description('Puts the first token into the empty secret, once the service has taken it.')
    .option('--token-file <file>', 'the file with the token; else it is asked for, or piped in')
    .action(guarded((options) => change(terminal, options, fillToken)));
  withTarget(command.command('rotate'), terminal)
    .description('Replaces the token, once the service has taken the new one. Can be run again.')
    .option('--token-file <file>', 'the file with the new token; else asked for, or piped in')
    .option('--back', 'makes the token before this one current again instead')
    .action(
      guarded((options) =>
        options.back ? back(terminal, options) : change(terminal, options, rotateToken),
      ),
    );
  withTarget(command.command('status'), terminal)
    .description('Which versions there are, with which stages, since when. Never a value.')
    .action(guarded((options) => status(terminal, options)));
  return command;
}

function withTarget(command: Command, { tenant }: TokenTerminal): Command {
  return command
    .option('--stage <stage>', 'dev, staging or prod: its secret and its service')
    .option('--tenant <id>', "the tenant, where it is not the stage's own", tenant)
    .option('--secret <name>', 'name or ARN of the secret, the output TokenSecret')
    .option('--service <url>', 'base URL of the service that is asked about the token')
    .option('--query-token', 'shows the token as a query parameter, where the service wants that')
    .option('--endpoint <url>', 'another Secrets Manager (or AWS_ENDPOINT_URL_SECRETS_MANAGER)')
    .option('--json', 'for machines: one line of JSON on the standard output')
    .addOption(new Option('--token <value>').hideHelp())
    .allowExcessArguments(false);
}

/** A target that is not known is a mistake on the command line. */
function guarded(act: (options: ChangeOptions) => Promise<void>) {
  return async (options: ChangeOptions): Promise<void> => {
    try {
      await act(options);
    } catch (error) {
      if (!(error instanceof TargetUnknown || error instanceof StageConfigurationError))
        throw error;
      throw refusal('target-unknown', error.message);
    }
  };
}

async function change(
  terminal: TokenTerminal,
  options: ChangeOptions,
  act: typeof rotateToken,
): Promise<void> {
  if (options.token !== undefined) {
    const why = 'arguments end up in histories and in the list of processes';
    throw refusal('token-in-argument', `no token is taken from there: ${why}`);
  }
  const ports = portsFor(options);
  const given = await readToken(options.tokenFile, terminal);
  if (!given.ok) throw refusal('not-a-token', given.reason);
  tell(terminal, options, await act(ports, given.token));
}

async function back(terminal: TokenTerminal, options: ChangeOptions): Promise<void> {
  tell(terminal, options, await goBack(portsFor(options)));
}

async function status(terminal: TokenTerminal, options: ChangeOptions): Promise<void> {
  const target = secretTarget(options);
  const listed = await createSecretVersions(target).list();
  if (!listed.ok) throw refusal(listed.code, listed.reason);
  const { secretId: secret } = target;
  const versions = listed.value;
  if (options.json) return terminal.say(JSON.stringify({ ok: true, secret, versions }));
  for (const line of formatStatus(secret, versions)) terminal.say(line);
}

function portsFor(options: TargetOptions): TokenPorts {
  const service = serviceTarget(options);
  return {
    versions: createSecretVersions(secretTarget(options)),
    probe: (token) => probeToken(service, token),
    newVersionId: () => randomUUID(),
  };
}

function tell(terminal: TokenTerminal, options: ChangeOptions, outcome: TokenChange): void {
  if (!outcome.ok) {
    const current = outcome.current === null ? 'nothing' : `version ${outcome.current}`;
    throw refusal(outcome.code, `${outcome.reason}; current is still ${current}`);
  }
  if (options.json) terminal.say(JSON.stringify(outcome));
  else for (const line of formatChange(outcome)) terminal.say(line);
}

/** The kinds of failure that have an exit code of their own in every command. */
const EXITS: Readonly<Partial<Record<string, ExitName>>> = {
  'target-unknown': 'usage',
  'token-in-argument': 'usage',
  unreachable: 'unreachable',
  'secrets-unreachable': 'unreachable',
};

function refusal(code: string, reason: string): CommandError {
  return new CommandError(`${code}: ${reason}`, { code, exit: EXITS[code] ?? 'failed' });
}
