import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Deployed, deployFunctions, streamEvent } from '../functions/deployed-functions.ts';
import { engineForTests } from '../store/engine-for-tests.ts';
import { answerTo, fillDeployment } from './demo-deployment.ts';
import { page } from './page.ts';
import { QUESTIONS } from './questions.ts';

/** The made-up past ends a little before; a minute later the first real snapshot is decided. */
const NOW = '2026-11-21T15:30:00.000Z';

/** Five seconds on an idle machine, and far more on a busy one. */
const FILLING_MS = 600_000;

const engine = engineForTests();
let deployed: Deployed;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(NOW) });
  deployed = await deployFunctions(engine());
  await fillDeployment(deployed);
  await deployed.invoke('take-snapshot', { tenant: 'main', scheduledFor: NOW });
  const [first] = (await deployed.snapshotItems()).filter(({ sk }) => sk?.S === NOW);
  if (first === undefined) throw new Error('there is no snapshot of this moment');
  await deployed.invoke('run-sweeps', streamEvent(first));
}, FILLING_MS);

afterAll(async () => {
  await deployed?.stop();
  vi.useRealTimers();
});

it('each question has one call, and docs/questions.md its answer on the demo data', {
  timeout: FILLING_MS,
}, async () => {
  const answered = [];
  for (const question of QUESTIONS) {
    const { status, body } = await answerTo(deployed, question.call, question.body);
    expect([question.call, status, body]).toEqual([question.call, 200, expect.anything()]);
    answered.push({ ...question, answer: body });
  }
  const file = path.resolve(import.meta.dirname, '../../../docs/questions.md');
  // Written again by: npx vitest run test/integration/questions --update
  await expect(page(answered)).toMatchFileSnapshot(file);
});
