import { describe, expect, it } from 'vitest';
import { comparedOf } from '../../../../console/screens/forecast/compared.ts';

const line = (day: string, ruleId: string | null, difference: string | null) => ({
  ...{ day: `2026-03-0${day}`, ruleId, currency: 'EUR', left: '7', difference },
  forecast: difference === null ? null : '5',
});
const day = (of: string, forecast: string) => ({ day: `2026-03-0${of}`, forecast });
const report = (
  rows: readonly ReturnType<typeof line>[],
  days: readonly ReturnType<typeof day>[],
) => ({
  parts: [
    { name: 'forecasts', title: '', columns: [], rows: [...rows] },
    { name: 'days', title: '', columns: [], rows: [...days] },
  ],
});

describe('the forecast beside what left', () => {
  it('has the latest day first, and every day without a whole forecast', () => {
    const found = comparedOf(
      report(
        [line('2', 'pay', null), line('4', 'pay', '0'), line('4', null, '2')],
        [
          ...[day('1', 'none'), day('2', 'none'), day('3', 'in-part')],
          ...[day('4', 'whole'), day('5', 'whole'), day('6', 'none'), day('7', 'none')],
        ],
      ),
    );
    expect(found?.rows).toMatchObject([
      { is: 'uncomputed', from: '2026-03-06', to: '2026-03-07', isInPart: false },
      { is: 'line', day: '2026-03-04', ruleId: 'pay', forecast: '5', left: '7', difference: '0' },
      { is: 'line', day: '2026-03-04', ruleId: null, difference: '2' },
      { is: 'uncomputed', from: '2026-03-03', to: '2026-03-03', isInPart: true },
      { is: 'line', day: '2026-03-02', forecast: null, difference: null },
      { is: 'uncomputed', from: '2026-03-01', to: '2026-03-01', isInPart: false },
    ]);
  });

  it('says in a sentence how right it was, and how often there was none', () => {
    const lines = [line('1', 'a', '0'), line('1', 'b', '0.00'), line('1', 'c', '3')];
    const days = [day('1', 'whole'), day('2', 'none'), day('3', 'in-part')];
    expect(comparedOf(report([...lines, line('1', 'd', '-1')], days))?.sentence).toBe(
      'Of 4 amounts on 1 day, 2 left as forecast, 1 more than forecast and 1 less. 2 days have no whole forecast.',
    );
    expect(comparedOf(report([], [day('1', 'whole')]))?.sentence).toBe(
      'On 1 day nothing was forecast, and nothing left. Each day has a forecast.',
    );
    expect(comparedOf(report([], [day('1', 'none')]))?.sentence).toBe(
      'No forecast was kept of any of these days: one is made when a day begins.',
    );
  });

  it('is not there where the answer is a file that is still written', () => {
    expect(comparedOf({})).toBeNull();
  });
});
