import type { FunctionPool } from '../../local/functions/function-pool.ts';
import type { Stack } from '../../local/stack.ts';
import { RECORDED_TENANT } from '../calls/about-tenant.ts';
import { asTenant, itemsOf, restore } from '../calls/ledger-items.ts';
import type { RecordedCall } from '../calls/recorder.ts';
import { type Phases, phasesOf, plainestOf, RECORDINGS } from '../calls/steps.ts';
import { Workers } from '../calls/workers.ts';
import { ownAndBare } from './paired-run.ts';
import type { Moment } from './sweep-state.ts';

/** Another tenant, its name as long as the recorded one's, so that its items are as large. */
const BARE_TENANT = 'bare';

/** Rounds before anything is measured: by then both handlers are compiled and hold their connections. */
const WARM_ROUNDS = 20;

/** A function at one moment of the ledger, and its own calls made bare, in turns. */
export interface Measured {
  readonly name: string;
  readonly calls: readonly RecordedCall[];
  readonly own: readonly number[];
  readonly bare: readonly number[];
  /** Of the further rounds, in which the calls were seen on both sides. */
  readonly ownPhases: readonly Phases[];
  readonly barePhases: readonly Phases[];
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

/** Every round begins with the ledger as it was at the moment; putting it back is not measured. */
export async function measureInTurns(of: Measurement): Promise<Measured> {
  const workers = await Workers.of(of.stack, of.name);
  try {
    const recorded = workers.recorded();
    const { calls, items } = await warmCalls(of, workers, recorded);
    const own = workers.own();
    const { bare, bareRecorded } = await workers.bare(calls);
    await turn(of, workers, bare, BARE_TENANT);
    const written = await countItems(of, BARE_TENANT);
    if (written !== items) throw new Error(`${items} items afterwards, of the bare one ${written}`);
    const inTurns = (ours: FunctionPool, bares: FunctionPool, rounds: number) =>
      ownAndBare(WARM_ROUNDS, rounds, {
        own: () => turn(of, workers, ours, RECORDED_TENANT),
        bare: () => turn(of, workers, bares, BARE_TENANT),
      });
    const timed = await inTurns(own, bare, of.runs);
    const seen = await inTurns(recorded, bareRecorded, of.seenRuns);
    return {
      name: of.name,
      calls,
      own: timed.own.map(({ ms }) => ms),
      bare: timed.bare.map(({ ms }) => ms),
      ownPhases: seen.own.map(({ phases }) => phases),
      barePhases: seen.bare.map(({ phases }) => phases),
    };
  } finally {
    await workers.close();
  }
}

interface Recording {
  readonly calls: readonly RecordedCall[];
  /** How many items the ledger has afterwards: made again, the calls have to leave as many. */
  readonly items: number;
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
    recordings.push({ calls, items: await countItems(of, RECORDED_TENANT) });
  }
  return plainestOf(recordings);
}

async function countItems({ stack }: Measurement, tenant: string): Promise<number> {
  return (await itemsOf(stack.tables.ledgerTable, tenant)).length;
}

async function turn(
  { stack, name, moment, isDone, afterwards }: Measurement,
  { recorder }: Workers,
  pool: FunctionPool,
  tenant: string,
): Promise<Turn> {
  await restore(stack.tables.ledgerTable, tenant, asTenant(moment.ledger, tenant));
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
