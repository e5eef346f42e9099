import { expect, it } from 'vitest';
import type { SweepRuleDraft } from '../../treasury/policy/policy-schema.ts';
import type { SnapshotTaken } from '../../treasury/snapshots/snapshot.ts';
import { type Instant, plusSeconds } from '../../treasury/time/instant.ts';
import type { Balances } from '../../treasury/valuation/balance.ts';
import { judgePrices } from '../../treasury/valuation/price-jumps.ts';
import { draftOf, POLICY } from '../samples/policy.ts';
import { snapshotAt, totals } from '../samples/snapshots.ts';
import { shareOf } from '../thoroughness.ts';
import { replayOf, tickOf } from '../unit/preview/past.ts';

/*
 * Backtests of random rules with limits by value, over prices that move, jump, go missing and grow old, beside an
 * evaluation of its own: whole numbers alone, and nothing of the code that it judges.
 */

const POLICIES = 1_000;
const READINGS = 8;
/** Digits of a whole number behind its point. */
const ONE = 10n ** 18n;

/** A generator of its own, so that a seed gives the same policies anywhere. */
function randomBy(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const below = (bound: number) => Math.floor(next() * bound);
  return { below, chance: (likely: number) => next() < likely };
}

type Random = ReturnType<typeof randomBy>;

/** In hundredths: of a BTC as an amount, of a dollar as a value. */
type Drawn = { readonly hundredths: number; readonly byValue: boolean } | null;

function drawLimit(random: Random, most: number, likely: number): Drawn {
  if (!random.chance(likely)) return null;
  const byValue = random.chance(0.6);
  return { hundredths: 1 + random.below(byValue ? most * 100 : most), byValue };
}

/** A policy refuses a cap below a minimum of its kind. */
function atLeast(cap: Drawn, minimum: Drawn): Drawn {
  const isLess =
    cap !== null && cap.byValue === minimum?.byValue && cap.hundredths < minimum.hundredths;
  return isLess ? minimum : cap;
}

interface DrawnRule {
  readonly threshold: Drawn & object;
  readonly keep: Drawn & object;
  readonly minimum: Drawn;
  readonly maximum: Drawn;
  readonly budget: Drawn;
  readonly approval: Drawn;
  readonly percent: number;
}

function drawRule(random: Random): DrawnRule {
  const always = (most: number) => drawLimit(random, most, 1) ?? { hundredths: 1, byValue: false };
  const [one, other] = [always(1_500), always(1_500)];
  const minimum = drawLimit(random, 50, 0.5);
  const swapped = one.byValue === other.byValue && other.hundredths > one.hundredths;
  return {
    threshold: swapped ? other : one,
    keep: swapped ? one : other,
    minimum,
    maximum: atLeast(drawLimit(random, 900, 0.5), minimum),
    budget: atLeast(drawLimit(random, 2_500, 0.6), minimum),
    approval: drawLimit(random, 800, 0.5),
    percent: random.chance(0.5) ? 100 : 1 + random.below(99),
  };
}

function draftFrom({ percent, ...drawn }: DrawnRule): SweepRuleDraft {
  const limit = (each: Drawn & object) => {
    const text = textOf((BigInt(each.hundredths) * ONE) / 100n);
    return each.byValue ? { value: text, in: 'USD' } : text;
  };
  const optional = (each: Drawn, name: string) => (each === null ? {} : { [name]: limit(each) });
  return {
    ...draftOf(),
    threshold: limit(drawn.threshold),
    keep: limit(drawn.keep),
    minimum: '0',
    step: '0.01',
    allocation: { kind: 'percentage', basis: 'surplus', percent: String(percent) },
    ...optional(drawn.minimum, 'minimum'),
    ...optional(drawn.maximum, 'maximum'),
    budgets: optional(drawn.budget, 'per24Hours'),
    ...optional(drawn.approval, 'approvalAbove'),
  };
}

/** Bid and ask in cents, and how the price is listed; null: not at all. */
interface DrawnPrice {
  readonly bid: number;
  readonly ask: number;
  readonly listed: 'direct' | 'inverse' | 'crossed' | 'doubted' | 'old';
}

function drawPrice(random: Random): DrawnPrice | null {
  if (random.chance(0.1)) return null;
  const bid = 5_000 + random.below(10_000);
  const listed = random.chance(0.2)
    ? ((['crossed', 'doubted', 'old'] as const)[random.below(3)] ?? 'old')
    : random.chance(0.3)
      ? 'inverse'
      : 'direct';
  return { bid, ask: bid + random.below(200), listed };
}

/** A snapshot with the price as it was listed. */
function snapshotWith(price: DrawnPrice | null, tick: Instant, held: Balances): SnapshotTaken {
  if (price === null) return snapshotAt(tick, held);
  const [bid, ask] = [String(price.bid / 100), String(price.ask / 100)];
  const direct = { 'BTC/USD': { bid, ask } };
  switch (price.listed) {
    case 'inverse':
      // The cents are those of the inverse here: 50.01 BTC per USD.
      return snapshotAt(tick, held, { 'USD/BTC': { bid, ask } });
    case 'crossed':
      return snapshotAt(tick, held, { 'BTC/EUR': { bid, ask }, 'EUR/USD': { bid: '1', ask: '1' } });
    case 'doubted': {
      const before = {
        unitValues: { BTC: { last: '1' } },
        valuation: { reportingCurrency: 'USD' },
      };
      const { unitValues } = judgePrices(direct, before, 'USD');
      return snapshotAt(tick, held, direct, { unitValues });
    }
    case 'old': {
      const read = (seconds: number) => ({
        readAt: plusSeconds(tick, 1 + seconds),
        ageMs: 0,
      });
      const inputs = { balances: read(0), prices: read(-901) };
      return snapshotAt(tick, held, direct, { inputs });
    }
    default:
      return snapshotAt(tick, held, direct);
  }
}

