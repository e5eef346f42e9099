import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvText, formulaSafe, renderCsv } from '../../../../reporting/formats/csv.ts';
import { part, ROWS, text } from './sample-report.ts';

/** RFC 4180 as a reader has it: quotes, doubled quotes, CRLF between records. */
function parseCsv(source: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  for (const [, quoted, plain = '', end] of source.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g,
  )) {
    record.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ',') continue;
    records.push(record);
    record = [];
  }
  return records;
}

/** What a cell held before it was made safe. */
function unescaped(cell: string): string {
  const own = /^'+[=+\-@\t\r\n＝＋－＠]/u.test(cell) ? cell.slice(1) : cell;
  return own.replace(/(;["\s]*)'(?='*[=+\-@＝＋－＠])/gu, '$1');
}

describe('CSV', () => {
  test('a report: keys first, exact decimals, empty cells empty, CRLF after each record', async () => {
    expect(await text(renderCsv(part(ROWS)))).toBe(
      'currency,at,day,amount,value,count\r\n' +
        'BTC,2026-03-29T00:59:59.123Z,2026-03-29,-1.5,-97500.123456789012345678,3\r\n' +
        '"\'=HYPERLINK(""http://x"")",,,0.000000000000000001,,\r\n',
    );
  });

  test.each(['-1.5', '0', '-0.000000000000000001', '12345678901234567890.5'])(
    'the amount %s stays the text it is',
    (amount) => expect(formulaSafe(amount)).toBe(amount),
  );

  test.each([
    '=1+1',
    '+1',
    '-1+1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '＝1',
    '-1e5',
    "'=1",
    "''-x",
  ])('%j is no formula any more', (formula) => expect(formulaSafe(formula)).toBe(`'${formula}`));

  test.each(['', 'BTC', "it's", 'a=b', '1-2', "'quoted'"])('%j is left alone', (harmless) =>
    expect(formulaSafe(harmless)).toBe(harmless),
  );

  test.each(['a;=1+1', 'a; =1+1', 'a;"=1+1', ';@SUM(A1)', 'x;-1;+2', "a;'=1"])(
    '%j is no formula where a spreadsheet splits at semicolons',
    (value) => {
      for (const cell of csvText([[value, 'b']])
        .split(';')
        .slice(1)) {
        expect(cell).not.toMatch(/^["\s]*[=+\-@]/);
      }
    },
  );

  test('whatever texts go in, a reader gets them back, and none of them begins a formula', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({
        unit: fc.constantFrom('=', '-', '+', '@', "'", '"', ',', ';', ' ', '\r', '\n', '1', '.'),
      }),
    );
    const table = fc
      .integer({ min: 2, max: 4 })
      .chain((size) =>
        fc.array(fc.array(cell, { minLength: size, maxLength: size }), { minLength: 1 }),
      );
    fc.assert(
      fc.property(table, (records) => {
        const read = parseCsv(csvText(records));
        expect(read.map((record) => record.map(unescaped))).toEqual(records);
        for (const each of read.flat()) {
          expect(each).not.toMatch(/^[=+@\t\r\n＝＋－＠]|^-(?!\d+(\.\d+)?$)/u);
        }
      }),
    );
  });

  test('rows are taken as they come, not all at once', async () => {
    let taken = 0;
    async function* endless() {
      for (;;) {
        taken += 1;
        yield { currency: 'BTC' };
      }
    }
    const chunks = renderCsv(part(endless()));
    await chunks.next();
    expect(taken).toBeLessThan(1_000);
    await chunks.return(undefined);
  });

  test('a cell that is not of its column is a defect', async () => {
    await expect(text(renderCsv(part([{ amount: '=1+1' }])))).rejects.toThrow('holds amount');
  });
});
