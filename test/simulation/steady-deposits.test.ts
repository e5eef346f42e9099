import { expect, it } from 'vitest';
import { isThorough } from '../thoroughness.ts';
import { RULE, sweepUnderDeposits } from './steady-deposits.ts';
import { textOf, unitsOf } from './units.ts';

const DAYS = 30;
/** Days until nothing grows any more: the booking bound of three, and a day until people have looked. */
const SETTLING_DAYS = 5;

it.runIf(isThorough)(
  `steady deposits hide bookings for ${DAYS} days, and what stays unswept does not grow without end`,
  {
    timeout: 120_000,
  },
  async () => {
    const { deposited, swept, lowest, unswept, concluded } = await sweepUnderDeposits({
      days: DAYS,
      minutesBetweenTicks: 15,
      bookingDelayMs: 60_000,
      seed: 1,
    });
    const most = highest(unswept);
    const perDay = deposited / BigInt(DAYS);
    process.stdout.write(
      `${DAYS} days, booked 60 s late: ${textOf(deposited)} deposited, ${textOf(swept)} swept; at most ${textOf(most)} stood unswept, ${textOf(perDay)} come in a day; two people concluded ${concluded} times\n`,
    );
    expect(unswept).toHaveLength(DAYS);
    expect(lowest >= unitsOf(RULE.keep)).toBe(true);
    // What comes within the bound and the look of the people after it; ten times as much comes in all.
    expect(most < perDay * BigInt(SETTLING_DAYS)).toBe(true);
    const early = unswept.slice(SETTLING_DAYS, DAYS / 2);
    const late = unswept.slice(DAYS / 2);
    expect(highest(late) * 2n < highest(early) * 3n).toBe(true);
  },
);

it('nothing of note stays unswept where the service books at once', {
  timeout: 60_000,
}, async () => {
  const { deposited, unswept, lowest } = await sweepUnderDeposits({
    days: 3,
    minutesBetweenTicks: 15,
    bookingDelayMs: 0,
    seed: 2,
  });
  const last = unswept.at(-1) ?? 0n;
  expect(last * 10n < deposited / 3n).toBe(true);
  expect(lowest >= unitsOf(RULE.keep)).toBe(true);
});

function highest(days: readonly bigint[]): bigint {
  return days.toSorted((a, b) => (a < b ? 1 : -1))[0] ?? 0n;
}
