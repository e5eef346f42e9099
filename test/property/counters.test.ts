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
    share: fc.integer({ min: 1, max: 996 }),
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

/** The names under which an instruction counts, each with its amount; those with days keep them beside the hours. */
function namesOf({ account, people, trader, amount, value }: Noted) {
  const own = [
    { name: 'rule rule', amount, hasDays: true },
    ...(people === 0 ? [{ name: `unapproved to ${account}`, amount, hasDays: false }] : []),
    { name: `approved by ${people}`, amount: value, hasDays: false },
  ];
  const inUsd = (name: string, hasDays: boolean) => ({ name, amount: value, hasDays });
  if (trader === null) {
    return [
      ...own,
      { name: `to ${account}`, amount, hasDays: true },
      inUsd('of bank', true),
      inUsd('left', true),
    ];
  }
  const { by, approved } = trader;
  const alone = approved ? [] : [inUsd(`traded by ${by} alone`, false)];
  return [...own, inUsd('traded', false), inUsd(`traded by ${by}`, false), ...alone];
}

function unitsOf(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole) * UNIT + BigInt(fraction.padEnd(DIGITS, '0'));
}

/** What is left of an amount: the share of what is unbooked went back, rounded down. */
function leftOf(amount: string, { back, amount: claimed }: Noted): bigint {
  if (back === 'everything') return 0n;
  const units = unitsOf(amount);
  return back === 'nothing' ? units : units - (units * back.unbooked) / unitsOf(claimed);
}

function expected(instructions: readonly Noted[], now: Instant) {
  const all: Record<string, { hours: Record<string, bigint>; days: Record<string, bigint> }> = {};
  for (const each of instructions) {
    for (const { name, amount, hasDays } of namesOf(each)) {
      const counted = Object.hasOwn(all, name) ? all[name] : undefined;
      const own = counted ?? { hours: {}, days: {} };
      Object.defineProperty(all, name, { value: own, enumerable: true, configurable: true });
      const left = leftOf(amount, each);
      add(own.hours, HOUR_MS, each.at, left, DAY_MS, now);
      if (hasDays) add(own.days, DAY_MS, each.at, left, 30 * DAY_MS, now);
    }
  }
  return all;
}

/** Only what the window still reaches: what is over may be forgotten, or not yet. */
function add(
  buckets: Record<string, bigint>,
  bucketMs: number,
  at: Instant,
  units: bigint,
  windowMs: number,
  now: Instant,
): void {
  const startMs = Math.floor(epochMsOf(at) / bucketMs) * bucketMs;
  if (startMs + bucketMs + windowMs <= epochMsOf(now)) return;
  const start = instantOf(startMs);
  const sum = (buckets[start] ?? 0n) + units;
  if (sum > 0n) buckets[start] = sum;
}

/** The buckets that windows still reach, in whole units. */
function reached(counted: Readonly<Record<string, Counted>>, now: Instant) {
  const within = (buckets: Counted['hours'] = {}, bucketMs: number, windowMs: number) =>
    Object.fromEntries(
      Object.entries(buckets)
        .filter(([start]) => epochMsOf(start) + bucketMs + windowMs > epochMsOf(now))
        .map(([start, amount]) => [start, unitsOf(amount)]),
    );
  return Object.fromEntries(
    Object.entries(counted).map(([name, { hours, days }]) => [
      name,
      { hours: within(hours, HOUR_MS, DAY_MS), days: within(days, DAY_MS, 30 * DAY_MS) },
    ]),
  );
}

const holdsAny = (all: ReturnType<typeof reached>) =>
  Object.fromEntries(
    Object.entries(all).filter(
      ([, { hours, days }]) => Object.keys(hours).length + Object.keys(days).length > 0,
    ),
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
