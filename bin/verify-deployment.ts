import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Command } from 'commander';
import { createLedger } from '../adapters/store/ledger.ts';
import { signInDomain } from '../lib/constructs/sign-in-domain.ts';
import { type TopicReader, topicName } from '../lib/observability/alarm-name.ts';
import { readStage } from '../lib/stages/read-stage.ts';
import type { StageConfiguration } from '../lib/stages/stage-configuration.ts';
import { VARIABLES } from '../runtime/environment/names.ts';
import type { Instant } from '../treasury/time/instant.ts';
import { backupCheck } from './deployment/backup-check.ts';
import {
  CHECK_NAMES,
  type Check,
  type CheckName,
  completed,
  exitCodeOf,
  notApplicable,
  runChecks,
} from './deployment/check.ts';
import { consoleChecks } from './deployment/console-checks.ts';
import { copyCheck } from './deployment/copy-check.ts';
import { Deployed, NOBODYS_ACCOUNT } from './deployment/deployed.ts';
import { functionChecks } from './deployment/function-checks.ts';
import { noticeChecks } from './deployment/notice-checks.ts';
import { recipientsCheck } from './deployment/recipients-check.ts';
import { scheduleCheck } from './deployment/schedule-check.ts';
import { signInCheck } from './deployment/sign-in-check.ts';
import { signedCalls } from './deployment/signed-call.ts';
import { newestSnapshot, snapshotChecks } from './deployment/snapshot-checks.ts';
import { streamCheck } from './deployment/stream-check.ts';
import { tablePolicyCheck } from './deployment/table-policy-check.ts';
import { trailCheck } from './deployment/trail-check.ts';
import { verdictTable } from './deployment/verdict-table.ts';

interface VerifyOptions {
  readonly stage: string;
  readonly only: readonly string[];
  readonly json?: boolean;
  readonly complete?: boolean;
}

/** Checks that could not run at all: no credentials, no such stage. */
const NOT_VERIFIED = 2;

const program = new Command('verify-deployment')
  .description(
    'Proves of a stage what only a deployment can show, by the credentials of its deployer.',
  )
  .requiredOption('--stage <name>', 'the stage that was deployed')
  .option('--only <checks>', 'these checks alone, apart by commas', list, CHECK_NAMES)
  .option('--json', 'one JSON object')
  .option('--complete', 'for going live: what is not applicable has failed')
  .action(async ({ stage, only, json, complete = false }: VerifyOptions) => {
    const known: readonly string[] = CHECK_NAMES;
    const unknown = only.filter((name) => !known.includes(name));
    if (unknown.length > 0) {
      throw new Error(`there is no check ${unknown.join(', ')}; there are ${known.join(', ')}`);
    }
    const lists = await checksOf(readStage(stage));
    const chosen = lists.map((checks) => checks.filter(({ name }) => only.includes(name)));
    complain(`at most ${minutesOf(chosen)} minutes`);
    const seen = await runChecks(chosen, complain);
    const verdicts = complete ? completed(seen) : seen;
    const code = exitCodeOf(verdicts);
    end(
      json === true
        ? JSON.stringify({ stage, ok: code === 0, checks: verdicts })
        : verdictTable(verdicts),
      code,
    );
  });

/** Lists that run beside each other. */
async function checksOf(stage: StageConfiguration): Promise<readonly (readonly Check[])[]> {
  const deployed = await Deployed.find(stage.stage);
  const { tenants } = stage;
  const without = [
    ...(stage.analytics ? [] : ['export-analytics']),
    ...(stage.console === undefined ? ['deploy-console'] : []),
  ];
  const dynamo = new DynamoDBClient({});
  const ledgerTable = { client: dynamo, tableName: deployed.variable(VARIABLES.ledgerTable) };
  const snapshotsTable = { client: dynamo, tableName: deployed.variable(VARIABLES.snapshotsTable) };
  const taken = new Map<string, Instant>();
  const ofTicks = { tenants, everyMinutes: stage.snapshotEveryMinutes, taken, now: Date.now };
  const readPolicy = createLedger(ledgerTable).readPolicy;
  const snapshots = snapshotChecks({
    ...{ deployed, ledgerTable, snapshotsTable, readPolicy },
    ...ofTicks,
  });
  const schedule = scheduleCheck({
    stage: stage.stage,
    newestTick: async (tenant) =>
      (await newestSnapshot({ snapshotsTable, now: Date.now }, tenant))?.scheduledFor ?? null,
    ...ofTicks,
  });
  const streams = streamCheck({
    tables: { Ledger: ledgerTable.tableName, Snapshots: snapshotsTable.tableName },
    find: (name) => deployed.find(name),
    mappingsOf: (target) => deployed.mappingsOf(target),
    client: dynamo,
  });
  return [
    [...functionChecks({ deployed, tenants, without }), streams, ...snapshots],
    [schedule],
    ...checksOfAccount(stage, deployed, dynamo),
  ];
}

