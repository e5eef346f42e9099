import readXlsxFile from 'read-excel-file/node';
import { describe, expect, test } from 'vitest';
import { renderCsv } from '../../../../reporting/formats/csv.ts';
import { partOf } from '../../../../reporting/formats/report.ts';
import { statementReport } from '../../../../reporting/formats/statement-report.ts';
import { renderXlsx } from '../../../../reporting/formats/xlsx/render.ts';
import { text } from './sample-report.ts';
import { MARCH } from './sample-statement.ts';
import { wholeFile } from './whole-file.ts';

const REPORT = statementReport(MARCH, '2026-04-02T08:00:00.000Z');

describe('a statement as tables', () => {
  test('CSV has every line with its running balance, to the last digit', async () => {
    expect((await text(renderCsv(partOf(REPORT, undefined)))).split('\r\n')).toEqual([
      'currency,line,at,snapshot,amount,balance,price,value,instruction,askedBy,approvedBy,description,reference,withdrawalAccountId,class',
      'BTC,opening,2026-02-28T23:00:00.250Z,2026-02-28T23:00:00.000Z,2,2,60000.10,120000.20,,,,,,,',
      'BTC,inflow,2026-03-10T09:00:00.000Z,2026-03-10T09:00:00.000Z,0.5,2.5,61000.333,30500.1665,,,,"\'=invoice 4711 <paid> & ""done""",,,',
      'BTC,withdrawal,2026-03-31T21:58:30.000Z,2026-03-31T22:00:00.000Z,-1.25,1.25,62000.01,-77500.0125,sweep-btc-cold-20260331T215500Z,rule btc-cold,"ada, grace",Cold storage,INV/2026-0117,,',
      'BTC,revaluation,,,,,,6999.896,,,,,,,',
      'BTC,closing,2026-03-31T22:00:00.250Z,2026-03-31T22:00:00.000Z,1.25,1.25,64000.2,80000.25,,,,,,,',
      'USD,opening,2026-02-28T23:00:00.250Z,2026-02-28T23:00:00.000Z,100.005,100.005,1,100.005,,,,,,,',
      `USD,trade,2026-03-29T01:30:00.000Z,2026-03-29T01:30:00.000Z,10.115,110.12,1,10.115,trade-${'7'.repeat(40)},tess,,,${'R'.repeat(64)},,`,
      'USD,revaluation,,,,,,0,,,,,,,',
      'USD,closing,2026-03-31T22:00:00.250Z,2026-03-31T22:00:00.000Z,110.12,110.12,1,110.12,,,,,,,',
      'XYZ,opening,2026-02-28T23:00:00.250Z,2026-02-28T23:00:00.000Z,5,5,,,,,,,,,',
      'XYZ,unexplained,2026-03-15T12:00:00.000Z,2026-03-15T12:00:00.000Z,-2.000000000000000001,2.999999999999999999,,,,,,,,,',
      'XYZ,outside-valuation,,,,,,0,,,,,,,',
      'XYZ,closing,2026-03-31T22:00:00.250Z,2026-03-31T22:00:00.000Z,2.999999999999999999,2.999999999999999999,,,,,,,,,',
      '',
    ]);
  });

  test('XLSX has a summary that adds up, the lines, and what the statement rests on', async () => {
    const sheets = await readXlsxFile(await wholeFile(renderXlsx(REPORT)));
    expect(sheets.map(({ sheet, data }) => [sheet, data.length])).toEqual([
      ['Summary', 4],
      ['Movements', 14],
      ['About', 23],
    ]);
    const [headings = [], btc = []] = sheets[0]?.data ?? [];
    const exact = headings.flatMap((heading, index) =>
      String(heading).endsWith('(rounded)') ? [] : [btc[index]],
    );
    expect(exact).toEqual([
      'BTC',
      '2',
      '-1.25',
      '0',
      '0.5',
      '0',
      '0',
      '1.25',
      '120000.20',
      '-46999.846',
      '6999.896',
      null,
      null,
      '80000.25',
    ]);
    expect(sheets[2]?.data).toContainEqual(['time zone', 'Europe/Berlin']);
  });

  test('a part that there is not is refused with those there are', () => {
    expect(() => partOf(REPORT, 'totals')).toThrow('accepted: one of summary, movements, about');
  });
});
