import type { Faults, Size } from './world.ts';

/** A bounded world that is searched to its end. */
export interface Scenario {
  readonly name: string;
  readonly size: Size;
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
};

const STREAM = { of: 0, delivered: true } as const;
const WATCHDOG = { of: 0, delivered: false } as const;
const STREAM_SECOND = { of: 1, delivered: true } as const;

function scenario(name: string, faults: Partial<Faults>, size: Partial<Size> = {}): Scenario {
  return {
    name,
    size: {
      instructions: 1,
      senders: [STREAM, STREAM],
      pauses: 'where-it-counts',
      ...size,
      faults: { ...NO_FAULTS, ...faults },
    },
  };
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
  everyAwaitWithBalances: scenario(
    'delivered once, a pause at every await, balances',
    { snapshots: 1, contradictions: 1 },
    { senders: [STREAM], pauses: 'every-await' },
  ),
  redelivered: scenario(
    'delivered twice and again by the watchdog',
    { crashes: 1, contradictions: 1 },
    { senders: [STREAM, STREAM, WATCHDOG] },
  ),
  redeliveredWithBalances: scenario(
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
    'somebody else takes money, balances',
    { debits: 1, lies: 1, snapshots: 2, crashes: 1 },
    { senders: [STREAM] },
  ),
  rotation: scenario('the token is rotated', { rotations: 1, crashes: 1 }),
  restored: scenario(
    'a backup is made and restored',
    { restores: 1 },
    { senders: [STREAM, STREAM] },
  ),
  budget: scenario(
    'two instructions on one budget',
    { crashes: 1, contradictions: 1 },
    { instructions: 2, senders: [STREAM, STREAM_SECOND] },
  ),
} as const satisfies Record<string, Scenario>;
