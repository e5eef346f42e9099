import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Command, Option } from 'commander';
import { createKmsSeals } from '../adapters/seals/kms-seals.ts';
import { createLedger } from '../adapters/store/ledger.ts';
import { readStage } from '../lib/stages/read-stage.ts';
import { applyFirstPolicy } from '../treasury/changes/apply-first-policy.ts';
import { MODES, type Mode } from '../treasury/policy/controls.ts';
import { type PolicyFile, parsePolicyFile } from '../treasury/policy/policy-file.ts';
import { instantOf } from '../treasury/time/instant.ts';
import { haltCommand } from './halt/halt-command.ts';
import { rebuildCommand } from './rollups/rebuild-command.ts';
import { tokenCommand } from './token/token-command.ts';

/** A command that cannot be carried out, said in one line. */
class CommandRefused extends Error {}

/** Whose interval of snapshots the rules must fit; without it that is said when a rule changes. */
interface StageOption {
  readonly stage?: string;
}

interface ApplyOptions extends StageOption {
  readonly ledger: string;
  readonly tenant: string;
  readonly mode: Mode;
  readonly by: string;
  readonly sealKey: string;
}

const STAGE_OPTION = 'the stage it is for: its rules must fit the interval of its snapshots';

const program = new Command('sluice').description('Sluice, for the person who deploys it.');
const policy = program.command('policy').description('The policy of a first deployment.');

policy
  .command('check')
  .description('Says whether a policy file is acceptable. Changes nothing.')
  .argument('<file>', 'the policy file, JSON')
  .option('--stage <name>', STAGE_OPTION)
  .action(async (file: string, options: StageOption) => {
    const { rules, accounts } = await readPolicy(file, options);
    say(`${file} is acceptable: ${rules.length} rules, ${accounts.length} accounts`);
  });

policy
  .command('apply')
  .description('Applies the first policy of a tenant. A tenant that has one is left as it is.')
  .argument('<file>', 'the policy file, JSON')
  .requiredOption('--ledger <table>', "name of the ledger's table, an output of the data stack")
  .requiredOption('--seal-key <arn>', 'the key of seals, an output of the data stack')
  .option('--tenant <id>', 'the tenant it is for', 'main')
  .addOption(
    new Option('--mode <mode>', 'how it starts: nothing is sent in dry-run')
      .choices(MODES)
      .default('dry-run'),
  )
  .option('--stage <name>', STAGE_OPTION)
  .option('--by <name>', 'who applies it, for the audit log', userInfo().username)
  .action(async (file: string, options: ApplyOptions) => {
    const parsed = await readPolicy(file, options);
    const ledger = createLedger({ client: new DynamoDBClient({}), tableName: options.ledger });
    const applied = await applyFirstPolicy(ledger, {
      tenant: options.tenant,
      policy: parsed,
      mode: options.mode,
      by: options.by,
      requestId: `sluice policy apply ${file}`,
      at: instantOf(Date.now()),
      sealer: createKmsSeals({ keyIds: [options.sealKey] }),
    });
    if (applied.result === 'already-has-policy') {
      throw new CommandRefused(
        `tenant ${options.tenant} has a policy already; nothing was changed`,
      );
    }
    const { rules, accounts, lanes } = applied;
    say(
      `applied to ${options.tenant} in mode ${options.mode}: ${rules} rules, ${accounts} accounts`,
    );
    say(`armed: ${lanes.join(', ')}`);
  });

program.addCommand(
  tokenCommand({
    stdin: process.stdin,
    ask: complainInPlace,
    say,
    complain: (line) => complainInPlace(`${line}\n`),
  }),
);

program.addCommand(haltCommand({ say }));

program.addCommand(
  rebuildCommand({
    say,
    progress: (line) => complainInPlace(process.stderr.isTTY ? `${line}\n` : ''),
  }),
);

async function readPolicy(file: string, { stage }: StageOption): Promise<PolicyFile> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw new CommandRefused(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new CommandRefused(`${file} is not JSON: ${(error as Error).message}`);
  }
  const minutes = stage === undefined ? 0 : readStage(stage).snapshotEveryMinutes;
  const parsed = parsePolicyFile(json, minutes * 60);
  if (parsed.ok) return parsed.policy;
  const problems = parsed.problems.map(
    ({ path, seen, accepted }) => `  ${path}: seen ${seen}; accepted ${accepted}`,
  );
  throw new CommandRefused([`${file} is not acceptable:`, ...problems].join('\n'));
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function complainInPlace(text: string): void {
  process.stderr.write(text);
}

try {
  await program.parseAsync();
} catch (error) {
  // Errors of AWS (credentials, a missing table) fit into one line, too.
  process.stderr.write(`sluice: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
