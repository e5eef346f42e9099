import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { epochMsOf, type Instant, instantOf, plusSeconds } from '../../treasury/time/instant.ts';
import { bucketsIn, type Counted } from '../counted.ts';
import { shareOf } from '../thoroughness.ts';
import { type Claiming, CountersWorld } from './counters-world.ts';

/*
 * Goal: no counter ever differs from what its instructions say, to the last digit and in the very bucket. Method: random
 * histories of claims, outcomes and conclusions of two people; beside them a model that keeps the list of instructions
 * and adds them up anew, in whole units, after every step.
 */

const START = '2026-01-05T09:20:00.000Z';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Fraction digits of amounts (`MAX_FRACTION_DIGITS`). */
const DIGITS = 30;
const UNIT = 10n ** BigInt(DIGITS);

/** How much of an instruction's claim counts, as a fraction: what was given back was rounded down. */
interface Noted extends Claiming {
  readonly back: { readonly unbooked: bigint } | 'nothing' | 'everything';
}

type Step =
  | {
      readonly do: 'claim';
      readonly thousandths: number;
      readonly cents: number;
      readonly account: string;
      readonly people: 0 | 1;
      readonly trader: { readonly by: string; readonly approved: boolean } | null;
      readonly outcome: 'confirmed' | 'not-sent';
    }
  /** Of the last that was confirmed, this share is unbooked, and not executed. */
  | { readonly do: 'not-executed'; readonly share: number }
  | { readonly do: 'wait'; readonly seconds: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: claimStep() },
  fc.record({
    do: fc.constant('not-executed' as const),
    share: fc.integer({ min: 1, max: 997 }),
  }),
  fc.record({
    do: fc.constant('wait' as const),
    seconds: fc.constantFrom(1, 1_800, 3_600, 7_200, 86_399, 90_000, 700_000),
  }),
);

function claimStep() {
  return fc.record({
    do: fc.constant('claim' as const),
    thousandths: fc.integer({ min: 1, max: 9_999 }),
    cents: fc.integer({ min: 1, max: 99_999 }),
    account: fc.constantFrom('cold', 'warm', '__proto__'),
    people: fc.constantFrom(0 as const, 1 as const),
    trader: fc.option(
      fc.record({ by: fc.constantFrom('tina', 'tom', '__proto__'), approved: fc.boolean() }),
    ),
    outcome: fc.constantFrom('confirmed' as const, 'confirmed' as const, 'not-sent' as const),
  });
}

/** By window: how long a bucket is, and how far the window reaches back from its end; for ever it has one bucket. */
const WINDOWS = {
  hours: [HOUR_MS, DAY_MS],
  days: [DAY_MS, 30 * DAY_MS],
  ever: null,
} as const;
type Window = keyof typeof WINDOWS;
const EVER = '1970-01-01T00:00:00.000Z';

/** The names under which an instruction counts, each with its amount and its windows. */
function namesOf({ account, people, trader, amount, value }: Noted) {
  const named = (name: string, counted: string, ...windows: readonly Window[]) => ({
    ...{ name, amount: counted, windows, isPiece: false },
  });
  const own = [
    named('rule rule', amount, 'hours', 'days'),
    ...(people === 0 ? [named(`unapproved to ${account}`, amount, 'hours')] : []),
    named(`approved by ${people}`, value, 'hours'),
  ];
  if (trader === null) {
    return [
      ...own,
      named(`to ${account}`, amount, 'hours', 'days', 'ever'),
      { ...named('withdrawals of rule', '1', 'hours'), isPiece: true },
      named('of bank', value, 'hours', 'days'),
      named('left', value, 'hours', 'days'),
    ];
  }
  const { by, approved } = trader;
  const alone = approved ? [] : [named(`traded by ${by} alone`, value, 'hours')];
  return [
    ...own,
    named('traded', value, 'hours'),
    named(`traded by ${by}`, value, 'hours'),
    ...alone,
  ];
}

function unitsOf(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole) * UNIT + BigInt(fraction.padEnd(DIGITS, '0'));
}

/** What is left of an amount: the share of what is unbooked went back, rounded down. */
function leftOf(amount: string, isPiece: boolean, { back, amount: claimed }: Noted): bigint {
  if (back === 'everything') return 0n;
  const units = unitsOf(amount);
  if (back === 'nothing') return units;
  const whole = unitsOf(claimed);
  // A withdrawal that left in part did leave.
  if (isPiece && back.unbooked < whole) return units;
  return units - (units * back.unbooked) / whole;
}

