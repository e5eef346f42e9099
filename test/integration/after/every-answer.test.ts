import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, type TestContext } from 'vitest';
import { OPERATIONS } from '../../generative/document.ts';
import { misfit } from '../../generative/schemas.ts';
import { answersSeen } from '../functions/answers-seen.ts';
import { differences, mergedOutlines, type Outline, outlineOf } from '../functions/outline.ts';

const FOLDER = path.resolve(import.meta.dirname, '../functions');
const JSON_TYPE = 'application/json';

/** Test files that deploy the functions: each notes what was answered. */
function filesThatDeploy(): readonly string[] {
  return readdirSync(FOLDER).filter(
    (name) =>
      name.endsWith('.test.ts') &&
      readFileSync(path.join(FOLDER, name), 'utf8').includes('deployedForEachTest('),
  );
}

/** What all tests of the functions saw. */
function allSeen(context: TestContext) {
  const seen = answersSeen();
  const ran = new Set(seen.map(({ by }) => by));
  const left = filesThatDeploy().filter((name) => !ran.has(name));
  if (left.length > 0) context.skip(`only a part of the tests ran: not ${left.join(', ')}`);
  return seen.flatMap(({ answer }) => answer ?? []);
}

/** Every success of every operation. */
const SUCCESSES = OPERATIONS.flatMap((operation) =>
  Object.entries(operation.responses)
    .filter(([status]) => /^20[012]$/.test(status))
    .map(([status, { content }]) => ({
      operation,
      status: Number(status),
      answer: `${operation.method} ${operation.template} ${status}`,
      json: content?.[JSON_TYPE],
    })),
);

it('every answer of the document was given by a function, and held against its schema', (context) => {
  const given = new Set(allSeen(context).map(({ routeKey, status }) => `${routeKey} ${status}`));
  const missing = SUCCESSES.map(({ answer }) => answer).filter((answer) => !given.has(answer));
  expect(missing, 'no test of test/integration/functions saw these').toEqual([]);
});

it('every example of an answer is made of what the functions really answered', (context) => {
  const real = new Map<string, Outline>();
  for (const { routeKey, status, outline } of allSeen(context)) {
    if (outline === undefined) continue;
    const answer = `${routeKey} ${status}`;
    const known = real.get(answer);
    real.set(answer, known === undefined ? outline : mergedOutlines(known, outline));
  }
  const wrong = SUCCESSES.flatMap(({ operation, status, answer, json }) => {
    const seen = real.get(answer);
    if (json === undefined || seen === undefined) return [];
    const refused = misfit(operation, status, JSON_TYPE, json.example);
    if (refused !== null) return [`${answer}: ${refused}`];
    const example = outlineOf(json.schema, json.example);
    return differences(example, seen).map((difference) => `${answer}: ${difference}`);
  });
  expect(wrong, 'the example, or the tests that give such an answer').toEqual([]);
});
