import { describe, expect, it } from 'vitest';
import { newTrace, notePoint, seriesOf } from '../../../treasury/preview/balance-series.ts';
import { draftOf } from '../../samples/policy.ts';
import { callOf, pastOf, tickOf } from './past.ts';

type Result = Awaited<ReturnType<typeof callOf>>;

function reportOf(result: Result) {
  if (result.result !== 'replayed') throw new Error(result.result);
  return result;
}

describe('the balances of a backtest', () => {
  it('stand on both sides after each reading, oldest first', async () => {
    const rules = [draftOf({ threshold: '7', keep: '7' })];
    const replayed = await callOf(
      { past: pastOf(['8', '12', null, '13']) },
      { draft: { rules, scope: 'replacing' } },
    );
    expect(replayed).toMatchObject({
      report: {
        balances: [
          {
            currency: 'BTC',
            points: [
              { at: tickOf(0), draft: '7', inForce: '8' },
              { at: tickOf(1), draft: '7', inForce: '5' },
              { at: tickOf(3), draft: '7', inForce: '6' },
            ],
          },
        ],
      },
    });
  });

  it('are those of one call, so that the answers of a long one follow each other', async () => {
    const past = { past: pastOf(['1', '2', '3', '4']), atOnce: 2, windows: 1 };
    const first = reportOf(await callOf(past));
    if (first.continued === undefined) throw new Error('not in pieces');
    const second = reportOf(await callOf(past, { continued: first.continued }));
    const ticks = [first, second].map(({ report }) =>
      report.balances[0]?.points.map(({ at }) => at),
    );
    expect(ticks).toEqual([
      [tickOf(0), tickOf(1)],
      [tickOf(2), tickOf(3)],
    ]);
  });

  it('are thinned evenly, and end with the last reading', () => {
    const trace = newTrace(['BTC']);
    const readings = 10_000;
    for (let index = 0; index < readings; index++) {
      const balances = { BTC: { total: `${index}` } };
      notePoint(trace, tickOf(index), balances, balances);
    }
    const [{ points } = { points: [] }] = seriesOf(trace);
    expect(points.length).toBeGreaterThan(800);
    expect(points.length).toBeLessThanOrEqual(1_601);
    expect(points[0]?.draft).toBe('0');
    expect(points.at(-1)?.draft).toBe(`${readings - 1}`);
    const steps = points.slice(1, -1).map(({ draft }, index) => {
      return Number(draft) - Number(points[index]?.draft);
    });
    expect(new Set(steps).size).toBe(1);
  });

  it('of many currencies are few of each', () => {
    const currencies = Array.from({ length: 40 }, (_, index) => `C${index}`);
    const trace = newTrace(currencies);
    for (let index = 0; index < 500; index++) {
      const balances = Object.fromEntries(currencies.map((each) => [each, { total: '1' }]));
      notePoint(trace, tickOf(index), balances, balances);
    }
    const points = seriesOf(trace).reduce((sum, each) => sum + each.points.length, 0);
    expect(points).toBeLessThanOrEqual(1_700);
  });
});
