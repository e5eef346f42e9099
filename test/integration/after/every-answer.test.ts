import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { OPERATIONS } from '../../generative/document.ts';
import { answersSeen } from '../functions/answers-seen.ts';

const FOLDER = path.resolve(import.meta.dirname, '../functions');

/** Test files that deploy the functions: each notes what was answered. */
function filesThatDeploy(): readonly string[] {
  return readdirSync(FOLDER).filter(
    (name) =>
      name.endsWith('.test.ts') &&
      readFileSync(path.join(FOLDER, name), 'utf8').includes('deployedForEachTest('),
  );
}

it('every answer of the document was given by a function, and held against its schema', (context) => {
  const seen = answersSeen();
  const ran = new Set(seen.map(({ by }) => by));
  const left = filesThatDeploy().filter((name) => !ran.has(name));
  if (left.length > 0) context.skip(`only a part of the tests ran: not ${left.join(', ')}`);
  const given = new Set(seen.map(({ answer }) => `${answer?.routeKey} ${answer?.status}`));
  const missing = OPERATIONS.flatMap(({ method, template, responses }) =>
    Object.keys(responses)
      .filter((status) => /^20[012]$/.test(status))
      .map((status) => `${method} ${template} ${status}`),
  ).filter((answer) => !given.has(answer));
  expect(missing, 'no test of test/integration/functions saw these').toEqual([]);
});
