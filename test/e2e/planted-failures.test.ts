import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  LambdaClient,
  ListEventSourceMappingsCommand,
  UpdateEventSourceMappingCommand,
} from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTables } from '../../local/engine/tables.ts';
import type { Stack } from '../../local/stack.ts';
import { startSandbox } from '../../sandbox/index.ts';
import { CANARY_TOKEN } from '../canary/canary.ts';
import { copyRepository } from '../lifetimes/copied-repository.ts';
import { openedForFile } from '../lifetimes/opened.ts';
import { temporaryFolder } from '../lifetimes/temporary-folder.ts';
import { awsAccessIn, openHere } from './deployed-here.ts';
import { PLANTED, type Plant } from './planted-failures.ts';

/*
 * The goal: each failure that a person can have after a deployment is named by the command that they run. A stage that keeps its
 * data is filled in as a person does it, in a copy of the repository, and its templates run here; then each row of the table in
 * docs/deploying.md is planted, the command is run, and the printed line is compared with the row's.
 */

/** Synthesis, a stack and every function started anew, where every core is busy. */
const SLOW_MS = 300_000;
/** Two intervals of a minute, and what verifying gives the last tick. */
const DEAD_SCHEDULE_MS = 420_000;

const ROOT = path.resolve(import.meta.dirname, '../..');
const VAULT = 'arn:aws:backup:eu-west-1:222233334444:backup-vault:locked';

const folder = temporaryFolder();
const repository = copyRepository(folder);
const sandbox = openedForFile(
  () => startSandbox({ port: 0, token: CANARY_TOKEN }),
  ({ close }) => close(),
);
let stack: Stack;
let environment: NodeJS.ProcessEnv;
/** Begun before any schedule runs: it takes as long as the rest of this file. */
let withoutSchedule: Promise<Printed>;

interface Printed {
  readonly code: number;
  readonly lines: readonly string[];
}

/** The stage's file, as a person fills it in: it keeps its data, so it has a trail, copies and recipients. */
function fillIn(): void {
  const file = path.join(repository, 'lib/stages/dev.json');
  const stage = JSON.parse(readFileSync(file, 'utf8'));
  const baseUrls = { ...stage.service.baseUrls, sandbox: 'https://api.service-of-the-checks.dev' };
  const filled = {
    ...stage,
    data: 'retain',
    snapshotEveryMinutes: 1,
    service: { ...stage.service, baseUrls },
    notifications: { emails: ['treasury@people-of-the-checks.dev'], chat: [] },
    backupCopy: { vaultArn: VAULT },
  };
  writeFileSync(file, JSON.stringify(filled));
}

beforeAll(async () => {
  fillIn();
  stack = await openHere(folder, sandbox().url, repository);
  await stack.start({ schedules: false });
  const aws = await awsAccessIn(folder);
  environment = { PATH: process.env.PATH ?? '', HOME: folder, ...aws };
  withoutSchedule = run('verify:deployment', '--only', 'first-snapshot,schedule-ticks');
}, SLOW_MS);

afterAll(() => stack.stop(), SLOW_MS);

/** `npm run`, as a person types it in their repository, with the variables of their stack. */
async function run(script: string, ...args: readonly string[]): Promise<Printed> {
  const typed = ['run', '-s', script, '--', '--stage', 'dev', ...args];
  return await new Promise((resolve) => {
    execFile('npm', typed, { cwd: repository, env: environment }, (error, stdout, stderr) => {
      const code = error === null ? 0 : Number(error.code);
      resolve({ code, lines: `${stdout}${stderr}`.split('\n') });
    });
  });
}

/** Whether a line holds the texts between the dots of a row, in their order. */
function says(line: string, wanted: string): boolean {
  let at = 0;
  return wanted.split('...').every((text) => {
    const found = line.indexOf(text.trim(), at);
    at = found + text.length;
    return found >= 0;
  });
}

