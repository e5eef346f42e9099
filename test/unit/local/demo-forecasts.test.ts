import { describe, expect, it } from 'vitest';
import { madeUpHistory } from '../../../local/demo-data/history.ts';
import { lastTickBefore } from '../../../local/demo-data/period.ts';
import { compareForecasts, type Left } from '../../../treasury/forecast/compare-forecasts.ts';
import { COMPARED_DAYS } from '../../../treasury/forecast/forecast-limits.ts';
import type { Instruction } from '../../../treasury/instructions/instruction.ts';
import { reached } from '../../../treasury/instructions/instruction-times.ts';
import { periodAt } from '../../../treasury/series/periods.ts';
import { factsOf } from '../../../treasury/statements/instruction-facts.ts';
import { BALANCES, PRICES } from './sandbox-begins.ts';

const LAST = lastTickBefore(Date.parse('2026-11-21T15:24:56.000Z'));
const TIME_ZONE = 'Europe/Zurich';

async function historyIn(reportingTimeZone: string) {
  const making = madeUpHistory({
    ...{ tenant: 'main', reportingCurrency: 'USD', reportingTimeZone, last: LAST },
    ...{ balances: BALANCES, prices: PRICES },
  });
  for (;;) {
    const { done, value } = await making.next();
    if (done === true) return value;
  }
}

const history = await historyIn(TIME_ZONE);
const { forecasts } = history;
const [{ madeAt: from } = { madeAt: LAST }] = forecasts;

const left: readonly Left[] = [
  ...new Map(
    history.changes.flatMap((change): [string, Instruction][] =>
      'instruction' in change ? [[change.instruction.id, change.instruction]] : [],
    ),
  ).values(),
].flatMap((each) => {
  const sentAt = reached(each, 'sending');
  if (each.content.kind !== 'withdrawal' || sentAt === null) return [];
  const { currency, amount } = each.content;
  return [{ ruleId: factsOf(each).ruleId, currency, amount, sentAt }];
});
const compared = compareForecasts(forecasts, left, { from, to: LAST, timeZone: TIME_ZONE });

describe('what the made-up past forecast', () => {
  it.each([TIME_ZONE, 'UTC', 'Pacific/Auckland'])(
    'is kept of the last whole days, in the first hour of each: %s',
    async (timeZone) => {
      const kept = (await historyIn(timeZone)).forecasts;
      expect(kept).toHaveLength(COMPARED_DAYS);
      let day = periodAt(kept[0]?.madeAt ?? LAST, 'day', timeZone);
      for (const each of kept) {
        expect([each.day, each.to, each.complete]).toEqual([day.name, day.to, true]);
        expect(each.madeAt.localeCompare(day.from)).toBe(1);
        expect(Date.parse(each.madeAt) - Date.parse(day.from)).toBeLessThan(3_600_000);
        day = periodAt(day.to, 'day', timeZone);
      }
      // The day of the end goes on with the rules of the person who started.
      expect(day.name).toBe(periodAt(LAST, 'day', timeZone).name);
    },
  );

  it('is right about payroll: the amount that left on its day, and nothing on others', () => {
    const payroll = compared.filter(({ ruleId }) => ruleId === 'demo-eur-payroll');
    expect(payroll).toMatchObject([
      { day: '2026-10-26', forecast: '30000', left: '30000', difference: '0' },
    ]);
  });

  it('is right about most that was there in the morning, and knows nothing of what comes in later', () => {
    const right = compared.filter(({ difference }) => difference === '0');
    const unforeseen = compared.filter(
      ({ forecast, left: gone }) => forecast === '0' && gone !== '0',
    );
    expect(right.length).toBeGreaterThan(15);
    expect(unforeseen.length).toBeGreaterThan(5);
    expect(right.length).toBeGreaterThan(unforeseen.length);
  });

  it('does not expect again what has left since the last snapshot of the past', () => {
    const morning = compared.filter(({ ruleId, day }) => {
      return ruleId === 'demo-eth-half' && day === '2026-11-02';
    });
    // The evening before, 3.07 left of a surplus of 6.15.
    expect(morning).toMatchObject([{ forecast: '1.54', left: '1.54' }]);
  });

  it('expects what a rule would do that a person then switches off, and nothing on the days after', () => {
    expect(compared.at(-1)).toMatchObject({ day: '2026-11-18', left: '0', difference: '-29900' });
    expect(forecasts.slice(-2).map(({ leaving }) => leaving)).toEqual([[], []]);
  });
});
