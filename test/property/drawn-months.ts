import fc from 'fast-check';
import type { Content, InstructionStatus } from '../../treasury/instructions/instruction.ts';
import { LATE_SNAPSHOT_SECONDS } from '../../treasury/statements/entry-references.ts';
import { boundsOfMonth } from '../../treasury/statements/month.ts';
import { epochMsOf, type Instant, instantOf, plusSeconds } from '../../treasury/time/instant.ts';

/*
 * The first months of a treasury, drawn: balances that are read, move and are sent, seldom and in bursts of some minutes, where
 * snapshots are written out of their order; and the moments at which its reports are fetched.
 */

/** The first has half a day. */
export const MONTHS = ['2026-01', '2026-02', '2026-03'];
const FIRST = Date.parse('2026-01-31T12:00:00.000Z');
const DAYS = 61;
export const DAY = 86_400;
const MINUTE = 60;
export const ZONES = ['UTC', 'Europe/Zurich', 'America/New_York', 'Pacific/Auckland'] as const;
export const CURRENCIES = ['BTC', 'USD', 'EUR'] as const;
export type Currency = (typeof CURRENCIES)[number];

/** Seconds in which a burst happens: a claim's window, and snapshots before and after it. */
const BURST_SECONDS = 480;

export const CLAIMED_BEFORE = 30;

/** From the claim to the end of its quarantine. */
const WINDOW_SECONDS = 430;

/** Midnights that begin a month, in UTC and in the other zones. */
const MIDNIGHTS = ZONES.flatMap((zone) =>
  ['2026-02', '2026-03', '2026-04'].map((month) => boundsOfMonth(month, zone).from),
);

const currency = fc.constantFrom(...CURRENCIES);
const second = fc.integer({ min: 0, max: DAYS * DAY });
const price = fc.integer({ min: 1, max: 10 ** 7 }).map((each) => `${each / 100}`);
/** A price that is missing, and all of them. */
const prices = fc.option(fc.record({ BTC: price, EUR: price }, { requiredKeys: ['BTC'] }), {
  freq: 6,
});

/** A slip of an answer: a currency that it leaves out, whatever is held of it. */
const omits = fc.option(currency, { freq: 4 });

/** In order: when it was due, when its balances were read, when it was written. */
const read = fc.record({
  ...{ what: fc.constant('read' as const), second, prices, omits: fc.constant(null) },
  readAfter: fc.constant(2),
  writtenAfter: fc.constant(3),
});
const lateRead = fc
  .record({ second: fc.integer({ min: 0, max: BURST_SECONDS / MINUTE }), prices })
  .chain(({ second: minute, prices: given }) =>
    fc.record({
      ...{ what: fc.constant('read' as const), second: fc.constant(minute * MINUTE) },
      prices: fc.constant(given),
      omits,
      readAfter: fc.oneof(fc.constant(2), fc.integer({ min: 1, max: 2 * MINUTE })),
      writtenAfter: fc.oneof(
        fc.constant(3),
        fc.integer({ min: 2 * MINUTE + 1, max: LATE_SNAPSHOT_SECONDS - 1 }),
      ),
    }),
  );

const moveOf = (when: fc.Arbitrary<number>) =>
  fc.record({
    ...{ what: fc.constant('move' as const), second: when, currency },
    units: fc.integer({ min: -400, max: 900 }),
  });
/** `shows`: seconds until the balance has it. `known`: seconds until the outcome is; none: at once. */
const sendOf = (
  when: fc.Arbitrary<number>,
  shows: fc.Arbitrary<number>,
  known: fc.Arbitrary<number>,
) =>
  fc.record({
    ...{ what: fc.constant('send' as const), second: when, currency, shows, known },
    units: fc.integer({ min: 1, max: 90 }),
  });
const reportOf = (when: fc.Arbitrary<number>) =>
  fc.record({
    ...{ what: fc.constant('report' as const), second: when },
    /** Of the months that are not frozen: those that have begun, the latest alone, or the first alone. */
    of: fc.constantFrom('all' as const, 'latest' as const, 'first' as const),
  });
/** What is open of the last so many seconds is explained, by one person or by two: the first of it, or all. */
const personOf = (when: fc.Arbitrary<number>, back: number, isAll: boolean) =>
  fc.record({
    ...{ what: fc.constant('person' as const), second: when, back: fc.constant(back) },
    agrees: fc.boolean(),
    isAll: fc.constant(isAll),
  });