/** A limit in whole 10^-18 BTC at a price, or null without one that it can rest on. */
function amountAt(limit: Drawn & object, price: DrawnPrice | null, isFloor: boolean) {
  const units = (BigInt(limit.hundredths) * ONE) / 100n;
  if (!limit.byValue) return units;
  if (price === null || (price.listed !== 'direct' && price.listed !== 'inverse')) return null;
  const cents = BigInt((price.listed === 'direct') === isFloor ? price.bid : price.ask);
  if (price.listed === 'direct') return divided(units * 100n, cents, isFloor);
  // One over the price, at 18 digits, the other way round.
  const unit = divided(ONE * 100n, cents, !isFloor);
  return divided(units * ONE, unit, isFloor);
}

function divided(numerator: bigint, denominator: bigint, up: boolean): bigint {
  return up ? (numerator + denominator - 1n) / denominator : numerator / denominator;
}

const STEP = ONE / 100n;

interface Expected {
  readonly amount: bigint;
  readonly approved: boolean;
}

/** What a rule should withdraw, reading by reading; null: nothing. */
function expectedOf(
  rule: DrawnRule,
  balances: readonly bigint[],
  prices: readonly (DrawnPrice | null)[],
): readonly (Expected | null)[] {
  let gone = 0n;
  let unapproved = 0n;
  return balances.map((recorded, index) => {
    const price = prices[index] ?? null;
    const floor = (each: Drawn) => (each === null ? 0n : amountAt(each, price, true));
    const cap = (each: Drawn) => (each === null ? 10n ** 40n : amountAt(each, price, false));
    const [threshold, keep, minimum] = [
      floor(rule.threshold),
      floor(rule.keep),
      floor(rule.minimum),
    ];
    const [maximum, budget, approval] = [cap(rule.maximum), cap(rule.budget), cap(rule.approval)];
    if (threshold === null || keep === null || minimum === null) return null;
    if (maximum === null || budget === null || approval === null) return null;
    const balance = recorded - gone;
    // Either is a value, or the policy says that keep is at most the threshold.
    if (keep > threshold || balance <= threshold || balance <= keep) return null;
    const part = ((balance - keep) * BigInt(rule.percent)) / 100n;
    const left = budget > gone ? budget - gone : 0n;
    const most = [part, maximum, left].reduce((low, each) => (each < low ? each : low));
    const amount = most - (most % STEP);
    if (amount === 0n || amount < minimum) return null;
    const approved = unapproved + amount > approval;
    gone += amount;
    if (!approved) unapproved += amount;
    return { amount, approved };
  });
}

function textOf(units: bigint): string {
  const fraction = String(units % ONE)
    .padStart(18, '0')
    .replace(/0+$/, '');
  return fraction === '' ? String(units / ONE) : `${units / ONE}.${fraction}`;
}

it('a backtest of limits by value gives what an evaluation of its own gives', async () => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000_007);
  process.stdout.write(`limits by value beside an evaluation of its own: SEED=${seed}\n`);
  const random = randomBy(seed);
  const met = { swept: 0, unpriced: 0, approved: 0 };
  for (let policy = 0; policy < shareOf(POLICIES); policy++) {
    const rule = drawRule(random);
    const balances = Array.from({ length: READINGS }, () => BigInt(random.below(4_000)) * STEP);
    const prices = Array.from({ length: READINGS }, () => drawPrice(random));
    const past = balances.map((units, index) =>
      snapshotWith(prices[index] ?? null, tickOf(index), totals({ BTC: textOf(units) })),
    );
    const draft = { rules: [draftFrom(rule)], scope: 'alone' as const };
    const { draft: side } = await replayOf({ past, policy: { ...POLICY, rules: [] } }, { draft });
    const expected = expectedOf(rule, balances, prices);
    met.swept += expected.filter((each) => each !== null).length;
    met.approved += expected.filter((each) => each?.approved).length;
    met.unpriced += prices.filter((each) => each === null || each.listed === 'old').length;
    expect(
      side.sweeps.first.map(({ at, amount, approvals }) => ({
        at,
        amount,
        approved: approvals > 0,
      })),
      `SEED=${seed}, policy ${policy}: ${JSON.stringify(draft.rules)} ${JSON.stringify(prices)} ${balances.map(textOf).join(' ')}`,
    ).toEqual(
      expected.flatMap((each, index) =>
        each === null
          ? []
          : [{ at: past[index]?.takenAt, amount: textOf(each.amount), approved: each.approved }],
      ),
    );
  }
  expect(Math.min(met.swept, met.unpriced, met.approved)).toBeGreaterThan(POLICIES / 20);
});
