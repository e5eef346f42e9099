import { isDeepStrictEqual } from 'node:util';
import type { Stack } from '../../local/stack.ts';
import { formatCalls, type Phases } from '../calls/steps.ts';
import { judged, ratio } from '../report/against-target.ts';
import { median } from '../report/statistics.ts';
import { left, right, type Table } from '../report/table.ts';
import { type Measured, measureInTurns, type Program } from './in-turns.ts';
import { sweepOnce } from './sweep-state.ts';

/** As long as its calls made bare one after another, at most: what our own code takes is won by asking at once. */
const MAX_RATIO = 1;

/** As many rounds that are measured for each in which the calls are seen: a round takes milliseconds. */
const MEASURED_FOR_SEEN = 3;

/** A sweep from event to outcome: the snapshot's event is decided on, the instruction's event sends. */
export async function sweeps(stack: Stack, runs: number): Promise<readonly Table[]> {
  const { sandbox } = stack.service;
  if (sandbox === null) throw new Error('there is no sandbox');
  const { deciding, sending, movement } = await sweepOnce(stack);
  const decided = await measureInTurns({
    stack,
    name: 'run-sweeps',
    moment: deciding,
    runs: MEASURED_FOR_SEEN * runs,
    seenRuns: runs,
    isDone: (payload) => isDeepStrictEqual(payload, { batchItemFailures: [] }),
    afterwards: () => undefined,
  });
  const sent = await measureInTurns({
    stack,
    name: 'send-withdrawal',
    moment: sending,
    runs: MEASURED_FOR_SEEN * runs,
    seenRuns: runs,
    isDone: (payload) => isDeepStrictEqual(payload, { results: ['concluded'] }),
    // The withdrawn amount comes back, so that there is as much to sweep each time.
    afterwards: () => sandbox.deposit(movement),
  });
  return [overhead([decided, sent], MEASURED_FOR_SEEN * runs), whereItGoes([decided, sent], runs)];
}

const PROGRAMS: readonly Program[] = ['own', 'bare', 'oneByOne'];

function overhead(all: readonly Measured[], runs: number): Table {
  const rows = all.map(({ name, calls, ms }) => [
    name,
    formatCalls(calls),
    ...compared((program) => median(ms[program])),
  ]);
  const whole = compared((program) => all.reduce((sum, { ms }) => sum + median(ms[program]), 0));
  return {
    title: `A sweep, warm, against its own calls made bare (medians of ${runs}, in turns)`,
    columns: [
      left('function'),
      left('calls'),
      right('ms'),
      right('bare, at once'),
      right('ratio'),
      right('bare, one by one'),
      right(`ratio (<= ${MAX_RATIO})`),
    ],
    rows: [...rows, ['from event to outcome', '', ...whole]],
    notes: [
      "Each function gets the event that the local stack's stream has for it, in a worker like those of the stack. Its calls are recorded a few times. Two bare handlers, bundled the same way, repeat them: the same commands with the same items, conditions and sealed bytes through the SDK's default clients, the requests to the service through plain `fetch`; one makes as many at once as the function does, the other each after the one before. They know their inputs beforehand, check nothing, and write no log. Before every turn the tables are reset to their state at the event; the bare handlers write under another tenant, in the same tables and with keys of the same length, and leave the same items. Calls: one after the other, with + between concurrent ones. The goal is about all calls one by one. A missed target is marked with *.",
    ],
  };
}

/** Milliseconds of each program, beside the bare ones ours as so many times theirs. */
function compared(of: (program: Program) => number): readonly string[] {
  const [own = 0, bare = 0, oneByOne = 0] = PROGRAMS.map(of);
  return [ms(own), ms(bare), ratio(own / bare), ms(oneByOne), judged(own / oneByOne, MAX_RATIO)];
}

const PHASES = ['before', 'waiting', 'between', 'after'] as const;

function whereItGoes(all: readonly Measured[], runs: number): Table {
  const cells = (phases: readonly Phases[]) =>
    PHASES.map((name) => ms(median(phases.map((each) => each[name]))));
  return {
    title: `Where the time of a sweep goes, in ms (medians of ${runs}, in turns, with a recorder in front of engine and service)`,
    columns: [
      left('function'),
      right('before the first call'),
      right('waiting for answers'),
      right('between calls'),
      right('after the last'),
    ],
    rows: all.flatMap(({ name, phases }) => [
      [name, ...cells(phases.own)],
      ['bare, at once', ...cells(phases.bare)],
      ['bare, one by one', ...cells(phases.oneByOne)],
    ]),
    notes: [
      'Waiting is the time in which the recorder sees a call under way; encoding requests and reading responses counts as time between calls. A bare handler makes its next call immediately: its time between calls is that of the SDK and Node.',
    ],
  };
}

function ms(value: number): string {
  return value.toFixed(1);
}