function expectNamed({ code, lines }: Printed, { line }: Plant): void {
  expect(code).toBe(1);
  expect(
    lines.filter((each) => says(each, line)),
    lines.join('\n'),
  ).toHaveLength(1);
}

it('the table of docs/deploying.md has each of them, with the line that is printed', () => {
  const page = readFileSync(path.join(ROOT, 'docs/deploying.md'), 'utf8');
  const [, table = ''] = page.split('| planted | the line of the command |\n|---|---|\n');
  const rows = table.split('\n\n')[0]?.split('\n') ?? [];
  expect(rows).toEqual(PLANTED.map(({ what, line }) => `| ${what} | \`${line}\` |`));
});

const inAccount = PLANTED.filter(({ plant }) => plant !== null);

it.each(inAccount.map((plant) => [plant.what, plant] as const))(
  'is named: %s',
  async (_what, plant) => {
    const undo = plant.plant?.(stack.runtime.account);
    try {
      expectNamed(await run(plant.command, ...plant.args), plant);
    } finally {
      undo?.();
    }
  },
  SLOW_MS,
);

const planted = (what: string): Plant => {
  const plant = PLANTED.find((each) => each.what === what);
  if (plant === undefined) throw new Error(`the table has no row for ${what}`);
  return plant;
};

it(
  'is named: the mapping of a stream that is switched off',
  async () => {
    const lambda = new LambdaClient({
      endpoint: String(environment.AWS_ENDPOINT_URL_LAMBDA),
      region: 'local',
      credentials: {
        accessKeyId: 'local',
        secretAccessKey: String(environment.AWS_SECRET_ACCESS_KEY),
        sessionToken: String(environment.AWS_SESSION_TOKEN),
      },
    });
    const sender = stack.model.functions.find(
      ({ environment: { POWERTOOLS_SERVICE_NAME: name } }) => name === 'send-withdrawal',
    );
    const { EventSourceMappings = [] } = await lambda.send(
      new ListEventSourceMappingsCommand({ FunctionName: sender?.name }),
    );
    const UUID = EventSourceMappings[0]?.UUID;
    const plant = planted('the mapping of a stream is switched off');
    await lambda.send(new UpdateEventSourceMappingCommand({ UUID, Enabled: false }));
    expectNamed(await run(plant.command, ...plant.args), plant);
    await lambda.send(new UpdateEventSourceMappingCommand({ UUID, Enabled: true }));
    expect((await run(plant.command, ...plant.args)).code).toBe(0);
    lambda.destroy();
  },
  SLOW_MS,
);

it(
  'is named: a schedule that is dead, where verifying itself took the only snapshot',
  async () => {
    const printed = await withoutSchedule;
    expectNamed(printed, planted('the schedule is switched off'));
    expect(printed.lines.some((line) => says(line, 'first-snapshot ... ok ... taken, of'))).toBe(
      true,
    );
  },
  DEAD_SCHEDULE_MS,
);

it(
  'nothing is named where nothing is planted: every check that this machine can answer is ok, and the quotas suffice',
  async () => {
    stack.runtime.start();
    const { code, lines } = await run('verify:deployment');
    expect(
      lines.filter((line) => line.includes('FAILED')),
      lines.join('\n'),
    ).toEqual([]);
    expect(code).toBe(0);
    expect(lines.some((line) => says(line, ', 0 failed, 5 not applicable here'))).toBe(true);
    expect(await run('check:quotas', '--account')).toMatchObject({ code: 0 });
  },
  SLOW_MS,
);

it(
  'is named: a table that was restored in its place',
  async () => {
    const { tableName } = stack.tables.snapshotsTable;
    const tables = stack.model.tables.filter(({ name }) => name === tableName);
    await stack.engine.call?.('DeleteTable', { TableName: tableName });
    await makeTables(stack.runtime.dynamo, tables);
    const plant = planted('a table was restored in its place');
    expectNamed(await run(plant.command, ...plant.args), plant);
  },
  SLOW_MS,
);
