import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../lifetimes/temporary-folder.ts';
import { BUCKET, startBucket } from '../analytics/bucket.ts';
import { duckDbIsHere } from '../analytics/duckdb-here.ts';
import { type Deployed, deployFunctions, streamEvent } from '../functions/deployed-functions.ts';
import { engineForTests } from '../store/engine-for-tests.ts';
import { namedQuery, verifiedBooks, verifiedStatements } from './commands.ts';
import { answerTo, fillDeployment } from './demo-deployment.ts';
import { page } from './page.ts';
import { COMMANDS, LAST_MONTH, NOW, QUESTIONS } from './questions.ts';

/** Five seconds on an idle machine, and far more on a busy one. */
const FILLING_MS = 600_000;

const engine = engineForTests();
const files = temporaryFolder();
let deployed: Deployed;
let closing: () => Promise<void>;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(NOW) });
  deployed = await deployFunctions(engine());
  await fillDeployment(deployed);
  await deployed.invoke('take-snapshot', { tenant: 'main', scheduledFor: NOW });
  const [first] = (await deployed.snapshotItems()).filter(({ sk }) => sk?.S === NOW);
  if (first === undefined) throw new Error('there is no snapshot of this moment');
  await deployed.invoke('run-sweeps', streamEvent(first));
  for (const [by, groups] of [
    ['tina', '[treasurer]'],
    ['ann', '[approver viewer]'],
  ] as const) {
    await deployed.call('query-ledger', { routeKey: 'GET /v1/me', by, groups });
  }
  await exportFiles();
}, FILLING_MS);

/** The analyst's files of the month that the questions are about. */
async function exportFiles(): Promise<void> {
  const s3 = await startBucket(files);
  closing = () => s3.close();
  vi.stubEnv('AWS_ENDPOINT_URL_S3', s3.url);
  vi.stubEnv('ANALYTICS_BUCKET', BUCKET);
  const { handler } = await import('../../../functions/export-analytics/handler.ts');
  const context = { getRemainingTimeInMillis: () => FILLING_MS };
  const { from, to } = LAST_MONTH;
  const range = { tenant: 'main', from, to };
  const exported = await handler(range, context as never);
  expect(exported).toMatchObject({ next: null });
}

afterAll(async () => {
  await closing?.();
  await deployed?.stop();
  vi.useRealTimers();
});

/** Questions that a command answers, since no screen asks them every day. */
const commands: Readonly<Record<string, () => Promise<unknown>>> = {
  [COMMANDS.statements]: () => verifiedStatements(deployed.ledgerTable),
  [COMMANDS.books]: () => verifiedBooks(deployed),
  [COMMANDS.timings]: () => namedQuery(files, 'timings', LAST_MONTH),
};

it.runIf(duckDbIsHere)(
  'each question has one call, and docs/questions.md its answer on the demo data',
  {
    timeout: FILLING_MS,
  },
  async () => {
    const answered = [];
    for (const question of QUESTIONS) {
      const command = commands[question.call];
      if (command !== undefined) {
        answered.push({ ...question, answer: await command() });
        continue;
      }
      const { status, body } = await answerTo(deployed, question.call, question.body);
      expect([question.call, status, body]).toEqual([question.call, 200, expect.anything()]);
      answered.push({ ...question, answer: body });
    }
    const file = path.resolve(import.meta.dirname, '../../../docs/questions.md');
    // Written again by: npx vitest run test/integration/questions --update
    await expect(page(answered)).toMatchFileSnapshot(file);
  },
);