type Held = Partial<Record<Window, Record<string, bigint>>>;

function expected(instructions: readonly Noted[], now: Instant) {
  const all: Record<string, Held> = {};
  for (const each of instructions) {
    for (const { name, amount, windows, isPiece } of namesOf(each)) {
      const own = (Object.hasOwn(all, name) ? all[name] : undefined) ?? {};
      Object.defineProperty(all, name, { value: own, enumerable: true, configurable: true });
      for (const window of windows) {
        const start = bucketIn(window, each.at, now);
        if (start !== null) add(own, window, start, leftOf(amount, isPiece, each));
      }
    }
  }
  return all;
}

function add(own: Held, window: Window, start: Instant, units: bigint): void {
  const buckets = own[window] ?? {};
  own[window] = buckets;
  const sum = (buckets[start] ?? 0n) + units;
  if (sum > 0n) buckets[start] = sum;
}

/** Null of a bucket that the window reaches no more: what is over may be forgotten, or not yet. */
function bucketIn(window: Window, at: Instant, now: Instant): Instant | null {
  const widths = WINDOWS[window];
  if (widths === null) return EVER;
  const [bucketMs, windowMs] = widths;
  const startMs = Math.floor(epochMsOf(at) / bucketMs) * bucketMs;
  return startMs + bucketMs + windowMs <= epochMsOf(now) ? null : instantOf(startMs);
}

/** The buckets that windows still reach, in whole units. */
function reached(counted: Readonly<Record<string, Counted>>, now: Instant) {
  const within = (window: Window, buckets: Counted['hours'] = {}) =>
    Object.fromEntries(
      Object.entries(buckets)
        .filter(([start]) => bucketIn(window, start, now) !== null)
        .map(([start, amount]) => [start, unitsOf(amount)]),
    );
  return Object.fromEntries(
    Object.entries(counted).map(([name, held]) => [
      name,
      Object.fromEntries(WINDOW_NAMES.map((window) => [window, within(window, held[window])])),
    ]),
  );
}

const WINDOW_NAMES = Object.keys(WINDOWS) as readonly Window[];

/** Only what holds anything, in any window. */
const holdsAny = (all: Readonly<Record<string, Held>>) =>
  Object.fromEntries(
    Object.entries(all).flatMap(([name, held]) => {
      const full = Object.entries(held).filter(([, buckets]) => Object.keys(buckets).length > 0);
      return full.length === 0 ? [] : [[name, Object.fromEntries(full)]];
    }),
  );

describe('every counter, whatever is claimed and given back', () => {
  it('holds what its instructions say, in the very bucket, and loses no share', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
        const world = new CountersWorld();
        const instructions: Noted[] = [];
        let now = START;
        for (const [index, what] of steps.entries()) {
          now = plusSeconds(now, what.do === 'wait' ? what.seconds : 7);
          const last = instructions.at(-1);
          if (what.do === 'claim') {
            const { thousandths, cents, outcome, account, people, trader } = what;
            const amount = String(thousandths / 1_000);
            const value = String(cents / 100);
            const claiming = { id: `i-${index}`, at: now, amount, value, account, people, trader };
            world.claim(claiming);
            await world.conclude(claiming.id, now, outcome);
            const back = outcome === 'confirmed' ? 'nothing' : 'everything';
            instructions.push({ ...claiming, back });
          } else if (what.do === 'not-executed' && last?.back === 'nothing') {
            const unbooked = (unitsOf(last.amount) * BigInt(what.share)) / 997n;
            await world.concludeUnbooked(last.id, textOf(unbooked), now);
            instructions[instructions.length - 1] = { ...last, back: { unbooked } };
          }
          const counted = reached(bucketsIn(world.places()), now);
          expect(holdsAny(counted)).toEqual(holdsAny(expected(instructions, now)));
        }
      }),
      { numRuns: shareOf(1_000) },
    );
  });
});

function textOf(units: bigint): string {
  const digits = String(units).padStart(DIGITS + 1, '0');
  return `${digits.slice(0, -DIGITS)}.${digits.slice(-DIGITS)}`.replace(/\.?0+$/, '');
}
