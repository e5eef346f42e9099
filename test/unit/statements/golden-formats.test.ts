import readXlsxFile from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { renderCamt053 } from '../../../reporting/formats/camt053/render.ts';
import { renderCsv } from '../../../reporting/formats/csv.ts';
import { renderJson } from '../../../reporting/formats/json.ts';
import { statementReport } from '../../../reporting/formats/statement-report.ts';
import { renderXlsx } from '../../../reporting/formats/xlsx/render.ts';
import {
  linesResponse,
  pageOfLines,
  summaryResponse,
} from '../../../reporting/reports/statement.ts';
import { frozen, isIntact } from '../../../treasury/statements/build-statement.ts';
import { MOVEMENT_KINDS } from '../../../treasury/statements/statement.ts';
import type { CurrencySummary } from '../../../treasury/statements/statement-summary.ts';
import { wholeFile } from '../reporting/formats/whole-file.ts';
import { pagesOf } from './all-pages.ts';
import { MARCH } from './golden-month.ts';

const NOW = '2026-04-03T00:00:00.000Z';
const STATEMENT = frozen({ ...MARCH, digest: null, frozenAt: null }, NOW);
const REPORT = statementReport(STATEMENT, NOW);

/* The month that was worked out by hand in golden-month.ts, as each format has to show it. */
const SUMMARY = `currency,opening,withdrawals,trades,inflows,outflows,unexplained,closing,openingValue,movementsValue,revaluation,reconciling,reconcilingAs,closingValue
BTC,2,-1.5,-0.25,0.75,-0.00000001,0,0.99999999,120000.2,-62399.81314,7399.61249,,,64999.99935
ETH,10,-4,0,0,0,0,6,30000,0,,-11400,movements-without-price,18600
USD,1000.5,0,15750.2,0,0,0,16750.7,1000.5,15750.2,0,,,16750.7
`;

/** Each line with the running balance: 2 + 0.75 - 1.5 - 0.25 - 0.00000001 = 0.99999999. */
const LINES = `currency,line,at,snapshot,amount,balance,price,value,instruction,askedBy,approvedBy,description,reference,withdrawalAccountId,class
BTC,opening,2026-02-28T22:00:02.000Z,2026-02-28T22:00:00.000Z,2,2,60000.1,120000.2,,,,,,,
BTC,inflow,2026-03-05T09:00:02.000Z,2026-03-05T09:00:00.000Z,0.75,2.75,62000.25,46500.1875,,ann,ben,deposit: customer payment 4711,,,
BTC,withdrawal,2026-03-05T09:30:02.000Z,2026-03-05T10:00:00.000Z,-1.5,1.25,62100,-93150,sweep-btc,tom,ann,Cold storage,,account,
BTC,trade,2026-03-12T11:59:01.000Z,2026-03-12T12:00:00.000Z,-0.25,1,63000,-15750,trade-btc,tom,ann,sell 0.25 BTC/USD at 63000,,,
BTC,outflow,2026-03-29T01:30:02.000Z,2026-03-29T01:30:00.000Z,-0.00000001,0.99999999,64000,-0.00064,,ann,ben,fee: dust fee of the service,,,
BTC,revaluation,,,,,,7399.61249,,,,,,,
BTC,closing,2026-03-31T21:00:02.000Z,2026-03-31T21:00:00.000Z,0.99999999,0.99999999,65000,64999.99935,,,,,,,
ETH,opening,2026-02-28T22:00:02.000Z,2026-02-28T22:00:00.000Z,10,10,3000,30000,,,,,,,
ETH,withdrawal,2026-03-15T07:59:00.000Z,2026-03-15T08:00:00.000Z,-4,6,,,withdrawal-eth,tom,ann,Exchange,,account,
ETH,movements-without-price,,,,,,-11400,,,,,,,
ETH,closing,2026-03-31T21:00:02.000Z,2026-03-31T21:00:00.000Z,6,6,3100,18600,,,,,,,
USD,opening,2026-02-28T22:00:02.000Z,2026-02-28T22:00:00.000Z,1000.5,1000.5,1,1000.5,,,,,,,
USD,trade,2026-03-12T11:59:01.000Z,2026-03-12T12:00:00.000Z,15750.2,16750.7,1,15750.2,trade-btc,tom,ann,sell 0.25 BTC/USD at 63000,,,
USD,revaluation,,,,,,0,,,,,,,
USD,closing,2026-03-31T21:00:02.000Z,2026-03-31T21:00:00.000Z,16750.7,16750.7,1,16750.7,,,,,,,
`;

async function textOf(chunks: AsyncIterable<string> | Iterable<string>): Promise<string> {
  let text = '';
  for await (const chunk of chunks) text += chunk;
  return text;
}

function cellsOf(csv: string): readonly (readonly string[])[] {
  return csv
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));
}

