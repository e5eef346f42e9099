import { isDeepStrictEqual } from 'node:util';
import type { Stack } from '../../local/stack.ts';
import { formatCalls, type Phases } from '../calls/steps.ts';
import { judged } from '../report/against-target.ts';
import { median } from '../report/statistics.ts';
import { left, right, type Table } from '../report/table.ts';
import { type Measured, measureInTurns } from './in-turns.ts';
import { sweepOnce } from './sweep-state.ts';

/** As many times the bare calls at most. */
const MAX_OVERHEAD = 1.3;

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

function overhead(all: readonly Measured[], runs: number): Table {
  const rows = all.map(({ name, calls, own, bare }) => [
    name,
    formatCalls(calls),
    ms(median(own)),
    ms(median(bare)),
    judged(median(own) / median(bare), MAX_OVERHEAD),
  ]);
  const sum = (side: 'own' | 'bare') => all.reduce((total, each) => total + median(each[side]), 0);
  const whole = ['from event to outcome', '', ms(sum('own')), ms(sum('bare'))];
  return {
    title: `A sweep, warm, against its own calls made bare (medians of ${runs}, in turns)`,
    columns: [
      left('function'),
      left('calls'),
      right('ms'),
      right('bare ms'),
      right(`ratio (<= ${MAX_OVERHEAD})`),
    ],
    rows: [...rows, [...whole, judged(sum('own') / sum('bare'), MAX_OVERHEAD)]],
    notes: [
      "Each function gets the event that the local stack's stream has for it, in a worker like those of the stack. Its calls are recorded a few times. A bare handler, bundled the same way, repeats them: the same commands with the same items and conditions through the SDK's default client, the requests to the service through plain `fetch`, concurrent calls concurrently. It knows its inputs beforehand, checks nothing, and writes no log. Before every round the ledger is reset to its state at the event; the bare handler writes under another client, in the same table and with keys of the same length. Calls: one after the other, with + between concurrent ones. A missed target is marked with *.",
    ],
  };
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
    rows: all.flatMap(({ name, ownPhases, barePhases }) => [
      [name, ...cells(ownPhases)],
      ['bare', ...cells(barePhases)],
    ]),
    notes: [
      'Waiting is the time in which the recorder sees a call under way; encoding requests and reading responses counts as time between calls. The bare handler makes its next call at once: its time between calls is that of the SDK and Node.',
    ],
  };
}

function ms(value: number): string {
  return value.toFixed(1);
}
