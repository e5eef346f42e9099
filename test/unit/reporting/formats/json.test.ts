import { expect, test } from 'vitest';
import { renderJson } from '../../../../reporting/formats/json.ts';
import { COLUMNS, collected, part, ROWS, report, text } from './sample-report.ts';

test('a report is one JSON object, amounts text, absent cells null', async () => {
  const second = { ...part([]), name: 'second' };
  expect(JSON.parse(await text(renderJson(report(part(ROWS), second))))).toEqual({
    name: 'balances',
    tenant: 'main',
    generatedAt: '2026-04-01T06:00:00.000Z',
    parts: [
      {
        name: 'balances',
        title: 'Balances',
        columns: COLUMNS,
        rows: [ROWS[0], { ...ROWS[1], at: null, day: null, count: null }],
      },
      { name: 'second', title: 'Balances', columns: COLUMNS, rows: [] },
    ],
  });
});

test('a long report comes in pieces and is whole', async () => {
  const rows = Array.from({ length: 5_000 }, (_, count) => ({ currency: 'BTC', count }));
  const chunks = await collected(renderJson(report(part(rows))));
  expect(chunks.length).toBeGreaterThan(5);
  expect(JSON.parse(chunks.join('')).parts[0].rows).toHaveLength(5_000);
});
