import type { Faults, Size } from './world.ts';

/** A bounded world that is searched to its end. */
export interface Scenario {
  readonly name: string;
  readonly size: Size;
  /** Searched whole in every run of the tests. */
  readonly small: boolean;
}

const NO_FAULTS: Faults = {
  crashes: 0,
  lostAnswers: 0,
  lateWrites: 0,
  lies: 0,
  contradictions: 0,
  deposits: 0,
  debits: 0,
  snapshots: 0,
  rotations: 0,
  restores: 0,
  rearmings: 0,
  statedFailures: 0,
  lateBookings: 0,
  partialBookings: 0,
  hidingDeposits: 0,
  staleReadings: 0,
  runs: 0,
  halts: 0,
  deliveries: 0,
};

const STREAM = { of: 0, delivered: true } as const;
const WATCHDOG = { of: 0, delivered: false } as const;
const STREAM_SECOND = { of: 1, delivered: true } as const;

/** Two instructions, and money for one of them. */
const TIGHT: Partial<Size> = {
  instructions: 2,
  senders: [STREAM, STREAM_SECOND],
  money: 'tight',
  answers: 'confirmed-or-none',
};

function scenario(name: string, faults: Partial<Faults>, size: Partial<Size> = {}): Scenario {
  return {
    name,
    small: false,
    size: {
      instructions: 1,
      senders: [STREAM, STREAM],
      pauses: 'where-it-counts',
      money: 'ample',
      answers: 'any',
      made: 'before',
      ...size,
      faults: { ...NO_FAULTS, ...faults },
    },
  };
}

/** Searched in a second at most. */
function small(...options: Parameters<typeof scenario>): Scenario {
  return { ...scenario(...options), small: true };
}

export const SCENARIOS = {
  delivered: scenario('delivered twice, crashes, lost acknowledgements', {
    crashes: 2,
    lostAnswers: 1,
    contradictions: 1,
  }),
  everyAwait: scenario(
    'delivered twice, a pause at every await',
    { crashes: 1 },
    { pauses: 'every-await' },
  ),
  everyAwaitWithBalances: small(
    'delivered once, a pause at every await, balances',
    { snapshots: 1, contradictions: 1 },
    { senders: [STREAM], pauses: 'every-await' },
  ),
  redelivered: scenario(
    'delivered twice and again by the watchdog',
    { crashes: 1, contradictions: 1 },
    { senders: [STREAM, STREAM, WATCHDOG] },
  ),
  redeliveredWithBalances: small(
    'delivered again by the watchdog, balances',
    { crashes: 1, snapshots: 1 },
    { senders: [STREAM, WATCHDOG] },
  ),
  lateWrite: scenario(
    'a claim that lands after its sender is gone',
    { crashes: 1, lateWrites: 1, lostAnswers: 1 },
    { senders: [STREAM, WATCHDOG] },
  ),
  lyingService: scenario(
    'a service that lies, deposits, balances',
    { lies: 1, deposits: 1, snapshots: 2 },
    { senders: [STREAM] },
  ),
  foreignDebit: scenario(
    'another party takes money, balances',
    { debits: 1, lies: 1, snapshots: 2, crashes: 1 },
    { senders: [STREAM] },
  ),
  halted: small(
    'a person halts at any moment',
    { halts: 1, crashes: 1 },
    { senders: [STREAM, WATCHDOG] },
  ),
  rotation: small('the token is rotated', { rotations: 1, crashes: 1 }),
  restored: scenario(
    'a backup is made and restored',
    { restores: 1 },
    { senders: [STREAM, STREAM] },
  ),
  rearmed: scenario(
    'a backup is restored and armed, and its schedule goes on',
    { restores: 1, rearmings: 1 },
    { senders: [STREAM, STREAM], made: 'by-a-run', answers: 'confirmed-or-none' },
  ),
  snapshotAgain: scenario(
    'a snapshot is delivered again, its runs crash',
    { deliveries: 3, crashes: 1, lostAnswers: 1, lateWrites: 1 },
    { senders: [STREAM], made: 'by-deliveries', answers: 'confirmed-or-none' },
  ),
  statedFailed: small(
    'an answer that says itself that it failed',
    { statedFailures: 1 },
    { senders: [STREAM] },
  ),
  budget: scenario(
    'two instructions on one budget',
    { crashes: 1, contradictions: 1 },
    { instructions: 2, senders: [STREAM, STREAM_SECOND] },
  ),
  bookedLate: scenario(
    'booked late, in parts, hidden by a deposit',
    { lateBookings: 1, partialBookings: 1, hidingDeposits: 1 },
    TIGHT,
  ),
  replicas: small('replicas that take turns', { lateBookings: 1, staleReadings: 2 }, TIGHT),
} as const satisfies Record<string, Scenario>;

/** Larger ones, searched on demand: each takes minutes. */
export const LARGE_SCENARIOS = {
  bookedLateTwice: scenario(
    'both booked late, deposits at any time, runs',
    { lateBookings: 2, partialBookings: 1, deposits: 1, runs: 1 },
    TIGHT,
  ),
  replicasAndRuns: scenario(
    'replicas that take turns, read by runs and senders',
    { lateBookings: 1, staleReadings: 2, runs: 1 },
    TIGHT,
  ),
  bookedLateAndForeign: scenario(
    'booked late, and another party takes money',
    { lateBookings: 1, debits: 1, runs: 1 },
    TIGHT,
  ),
  bookedLateAnyAnswer: scenario(
    'booked late, any answer, crashes',
    { lateBookings: 1, crashes: 1 },
    { ...TIGHT, answers: 'any' },
  ),
} as const satisfies Record<string, Scenario>;