/** Requests to the account, and to what is in front of it. */
function checksOfAccount(
  configuration: StageConfiguration,
  deployed: Deployed,
  dynamo: DynamoDBClient,
): readonly (readonly Check[])[] {
  const { stage, data, tenants, notifications, backupCopy, identity } = configuration;
  const { console: settings } = configuration;
  const { partition, region, account } = deployed.place;
  const call = signedCalls(region);
  const now = Date.now;
  const busName = deployed.variable(VARIABLES.eventBus);
  const arnOf = (variable: string) =>
    `arn:${partition}:dynamodb:${region}:${account}:table/${deployed.variable(variable)}`;
  const tables = {
    Ledger: arnOf(VARIABLES.ledgerTable),
    Snapshots: arnOf(VARIABLES.snapshotsTable),
    Series: arnOf(VARIABLES.seriesTable),
    EventFeed: arnOf(VARIABLES.eventsTable),
    Deliveries: arnOf(VARIABLES.deliveriesTable),
  };
  const retained = data === 'retain';
  const topicOf = (reader: TopicReader) =>
    `arn:${partition}:sns:${region}:${account}:${topicName(stage, reader)}`;
  const lists = [
    [
      recipientsCheck({
        topics: topicsRead(notifications, topicOf),
        named: notifications.emails.length + notifications.chat.length,
        ...{ retained, call },
      }),
    ],
    noticeChecks({ stage, busName, call, now }),
    [
      trailCheck({
        tables: { Ledger: tables.Ledger, Snapshots: tables.Snapshots },
        ...{ retained, call },
      }),
    ],
    [tablePolicyCheck({ stage, tenants, tables, client: dynamo })],
    [copyCheck({ tables, vaultArn: backupCopy?.vaultArn ?? null, call, now })],
    [backupCheck({ stage, tables, retained, call, now })],
    // An issuer of its own is the operator's to look at, and a console that the stage's file leaves out is no gap.
    identity.kind === 'cognito'
      ? [signInCheck({ domain: signInDomain(stage, account, region), call })]
      : [],
    settings === undefined
      ? []
      : consoleChecks({ stage, region, writer: deployed.find('deploy-console') ?? null, fetch }),
  ];
  return account === NOBODYS_ACCOUNT ? lists.map((checks) => checks.map(onThisMachine)) : lists;
}

/** A chat reads the alarms as mails do, and notices in a form of its own. */
function topicsRead(
  { chat }: StageConfiguration['notifications'],
  topicOf: (reader: TopicReader) => string,
): Readonly<Record<string, readonly string[]>> {
  const inChat = chat.length === 0 ? [] : [topicOf('chat')];
  return { notices: [topicOf('people'), ...inChat], alarms: [topicOf('alarms')] };
}

/** What no person's machine has. */
const NOT_HERE: readonly CheckName[] = [
  'notice-arrives',
  'rule-metrics',
  'console-page',
  'console-settings',
  'console-bucket',
];

/** The stack of one machine answers for an account as its templates say: that shows the command and the templates, not AWS. */
function onThisMachine(check: Check): Check {
  if (NOT_HERE.includes(check.name)) {
    const detail = 'this machine has neither the metrics of CloudWatch nor CloudFront';
    return { ...check, run: async () => [notApplicable('local stack', detail)] };
  }
  const run: Check['run'] = async (progress) => {
    const parts = await check.run(progress);
    return parts.map((part) =>
      part.state === 'ok' ? { ...part, detail: `${part.detail}, as this machine answers` } : part,
    );
  };
  return { ...check, run };
}

function list(text: string): readonly string[] {
  return text.split(',');
}

/** The list that takes longest, at most. */
function minutesOf(lists: readonly (readonly Check[])[]): number {
  const seconds = lists.map((checks) =>
    checks.reduce((sum, { limitSeconds }) => sum + limitSeconds, 0),
  );
  return Math.ceil(Math.max(...seconds) / 60);
}

function complain(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Ends here: a request that a check gave up waiting for would hold the process. */
function end(text: string, code: number): void {
  process.stdout.write(`${text}\n`, () => process.exit(code));
}

try {
  await program.parseAsync();
} catch (error) {
  complain(`not verified: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = NOT_VERIFIED;
}
