import { describe, expect, it } from 'vitest';
import { madeUpHistory } from '../../../local/demo-data/history.ts';
import { DEMO_DATA_DAYS, lastTickBefore } from '../../../local/demo-data/period.ts';
import { compareForecasts, type Left } from '../../../treasury/forecast/compare-forecasts.ts';
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
const { forecasts, from } = history;

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
    'is kept of each whole day, in the first hour of it: %s',
    async (timeZone) => {
      const kept = (await historyIn(timeZone)).forecasts;
      const first = periodAt(from, 'day', timeZone);
      expect(kept.length).toBeGreaterThan(DEMO_DATA_DAYS - 3);
      let day = periodAt(first.to, 'day', timeZone);
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
    expect(payroll.map(({ day }) => day)).toEqual(['2026-08-25', '2026-09-25', '2026-10-26']);
    for (const { forecast, left: gone, difference } of payroll) {
      expect([forecast, gone, difference]).toEqual(['30000', '30000', '0']);
    }
  });

  it('is right about most that was there in the morning, and knows nothing of what comes in later', () => {
    const right = compared.filter(({ difference }) => difference === '0');
    const unforeseen = compared.filter(
      ({ forecast, difference }) => forecast === '0' && difference !== '0',
    );
    expect(right.length).toBeGreaterThan(40);
    expect(unforeseen.length).toBeGreaterThan(15);
    expect(right.length).toBeGreaterThan(unforeseen.length);
  });

  it('does not expect again what has left since the last snapshot of the past', () => {
    const morning = compared.filter(({ ruleId, day }) => {
      return ruleId === 'demo-eth-half' && day === '2026-08-28';
    });
    // The evening before, 3.72 left of 7.44.
    expect(morning).toMatchObject([{ forecast: '1.86', left: '1.86' }]);
  });

  it('expects nothing of rules that were switched off', () => {
    expect(forecasts.slice(-2).map(({ leaving }) => leaving)).toEqual([[], []]);
  });
});
