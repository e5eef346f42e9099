import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { recordOutput } from '../canary/record-output.ts';
import { plainSequences, sequences } from './arbitraries/stories.ts';
import { Coverage } from './coverage.ts';
import { REQUESTS_PER_SCAN, runSequence, Violation } from './run-sequence.ts';
import { type Failure, smallest } from './smallest.ts';
import { startTreasury, type Treasury } from './world/treasury.ts';

/** Requests within npm test, which has three minutes for everything; its own command sends more, and does so in CI. */
const DEFAULT_REQUESTS = 75;
/** From so many on, every operation must have been accepted at least once. */
const ENOUGH_FOR_EVERY_OPERATION = 2_000;
/** By default: the same one every time, so that a red build stays red. */
const DEFAULT_SEED = 20_260_105;
/** Stretches of a sequence, beside the stories that it begins with: enough for state to build up. */
const STRETCHES = 110;
/** Requests that a sequence comes to at least; once there are enough, no more begin. */
const SEQUENCE_LENGTH = 125;
/** Milliseconds for a request, far beyond what it takes, and for what comes before and after them. */
const PATIENCE_MS = 100;
const BESIDES_MS = 60_000;

const REQUESTS = Number(process.env.GENERATIVE_REQUESTS ?? DEFAULT_REQUESTS);
const SEED = Number(process.env.GENERATIVE_SEED ?? DEFAULT_SEED);
/** Which sequence of the seed alone is to be repeated. */
const PATH = process.env.GENERATIVE_PATH;

let treasury: Treasury;
let print = (_text: string): void => undefined;

beforeAll(async () => {
  const write = process.stdout.write.bind(process.stdout);
  print = (text) => write(`${text}\n`);
  recordOutput();
  treasury = await startTreasury();
});
afterAll(async () => {
  await treasury?.stop();
  vi.restoreAllMocks();
});

it('every request is answered as documented, and a refused one has changed nothing', {
  timeout: BESIDES_MS + REQUESTS * PATIENCE_MS,
}, async () => {
  const coverage = new Coverage();
  const property = fc.asyncProperty(sequences(STRETCHES), async (windows) => {
    if (coverage.requests >= REQUESTS) return;
    await runSequence(treasury, windows.flat(), coverage, REQUESTS_PER_SCAN);
  });
  const result = await fc.check(property, {
    seed: SEED,
    numRuns: Math.ceil(REQUESTS / SEQUENCE_LENGTH),
    // A sequence is made smaller here, by leaving out what it fails without.
    endOnFailure: true,
    ...(PATH === undefined ? {} : { path: PATH }),
  });
  if (result.failed) throw await explained(result);
  if (REQUESTS >= ENOUGH_FOR_EVERY_OPERATION && PATH === undefined) await askPlainly(coverage);
  print(`${coverage.requests} requests, seed ${SEED}\n${coverage.table()}`);
  if (PATH !== undefined) return;
  expect(coverage.requests).toBeGreaterThanOrEqual(REQUESTS);
  if (REQUESTS < ENOUGH_FOR_EVERY_OPERATION) return;
  expect(coverage.neverAccepted()).toEqual([]);
});

/** What chance has left without an accepted request is asked for plainly: whether it accepts any is no matter of luck. */
async function askPlainly(coverage: Coverage): Promise<void> {
  const missing = coverage.neverAccepted();
  if (missing.length === 0) return;
  print(`asked plainly, since chance had none of them accepted: ${missing.join(', ')}`);
  const [steps = []] = fc.sample(plainSequences(missing), { seed: SEED, numRuns: 1 });
  await runSequence(treasury, steps, coverage, REQUESTS_PER_SCAN);
}

/** The seed, what repeats it, and the shortest sequence found that fails in the same way. */
async function explained(result: Failure): Promise<Error> {
  const { seed, counterexamplePath, counterexample, errorInstance } = result;
  const again = `--seed ${seed} --path ${counterexamplePath ?? '0'}`;
  let shortest = errorInstance;
  if (errorInstance instanceof Violation) {
    await smallest(counterexample?.[0] ?? [], async (windows) => {
      const violation = await violationOf(windows.flat());
      if (violation?.kind !== errorInstance.kind) return false;
      shortest = violation;
      return true;
    });
  }
  return new Error(`repeat it with: npm run test:generative -- ${again}\n${String(shortest)}`);
}

async function violationOf(steps: Parameters<typeof runSequence>[1]): Promise<Violation | null> {
  try {
    await runSequence(treasury, steps, new Coverage(), 1);
    return null;
  } catch (error) {
    if (error instanceof Violation) return error;
    throw error;
  }
}
