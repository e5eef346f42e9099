import type { FunctionPool } from '../../local/functions/function-pool.ts';
import type { Stack } from '../../local/stack.ts';
import { RECORDED_TENANT } from '../calls/about-tenant.ts';
import { asTenant, differences, restore, stateOf, type TableItems } from '../calls/ledger-items.ts';
import type { RecordedCall } from '../calls/recorder.ts';
import { type Phases, phasesOf, plainestOf, RECORDINGS } from '../calls/steps.ts';
import { Workers } from '../calls/workers.ts';
import { inTurns } from './paired-run.ts';
import type { Moment } from './sweep-state.ts';

/** Another tenant, its name as long as the recorded one's, so that its items are as large. */
const BARE_TENANT = 'bare';

/**
 * Rounds before anything is measured: by then all handlers are compiled and hold their connections. A few runs, which
 * only try the measurement, take fewer.
 */
const WARM_ROUNDS = 20;

/** A function, its calls made bare as many at once as it makes them, and the same each after the one before. */
export type Program = 'own' | 'bare' | 'oneByOne';

/** A function at one moment of the ledger, and its own calls made bare, in turns. */
export interface Measured {
  readonly name: string;
  readonly calls: readonly RecordedCall[];
  readonly ms: Readonly<Record<Program, readonly number[]>>;
  /** Of the further rounds, in which the calls were seen on all sides. */
  readonly phases: Readonly<Record<Program, readonly Phases[]>>;
}

export interface Measurement {
  readonly stack: Stack;
  readonly name: string;
  readonly moment: Moment;
  /** Rounds that are measured, and further ones in which the calls are seen. */
  readonly runs: number;
  readonly seenRuns: number;
  /** @throws where an answer is not that of work done. */
  readonly isDone: (payload: unknown) => boolean;
  /** After each round, of either kind; not measured. */
  readonly afterwards: () => void;
}

interface Turn {
  readonly ms: number;
  readonly calls: readonly RecordedCall[];
  readonly phases: Phases;
}

/** Every round begins with the tables as they were at the moment; putting them back is not measured. */
export async function measureInTurns(of: Measurement): Promise<Measured> {
  const workers = await Workers.of(of.stack, of.name);
  try {
    const recorded = workers.recorded();
    const recording = await warmCalls(of, workers, recorded);
    const { calls } = recording;
    const atOnce = await workers.bare(calls);
    const oneByOne = await workers.bare(calls, 'one by one');
    for (const { bare } of [atOnce, oneByOne]) await checkBare(of, workers, bare, recording);
    const measure = async (pools: Readonly<Record<Program, FunctionPool>>, rounds: number) =>
      await inTurns(Math.min(WARM_ROUNDS, 2 * of.seenRuns), rounds, {
        own: () => turn(of, workers, pools.own, RECORDED_TENANT),
        bare: () => turn(of, workers, pools.bare, BARE_TENANT),
        oneByOne: () => turn(of, workers, pools.oneByOne, BARE_TENANT),
      });
    const timed = await measure(
      { own: workers.own(), bare: atOnce.bare, oneByOne: oneByOne.bare },
      of.runs,
    );
    const seen = await measure(
      { own: recorded, bare: atOnce.bareRecorded, oneByOne: oneByOne.bareRecorded },
      of.seenRuns,
    );
    return {
      name: of.name,
      calls,
      ms: ofEach(timed, ({ ms }) => ms),
      phases: ofEach(seen, ({ phases }) => phases),
    };
  } finally {
    await workers.close();
  }
}

function ofEach<T>(
  { own, bare, oneByOne }: Readonly<Record<Program, readonly Turn[]>>,
  part: (turn: Turn) => T,
): Readonly<Record<Program, readonly T[]>> {
  return { own: own.map(part), bare: bare.map(part), oneByOne: oneByOne.map(part) };
}

interface Recording {
  readonly calls: readonly RecordedCall[];
  /** What the tables have afterwards: made again, the calls have to leave the same. */
  readonly left: readonly TableItems[];
}

/** What a warm invocation calls: the first one reads the secret as well. */
async function warmCalls(
  of: Measurement,
  workers: Workers,
  recorded: FunctionPool,
): Promise<Recording> {
  await turn(of, workers, recorded, RECORDED_TENANT);
  const recordings: Recording[] = [];
  for (let index = 0; index < RECORDINGS; index++) {
    const { calls } = await turn(of, workers, recorded, RECORDED_TENANT);
    recordings.push({ calls, left: await leftBy(of, RECORDED_TENANT) });
  }
  return plainestOf(recordings);
}

async function leftBy({ moment }: Measurement, tenant: string): Promise<readonly TableItems[]> {
  return await stateOf(
    moment.tables.map(({ table }) => table),
    tenant,
  );
}

/** @throws unless the bare handler leaves each item as the recorded invocation left it. */
async function checkBare(
  of: Measurement,
  workers: Workers,
  bare: FunctionPool,
  { left }: Recording,
): Promise<void> {
  await turn(of, workers, bare, BARE_TENANT);
  const found = await leftBy(of, BARE_TENANT);
  const other = left.flatMap(({ items }, index) =>
    differences(asTenant(items, BARE_TENANT), found[index]?.items ?? []),
  );
  if (other.length === 0) return;
  const keys = other.map((key) => key.replace('\n', ' / ')).join(', ');
  throw new Error(`${of.name} made bare leaves other items: ${keys}`);
}

async function turn(
  { name, moment, isDone, afterwards }: Measurement,
  { recorder }: Workers,
  pool: FunctionPool,
  tenant: string,
): Promise<Turn> {
  for (const { table, items } of moment.tables) {
    await restore(table, tenant, asTenant(items, tenant));
  }
  const isOwn = tenant === RECORDED_TENANT;
  const event = isOwn ? moment.event : JSON.stringify({ tenant });
  recorder.taken();
  const beganMs = performance.now();
  const result = await pool.invoke(event);
  const endedMs = performance.now();
  const calls = recorder.taken();
  if (!result.ok) throw new Error(`${name} failed: ${result.error.errorMessage}`);
  if (isOwn && !isDone(JSON.parse(result.payload))) {
    throw new Error(`${name} did not do its work: ${result.payload.slice(0, 200)}`);
  }
  afterwards();
  return { ms: endedMs - beganMs, calls, phases: phasesOf(calls, beganMs, endedMs) };
}