const send = sendOf(
  second,
  fc.constantFrom(0, 30 * MINUTE, 2_000 * MINUTE),
  fc.constantFrom(0, 0, DAY, 6 * DAY),
);

const within = fc.integer({ min: 0, max: BURST_SECONDS });
const afterwards = fc.integer({ min: 60, max: 2 * BURST_SECONDS });
const known = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1_200 }));
const burst = fc
  .record({
    start: fc.oneof(
      second,
      fc
        .record({
          midnight: fc.constantFrom(...MIDNIGHTS),
          before: fc.integer({ min: 0, max: BURST_SECONDS / MINUTE }),
        })
        .map(({ midnight, before }) => (epochMsOf(midnight) - FIRST) / 1_000 - before * MINUTE),
    ),
    reads: fc.array(lateRead, { minLength: 3, maxLength: 7 }),
    others: fc.array(
      fc.oneof(
        moveOf(within),
        sendOf(within, fc.integer({ min: 0, max: 400 }), known),
        sendOf(within, fc.integer({ min: 0, max: 60 }), known),
        personOf(afterwards, BURST_SECONDS, true),
        personOf(afterwards, BURST_SECONDS, true),
        reportOf(afterwards),
        reportOf(afterwards),
      ),
      { minLength: 4, maxLength: 16 },
    ),
  })
  .map(({ start, reads, others }) =>
    [...reads, ...others].map((each) => ({ ...each, second: start + each.second })),
  );

/** A lane holds one claim at a time: until its outcome is known, and its window is over, no other is sent. */
function oneAtATime<Each extends Claimed>(events: readonly Each[]): readonly Each[] {
  const free = new Map<string, number>();
  return events
    .toSorted((one, other) => one.second - other.second)
    .filter(({ what, second: when, currency: code = '', known: after = 0 }) => {
      if (what !== 'send') return true;
      if (when - CLAIMED_BEFORE < (free.get(code) ?? 0)) return false;
      free.set(code, when + Math.max(after, WINDOW_SECONDS - CLAIMED_BEFORE));
      return true;
    });
}
interface Claimed {
  readonly what: string;
  readonly second: number;
  readonly currency?: string;
  readonly known?: number;
}

export const drawnMonths = fc
  .record({
    reads: fc.array(read, { minLength: 10, maxLength: 25 }),
    others: fc.array(
      fc.oneof(moveOf(second), send, personOf(second, DAYS * DAY, false), reportOf(second)),
      {
        minLength: 10,
        maxLength: 40,
      },
    ),
    bursts: fc.array(burst, { minLength: 1, maxLength: 5 }),
    timeZone: fc.constantFrom(...ZONES),
  })
  .map(({ reads, others, bursts, timeZone }) => ({
    events: oneAtATime([...reads, ...others, ...bursts.flat()]),
    timeZone,
  }));
export type DrawnMonths = typeof drawnMonths extends fc.Arbitrary<infer T> ? T : never;
export type DrawnEvent = DrawnMonths['events'][number];
type Send = Extract<DrawnEvent, { what: 'send' }>;

export const momentOf = (seconds: number): Instant => instantOf(FIRST + seconds * 1_000);
export const secondOf = (moment: Instant): number => (epochMsOf(moment) - FIRST) / 1_000;

/** An instruction as it is claimed half a minute before a moment, and as its outcome is once it is known. */
export function sentBy({ second: when, currency: code, units }: Send) {
  const content: Content = {
    ...{ kind: 'withdrawal', currency: code, amount: `${units}` },
    ...{ withdrawalAccountId: '0b6f9c0e-6d8c-4f0e-8d63-0f5f5a3f1a01', accountLabel: 'Bank' },
  };
  const claimedAt = plusSeconds(momentOf(when), -CLAIMED_BEFORE);
  const claim = {
    ...{ nonce: 'nonce', claimedAt, balanceBefore: '1000' },
    ...{
      sendBy: plusSeconds(claimedAt, 10),
      quarantineUntil: plusSeconds(claimedAt, WINDOW_SECONDS),
    },
  };
  const sending = (instructionId: string): InstructionStatus => ({
    ...{ state: 'sending', at: claimedAt },
    claim: { instructionId, ...claim },
  });
  const confirmed = (at: Instant): InstructionStatus => ({
    ...{ state: 'confirmed', at, evidence: '' },
    confirmation: { kind: 'withdrawal', withdrawals: [] },
  });
  return { content, claimedAt, sending, confirmed };
}
