import { describe, expect, it } from 'vitest';
import { Decimal, ZERO } from '../../../treasury/money/decimal.ts';
import {
  assignMovements,
  type BalanceAt,
} from '../../../treasury/reconciliation/assign-movements.ts';
import type { KnownMovement } from '../../../treasury/reconciliation/movement.ts';
import { at } from './samples.ts';

const TICK_SECONDS = 60;

/** Each may show for three hours after it was claimed, so in any of the readings that follow. */
const WINDOW_SECONDS = 3 * 3_600;

/** One request a tick, each of another amount, and every seventh tick an unknown deposit. */
function busy(ticks: number) {
  const movements = Array.from({ length: ticks - 1 }, (_, index): KnownMovement => {
    const change = new Decimal(-(index + 1)).dividedBy(1_000);
    return {
      kind: 'withdrawal',
      instructionId: `request-${String(index).padStart(4, '0')}`,
      certainty: 'executed',
      from: at(index * TICK_SECONDS + 10),
      until: at(index * TICK_SECONDS + WINDOW_SECONDS),
      at: at(index * TICK_SECONDS + 12),
      least: change,
      most: change,
      askedBy: 'rule',
      approvedBy: [],
      about: { code: 'withdrawal', accountLabel: '' },
    };
  });
  let total = new Decimal(10_000);
  const readings = Array.from({ length: ticks }, (_, tick): BalanceAt => {
    if (tick > 0) total = total.plus(movements[tick - 1]?.least ?? ZERO);
    if (tick % 7 === 3) total = total.plus('0.0005');
    return { takenAt: at(tick * TICK_SECONDS), total };
  });
  return { readings, movements };
}

/** Of this process alone, so that a busy machine does not fail what is fast enough. */
function processorMs(work: () => void): number {
  const begun = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1_000;
}

describe('placing movements', () => {
  it('leaves unknown deposits unexplained, and nothing else, however much goes on', () => {
    const { readings, movements } = busy(64);
    const { intervals } = assignMovements(readings, movements, ZERO);
    const left = intervals.map((each) => each.unexplained);
    expect(left.filter((each) => !each.isZero()).map(String)).toEqual(Array(9).fill('0.0005'));
  });

  it('takes a moment for two hundred requests, each of which may show in two hundred readings', () => {
    const { readings, movements } = busy(200);
    expect(processorMs(() => assignMovements(readings, movements, ZERO))).toBeLessThan(1_000);
  });
});