describe('the month that was worked out by hand', () => {
  it('is the summary and the lines of the API, from which its digest follows', () => {
    const known = { state: 'frozen', statement: STATEMENT, freezesAt: NOW, later: [] } as const;
    const { statement } = JSON.parse(summaryResponse(known, 'json').body ?? '');
    const btc = statement.currencies[0].movements;
    expect(btc).toEqual({ count: 4, amount: '-1.00000001', value: '-62399.81314' });
    const pages = pagesOf((page) => pageOfLines(STATEMENT.currencies, page), 3);
    expect(pages.every((page) => page.length <= 3)).toBe(true);
    const lines = pages.flat();
    const balances = lines.filter(({ kind }) => kind === 'closing').map(({ balance }) => balance);
    expect(balances).toEqual(['0.99999999', '6', '16750.7']);
    const currencies = statement.currencies.map((each: CurrencySummary) => ({
      ...each,
      movements: lines.flatMap(({ currency, balance: _, ...line }) =>
        currency === each.currency && MOVEMENT_KINDS.some((kind) => kind === line.kind)
          ? [line]
          : [],
      ),
    }));
    expect({ ...statement, currencies }).toEqual(STATEMENT);
    expect(isIntact({ ...statement, currencies })).toBe(true);
  });

  it('has the lines of its file on the pages of its CSV', () => {
    const page = { items: pageOfLines(STATEMENT.currencies, { limit: 100 }).items };
    const { body } = linesResponse(STATEMENT, { ...page, next: null, previous: null }, 'csv');
    expect(body).toBe(LINES.replaceAll('\n', '\r\n'));
    const known = { state: 'frozen', statement: STATEMENT, freezesAt: NOW, later: [] } as const;
    expect(summaryResponse(known, 'csv').body).toBe(SUMMARY.replaceAll('\n', '\r\n'));
  });

  it('is the CSV of each part, to the last digit', async () => {
    const parts = await Promise.all(REPORT.parts.map((part) => textOf(renderCsv(part))));
    expect(parts[0]).toBe(SUMMARY.replaceAll('\n', '\r\n'));
    expect(parts[1]).toBe(LINES.replaceAll('\n', '\r\n'));
  });

  it('is the JSON of the whole report', async () => {
    const { parts } = JSON.parse(await textOf(renderJson(REPORT)));
    const rows = (index: number) =>
      parts[index].rows.map((row: Record<string, string | null>) =>
        parts[index].columns.map(({ key }: { key: string }) => row[key] ?? ''),
      );
    expect(rows(0)).toEqual(cellsOf(SUMMARY));
    expect(rows(1)).toEqual(cellsOf(LINES));
  });

  it('is in the XLSX as exact text, every amount of it', async () => {
    const sheets = await readXlsxFile(await wholeFile(renderXlsx(REPORT)));
    const text = (sheet: number) => new Set(sheets[sheet]?.data.flat().map(String));
    for (const [sheet, csv] of [SUMMARY, LINES].entries()) {
      const amounts = cellsOf(csv)
        .flat()
        .filter((cell) => /^-?\d+(\.\d+)?$/.test(cell));
      expect([...text(sheet)]).toEqual(expect.arrayContaining(amounts));
    }
  });

  it('is the camt.053: booked to the cent, and the exact amounts beside it', async () => {
    const xml = await textOf(renderCamt053(STATEMENT, NOW));
    // Opening 151000.70 + 46500.19 - 93150.00 - 15750.00 - 0.00 + 7399.61 - 11400.00 + 15750.20 = 100350.70.
    const booked = [
      ...xml.matchAll(/<Ntry>.*?<Amt Ccy="USD">(.*?)<\/Amt><CdtDbtInd>(.*?)<.*?<Prtry><Cd>(.*?)</g),
    ];
    const moved = booked.filter(([, amount]) => amount !== '0.00');
    expect(moved.map(([, amount, way, kind]) => `${kind} ${way} ${amount}`)).toEqual([
      'INFLOW CRDT 46500.19',
      'WITHDRAWAL DBIT 93150.00',
      'TRADE DBIT 15750.00',
      'REVALUATION CRDT 7399.61',
      'MOVEMENTS-WITHOUT-PRICE DBIT 11400.00',
      'TRADE CRDT 15750.20',
    ]);
    const balances = [...xml.matchAll(/<Bal>.*?<Cd>(.*?)<.*?<Amt Ccy="USD">(.*?)</g)];
    expect(balances.map(([, code, amount]) => `${code} ${amount}`)).toEqual([
      'OPBD 151000.70',
      'CLBD 100350.70',
    ]);
    for (const exact of [
      '46500.1875 USD',
      '-0.00064 USD',
      '<Qty>-0.00000001</Qty>',
      '<Qty>-4</Qty>',
    ]) {
      expect(xml).toContain(exact);
    }
  });
});
