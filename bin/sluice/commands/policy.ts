import { userInfo } from 'node:os';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { type Command, Option } from 'commander';
import { createKmsSeals } from '../../../adapters/seals/kms-seals.ts';
import { firstPolicyLedger } from '../../../adapters/store/first-policy.ts';
import { applyFirstPolicy } from '../../../treasury/changes/apply-first-policy.ts';
import { MODES, type Mode } from '../../../treasury/policy/controls.ts';
import { instantOf } from '../../../treasury/time/instant.ts';
import { CommandError } from '../command-error.ts';
import type { Context } from '../context.ts';
import { declare } from '../declare.ts';
import { readPolicy } from '../operate/read-policy.ts';

/** Whose interval and reporting currency a policy must fit; without it a check says nothing of them. */
interface StageOption {
  readonly stage?: string;
  readonly json?: true;
}

interface InitOptions extends StageOption {
  readonly stage: string;
  readonly ledger: string;
  readonly tenant: string;
  readonly mode: Mode;
  readonly by: string;
  readonly sealKey: string;
}

const STAGE_OPTION =
  'the stage it is for: the policy must fit the interval of its snapshots and its reporting currency';

export function check(context: Context): Command {
  return declare({
    name: 'check',
    summary: 'Says whether a policy file is acceptable; changes nothing.',
    examples: [
      ['policy check policy.json --stage prod', 'with the interval and the currency of that stage'],
    ],
  })
    .argument('<file>', 'the policy file, JSON; or a folder, as sluice pull writes it')
    .option('--stage <name>', STAGE_OPTION)
    .option('--json', 'JSON on the standard output')
    .action(async (file: string, options: StageOption) => {
      const { rules, accounts, webhooks } = await readPolicy(file, options.stage);
      const held = { rules: rules.length, accounts: accounts.length, webhooks: webhooks.length };
      context.print(options, {
        json: { file, ...held },
        lines: () => [`${file} is acceptable: ${counts(held)}`],
      });
    });
}

export function init(context: Context): Command {
  return declare({
    name: 'init',
    summary: 'Applies the first policy of a tenant.',
    description: 'A tenant that has one is left as it is: from then on the API changes it.',
    examples: [
      [
        'policy init policy.json --stage prod --ledger TABLE --seal-key ARN',
        'in dry-run, where nothing is sent',
      ],
    ],
  })
    .argument('<file>', 'the policy file, JSON; or a folder, as sluice pull writes it')
    .requiredOption('--ledger <table>', "name of the ledger's table, an output of the data stack")
    .requiredOption('--seal-key <arn>', 'the key of seals, an output of the data stack')
    .option('--tenant <id>', 'the tenant it is for', context.exportedTenant ?? 'main')
    .addOption(
      new Option('--mode <mode>', 'how it starts: nothing is sent in dry-run')
        .choices(MODES)
        .default('dry-run'),
    )
    .requiredOption('--stage <name>', STAGE_OPTION)
    .option('--json', 'JSON on the standard output')
    .option('--by <name>', 'who applies it, for the audit log', userInfo().username)
    .action(async (file: string, options: InitOptions) => {
      const { tenant, mode, by, ledger: tableName, sealKey } = options;
      const policy = await readPolicy(file, options.stage);
      context.note(`table ${tableName}, tenant ${tenant}`);
      const ledger = firstPolicyLedger({ client: new DynamoDBClient({}), tableName });
      const applied = await applyFirstPolicy(ledger, {
        tenant,
        policy,
        mode,
        by,
        requestId: `sluice policy init ${file}`,
        at: instantOf(Date.now()),
        sealer: createKmsSeals({ keyIds: [sealKey] }),
      });
      if (applied.result === 'already-has-policy') {
        throw new CommandError(`tenant ${tenant} has a policy already; nothing was changed`, {
          exit: 'refused',
          help: 'Change it through the API: docs/policy-changes.md.',
        });
      }
      if (applied.result === 'too-large') {
        const { subject, bytes } = applied;
        throw new CommandError(
          `${subject} takes ${bytes.toLocaleString('en')} bytes, more than the store takes; nothing was written`,
          { exit: 'refused', help: 'Begin with less in it, and add the rest through the API.' },
        );
      }
      if (applied.result === 'differs') {
        throw new CommandError(
          `an earlier run broke off and left ${applied.subjects.join(', ')} otherwise than the file says; nothing was written`,
          {
            exit: 'refused',
            help: 'Repeat it with the file of that run, then change the policy through the API.',
          },
        );
      }
      context.print(options, {
        json: { tenant, ledger: tableName, mode, ...applied },
        lines: () => [
          `applied to ${tenant} in mode ${mode}: ${counts(applied)}`,
          `armed: ${applied.lanes.join(', ')}`,
          ...(applied.webhooks > 0 ? [NO_SECRET_YET] : []),
        ],
      });
    });
}

const NO_SECRET_YET =
  'Webhooks are sent nothing yet: propose each with its secretGeneration raised by one; after the approval its maker is shown the secret.';

interface Counts {
  readonly rules: number;
  readonly accounts: number;
  readonly webhooks: number;
}

function counts({ rules, accounts, webhooks }: Counts): string {
  const some = `${rules} rules, ${accounts} accounts`;
  return webhooks === 0 ? some : `${some}, ${webhooks} webhooks`;
}
