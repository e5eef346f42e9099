import { describe, expect, it } from 'vitest';
import { exportTitle } from '../../../../console/files/export-title.ts';
import { fileNameOf, formatBytes } from '../../../../console/files/file-names.ts';
import { requestOf } from '../../../../console/files/reports.ts';
import { choiceOf } from '../../../../console/screens/exports/choice.ts';
import { PERIODS } from '../../../../console/screens/exports/periods.ts';

const TODAY = '2026-11-23';
const choice = (query: string) => choiceOf(new URLSearchParams(query), TODAY);

describe('an export', () => {
  it('is the statement of last month unless its address says more', () => {
    expect(requestOf(choice(''))).toMatchObject({
      kind: 'complete',
      request: {
        path: '/v1/reports/statement',
        query: { format: 'csv', whole: 'true', month: '2026-10' },
      },
    });
  });

  it('has the last day of its range within it', () => {
    const chosen = requestOf(choice('report=flows&currency=BTC&from=2026-11-01&to=2026-11-22'));
    expect(chosen).toMatchObject({
      request: { query: { from: '2026-11-01', to: '2026-11-23', currency: 'BTC' } },
    });
    expect(requestOf(choice('report=flows&from=2026-11-10'))).toMatchObject({
      request: { query: { from: '2026-11-10', to: '2026-11-24' } },
    });
  });

  it('says what is missing', () => {
    expect(requestOf(choice('report=balances'))).toEqual({
      kind: 'incomplete',
      missing: 'Choose a currency.',
    });
    expect(requestOf(choice('report=totals&from=2026-11-10&to=2026-11-01'))).toMatchObject({
      kind: 'incomplete',
    });
  });

  it('has no format that its report has not', () => {
    expect(choice('format=camt053').format).toBe('camt053');
    expect(choice('report=flows&format=camt053').format).toBe('csv');
    expect(choice('report=flows&format=exe').format).toBe('csv');
  });

  it('knows whole months, quarters and years', () => {
    const ranges = PERIODS.map(({ text, rangeOf }) => [text, ...Object.values(rangeOf(TODAY))]);
    expect(ranges).toEqual([
      ['This month', '2026-11-01', '2026-11-23'],
      ['Last month', '2026-10-01', '2026-10-31'],
      ['Last quarter', '2026-07-01', '2026-09-30'],
      ['This year', '2026-01-01', '2026-11-23'],
      ['Last year', '2025-01-01', '2025-12-31'],
    ]);
    expect(PERIODS[2]?.rangeOf('2026-03-31')).toEqual({ from: '2025-10-01', to: '2025-12-31' });
  });
});

describe('a received file', () => {
  it('has the name that the API gives, and no path', () => {
    expect(fileNameOf('attachment; filename="main-statement-2026-10.csv"')).toBe(
      'main-statement-2026-10.csv',
    );
    expect(fileNameOf('attachment; filename="../../x"')).toBeNull();
    expect(fileNameOf(null)).toBeNull();
  });

  it('has a size as people say it', () => {
    expect(formatBytes(999, 'en')).toBe('999 B');
    expect(formatBytes(1_234, 'en')).toBe('1.2 kB');
    expect(formatBytes(52_428_800, 'en')).toBe('52.4 MB');
  });
});

describe('the title of an export that was written in the background', () => {
  it.each([
    ['/v1/reports/statement', { month: '2026-10' }, 'xlsx', 'Statement of 2026-10, XLSX'],
    [
      '/v1/reports/balances',
      { currency: 'BTC', from: '2026-10-31T23:00:00.000Z', to: '2026-11-22T23:00:00.000Z' },
      'csv',
      'Balances of a currency (BTC), 2026-11-01 to 2026-11-22, CSV',
    ],
    [
      '/v1/reports/flows',
      { from: '2026-11-01T09:00:00Z' },
      'json',
      'Movements, from 2026-11-01, JSON',
    ],
    ['/v1/audit', {}, 'csv', 'main-audit.csv'],
  ] as const)('%s with %j as %s: %s', (report, query, format, title) => {
    const listed = { report, query, format, fileName: 'main-audit.csv' };
    expect(exportTitle(listed, 'Europe/Zurich')).toBe(title);
  });
});
