import { describe, expect, it } from 'vitest';
import { renderCamt053 } from '../../../reporting/formats/camt053/render.ts';
import { renderCsv } from '../../../reporting/formats/csv.ts';
import { statementReport } from '../../../reporting/formats/statement-report.ts';
import { linesResponse, pageOfLines } from '../../../reporting/reports/statement.ts';
import { Decimal } from '../../../treasury/money/decimal.ts';
import { flowOf } from '../../../treasury/reconciliation/flow-of.ts';
import { frozen } from '../../../treasury/statements/build-statement.ts';
import { restatements } from '../../../treasury/statements/restatement.ts';
import { filledMarch, NOW, withoutFills } from './filled-month.ts';
import { snapshotOf } from './scripted-month.ts';

/* Sold 0.25 BTC for 15750.2 USD, decided at 63000: 15750 at that price, so 0.2 better, 0.2 / 15750 = 0.0013 %. */
const FILL = {
  ...{ instrument: 'BTC/USD', side: 'sell', base: '0.25', quote: '15750.2', price: '63000.8' },
  ...{ decidedPrice: '63000', slippage: '-0.2', slippagePercent: '-0.0013' },
  fees: [{ currency: 'USD', amount: '15.75' }],
};

async function textOf(chunks: AsyncIterable<string> | Iterable<string>): Promise<string> {
  let text = '';
  for await (const chunk of chunks) text += chunk;
  return text;
}

describe('the fills of a month', () => {
  it('stand with both movements of a trade, and count once in the sums', async () => {
    const { currencies, fills } = await filledMarch();
    const filled = currencies.flatMap(({ currency, movements }) =>
      movements.flatMap(({ fill }) => (fill === undefined ? [] : [[currency, fill]])),
    );
    expect(filled).toEqual([
      ['BTC', FILL],
      ['USD', FILL],
    ]);
    expect(fills).toEqual([
      {
        ...{ instrument: 'BTC/USD', side: 'sell', trades: 1, base: '0.25', quote: '15750.2' },
        ...{ slippage: '-0.2', fees: [{ currency: 'USD', amount: '15.75' }], withoutFees: 0 },
      },
    ]);
  });

  it('are in every format', async () => {
    const statement = frozen(await filledMarch(), NOW);
    const cells = '0.25,15750.2,63000.8,63000,-0.2,-0.0013,15.75 USD';
    const { items } = pageOfLines(statement.currencies, { limit: 100 });
    const { body } = linesResponse(statement, { items, next: null, previous: null }, 'csv');
    const lines = (body ?? '').trimEnd().split('\r\n');
    const [head = ''] = lines;
    expect(lines.filter((line) => line.endsWith(cells))).toHaveLength(2);
    expect(new Set(lines.map((line) => line.split(',').length))).toEqual(
      new Set([head.split(',').length]),
    );
    const { parts } = statementReport(statement, NOW);
    const csv = await Promise.all(parts.map((part) => textOf(renderCsv(part))));
    expect(csv[1]).toContain(cells);
    expect(csv[2]).toContain('BTC/USD,sell,1,0.25,15750.2,-0.2,15.75 USD,0');
    const xml = await textOf(renderCamt053(statement, NOW));
    const said =
      /<AddtlNtryInf>Trade: [^<]*; filled 0.25 for 15750.2 BTC\/USD at 63000.8, decided at 63000, slippage -0.2, fees 15.75 USD</g;
    expect(xml.match(said)).toHaveLength(2);
  });

  it('stand with the first part of a movement that the service books in parts', () => {
    const fill = { ...FILL, side: 'sell' as const };
    const part = (snapshot: string) => ({ snapshot, from: NOW, until: NOW, amount: '-0.1' });
    const late = { parts: [part('2026-03-12T12:00:00.000Z'), part('2026-03-12T13:00:00.000Z')] };
    const at = { from: NOW, until: NOW, at: NOW };
    const movement = {
      ...{
        ...at,
        kind: 'trade' as const,
        instructionId: 'trade-btc',
        certainty: 'executed' as const,
      },
      ...{ least: new Decimal(-0.25), most: new Decimal(-0.25), askedBy: 'tom', approvedBy: [] },
      ...{ about: { code: 'withdrawal', accountLabel: '' }, fill, late },
    };
    const filled = late.parts.map(({ snapshot }) => {
      const reading = (total: string) => snapshotOf(snapshot, { BTC: total }, null);
      const [before, after] = [reading('1'), reading('0.9')];
      const flow = flowOf('main', 'BTC', [before, after], {
        opening: { ...before, total: new Decimal(1) },
        closing: { ...after, total: new Decimal('0.9') },
        movements: [{ movement, amount: new Decimal('-0.1') }],
        unexplained: new Decimal(0),
      } as unknown as Parameters<typeof flowOf>[3]);
      return flow?.movements[0]?.fill;
    });
    expect(filled).toEqual([FILL, undefined]);
  });

  it('are not known later of a month that was frozen before they were kept', async () => {
    const now = await filledMarch();
    expect(restatements(withoutFills(now), now)).toEqual([]);
  });
});
